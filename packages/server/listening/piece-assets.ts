// The sound of a timeline as files of this machine, for the processes that mix pieces.

import type { PieceJob, RenderTimeline } from "../codec/codec.ts";
import { assetsOf } from "../media/media.ts";
import type { Services } from "../services.ts";

/** Runs `work` with the sound of a timeline's assets as local files. */
export async function withAssets<T>(
  services: Pick<Services, "db" | "files">,
  timeline: RenderTimeline,
  signal: AbortSignal,
  work: (assets: PieceJob["assets"]) => Promise<T>,
): Promise<T> {
  const ids = new Set<string>();
  for (const unit of timeline.sequential_units) if (unit.unit_type === "asset") ids.add(unit.asset_id);
  for (const unit of timeline.overlay_units) ids.add(unit.asset_id);
  const assets = [...(await assetsOf(services, [...ids])).values()];
  await using local = await services.files.local(
    assets.map(({ sha256 }) => sha256),
    signal,
  );
  return await work(assets.map(({ id, sha256 }) => ({ asset_id: id, path: local.path(sha256) })));
}
