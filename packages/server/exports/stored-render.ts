// A render whose audio and picture are named as objects of the store. The process that renders borrows them as local files.

import type { RenderJob, RenderTags } from "../codec/codec.ts";
import type { Files } from "../files/files.ts";

/** The sound of an asset: an object that holds a WAV file of mono 16-bit PCM. */
export interface StoredAsset {
  readonly asset_id: string;
  readonly sha256: string;
}

export interface StoredPicture {
  readonly sha256: string;
  readonly content_type: "image/jpeg" | "image/png";
}

export interface StoredRender extends Omit<RenderJob, "assets" | "tags" | "original" | "output_path" | "concurrency"> {
  readonly assets: readonly StoredAsset[];
  readonly tags: Omit<RenderTags, "cover"> & { readonly cover: StoredPicture | null };
  /** The EPUB that the narration is put into. */
  readonly original?: { readonly sha256: string };
}

/**
 * Runs `render` with a job whose objects are local files.
 * @throws StorageError; what `render` throws
 */
export async function withLocalFiles<T>(
  files: Files,
  stored: StoredRender,
  signal: AbortSignal,
  render: (job: Omit<RenderJob, "output_path" | "concurrency">) => Promise<T>,
): Promise<T> {
  const { assets, tags, original, ...others } = stored;
  const { cover } = tags;
  const wanted = [...assets, ...(cover === null ? [] : [cover]), ...(original === undefined ? [] : [original])].map(
    ({ sha256 }) => sha256,
  );
  await using local = await files.local(wanted, signal);
  return await render({
    ...others,
    ...(original === undefined ? {} : { original: { path: local.path(original.sha256) } }),
    assets: assets.map(({ asset_id, sha256 }) => ({ asset_id, path: local.path(sha256) })),
    tags: {
      ...tags,
      cover: cover === null ? null : { path: local.path(cover.sha256), content_type: cover.content_type },
    },
  });
}
