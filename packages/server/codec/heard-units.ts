// The type of a timeline in a render job.

import type { AssetUnit, RenderManifest, SequentialUnit } from "@fullcast/core/timeline";

/** A whole manifest is a timeline, too. */
export interface RenderTimeline
  extends Pick<RenderManifest, "duration_ms" | "mastering_profile" | "overlay_units" | "timed_text_units"> {
  readonly gaps: readonly unknown[];
  /** Units that make no sound may be left out. */
  readonly sequential_units: readonly (HeardUnit | Pick<Exclude<SequentialUnit, AssetUnit>, "unit_type">)[];
}

/** Speech in the mix. */
export type HeardUnit = Pick<
  AssetUnit,
  | "unit_type"
  | "start_ms"
  | "duration_ms"
  | "asset_id"
  | "speaker_id"
  | "analysis_integrated_lufs"
  | "effective_gain_db"
>;
