// The SQL of files behind signed URLs. Nothing of a disabled account is found.

import type { Services } from "../services.ts";

export interface OpenableFile {
  readonly sha256: string;
  readonly content_type: string;
  /** Null: played in place. */
  readonly filename: string | null;
}

export async function openAsset({ db }: Pick<Services, "db">, assetId: string): Promise<OpenableFile | undefined> {
  const row = await db.q
    .selectFrom("media_assets")
    .innerJoin("accounts", "accounts.id", "media_assets.account_id")
    .select(["media_assets.sha256", "media_assets.content_type", "accounts.deleted_at", "accounts.disabled_at"])
    .where("media_assets.id", "=", assetId)
    .executeTakeFirst();
  // What is left of a deleted account is a sound that others use.
  if (row === undefined || (row.disabled_at !== null && row.deleted_at === null)) return undefined;
  return { sha256: row.sha256, content_type: row.content_type, filename: null };
}

export async function openArtifact(
  { db, clock }: Pick<Services, "db" | "clock">,
  artifactId: string,
): Promise<OpenableFile | undefined> {
  return db.q
    .selectFrom("export_artifacts")
    .innerJoin("accounts", "accounts.id", "export_artifacts.account_id")
    .select(["export_artifacts.sha256", "export_artifacts.content_type", "export_artifacts.filename"])
    .where("export_artifacts.id", "=", artifactId)
    .where("export_artifacts.expires_at", ">", clock())
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
}

/** Previews belong to no account: the same words of the same voice are stored once. */
export async function openPreview({ db }: Pick<Services, "db">, sha256: string): Promise<OpenableFile | undefined> {
  const row = await db.q
    .selectFrom("voice_previews")
    .select(["sha256", "content_type"])
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, filename: null };
}

/** @param named "preview id:index" */
export async function openSegment({ db }: Pick<Services, "db">, named: string): Promise<OpenableFile | undefined> {
  const [previewId = "", index = ""] = named.split(":");
  const row = await db.q
    .selectFrom("mix_segments")
    .innerJoin("mix_previews", "mix_previews.id", "mix_segments.preview_id")
    .innerJoin("accounts", "accounts.id", "mix_previews.account_id")
    .select("mix_segments.sha256")
    .where("mix_segments.preview_id", "=", previewId)
    .where("mix_segments.index", "=", Number(index))
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : { sha256: row.sha256, content_type: "audio/mp4", filename: null };
}
