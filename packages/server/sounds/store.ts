// The SQL of sounds, their revisions, uploads and shares. Links to projects are in project-sound-store.ts.

import { type RawBuilder, type Selectable, sql } from "kysely";
import type { SoundSharesTable, SoundsTable, SoundUploadsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type SoundRow = Selectable<SoundsTable>;
export type UploadRow = Selectable<SoundUploadsTable>;
export type ShareRow = Selectable<SoundSharesTable>;

/** A sound with all fields of its wire form, as one account sees it. */
export interface SeenSound extends SoundRow {
  readonly owner_display_name: string;
  readonly owner_disabled: boolean;
  readonly revision_number: number | null;
  readonly duration_ms: number | null;
  readonly revision_created_at: Date | null;
  readonly asset_id: string | null;
  readonly content_type: string | null;
  readonly size_bytes: number | null;
  readonly share_id: string | null;
  readonly share_status: ShareRow["status"] | null;
  readonly upload_status: UploadRow["status"] | null;
  readonly upload_expires_at: Date | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly is_in_project: boolean;
  readonly is_linked: boolean;
  /** When it was linked to the project; the order of a project's sounds. */
  readonly linked_at: Date | null;
}

export interface Viewer {
  readonly accountId: string;
  /** The project that is_in_project speaks of. */
  readonly projectId: string | null;
}

/** Which sounds, in which order, from where on. */
export interface SoundSelection {
  readonly where: RawBuilder<unknown>;
  /** Newest first by this column; ties by id. */
  readonly order?: "created_at" | "linked_at";
  readonly after?: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}

export async function seenSounds({ db }: Db, viewer: Viewer, selection: SoundSelection): Promise<SeenSound[]> {
  const at = selection.order === "linked_at" ? sql`l.linked_at` : sql`s.created_at`;
  const { after } = selection;
  const { rows } = await sql<SeenSound>`
    select s.*, a.display_name as owner_display_name, a.disabled_at is not null as owner_disabled,
      r.revision_number, r.duration_ms, r.created_at as revision_created_at,
      m.id as asset_id, m.content_type, m.size_bytes,
      sh.id as share_id, sh.status as share_status,
      u.status as upload_status, u.expires_at as upload_expires_at, u.error_code, u.error_message,
      l.linked_at, l.project_id is not null as is_in_project,
      exists (select 1 from project_sounds ps join projects p on p.id = ps.project_id
              where ps.sound_id = s.id and p.account_id = ${viewer.accountId}) as is_linked
    from sounds s
    join accounts a on a.id = s.account_id
    left join sound_revisions r on r.id = s.current_revision_id
    left join media_assets m on m.id = r.asset_id
    left join sound_shares sh on sh.sound_id = s.id and sh.account_id = ${viewer.accountId}
    left join project_sounds l on l.sound_id = s.id and l.project_id = ${viewer.projectId}::uuid
    left join lateral (select * from sound_uploads x where x.sound_id = s.id order by x.attempt desc limit 1) u on true
    where ${selection.where}
      ${after == null ? sql`` : sql`and (${at}, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by ${at} desc, s.id desc
    limit ${selection.limit}
  `.execute(db.q);
  return rows;
}

/** A sound as the account would see it; does not check whether it may. */
export async function seenSound(services: Db, viewer: Viewer, soundId: string): Promise<SeenSound | undefined> {
  const [row] = await seenSounds(services, viewer, { where: sql`s.id = ${soundId}`, limit: 1 });
  return row;
}

/** Keeps every other change of the sound waiting until the caller's transaction ends. */
export async function lockSound({ db }: Db, soundId: string): Promise<SoundRow | undefined> {
  return db.q.selectFrom("sounds").selectAll().where("id", "=", soundId).forUpdate().executeTakeFirst();
}

export async function accountOfSound({ db }: Db, soundId: string): Promise<string | undefined> {
  return (await db.q.selectFrom("sounds").select("account_id").where("id", "=", soundId).executeTakeFirst())
    ?.account_id;
}

export interface NewSound {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isPublic: boolean;
  readonly at: Date;
}

export async function insertSound({ db }: Db, sound: NewSound): Promise<void> {
  await db.q
    .insertInto("sounds")
    .values({
      id: sound.id,
      account_id: sound.accountId,
      name: sound.name,
      description: sound.description,
      tags: JSON.stringify(sound.tags),
      search_text: searchText(sound),
      is_public: sound.isPublic,
      current_revision_id: null,
      created_at: sound.at,
      updated_at: sound.at,
    })
    .execute();
}

/** The text that a search reads. */
export function searchText(sound: {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}): string {
  return [sound.name, sound.description, ...sound.tags].join("\n").normalize("NFC").toLowerCase();
}

export async function updateSound(
  { db }: Db,
  soundId: string,
  change: Partial<Omit<SoundRow, "id" | "tags">> & { readonly tags?: string },
): Promise<void> {
  await db.q.updateTable("sounds").set(change).where("id", "=", soundId).execute();
}

/** With everything that belongs to it. @returns the assets of its revisions and the files that it had received. */
export async function deleteSoundRow({ db }: Db, soundId: string): Promise<{ assetIds: string[]; files: string[] }> {
  const revisions = await db.q
    .selectFrom("sound_revisions")
    .select("asset_id")
    .where("sound_id", "=", soundId)
    .execute();
  const uploads = await db.q
    .selectFrom("sound_uploads")
    .select("received_file")
    .where("sound_id", "=", soundId)
    .execute();
  await db.q.deleteFrom("sounds").where("id", "=", soundId).execute();
  return {
    assetIds: revisions.map((row) => row.asset_id),
    files: uploads.flatMap((row) => row.received_file ?? []),
  };
}

export async function insertUpload({ db }: Db, row: UploadRow): Promise<void> {
  await db.q.insertInto("sound_uploads").values(row).execute();
}

export async function loadUpload({ db }: Db, uploadId: string): Promise<UploadRow | undefined> {
  return db.q.selectFrom("sound_uploads").selectAll().where("id", "=", uploadId).executeTakeFirst();
}

/** An upload with the account that it belongs to. */
export type OpenUpload = UploadRow & { readonly account_id: string };

/** None of a disabled account. */
export async function loadOpenUpload({ db }: Db, uploadId: string): Promise<OpenUpload | undefined> {
  return db.q
    .selectFrom("sound_uploads")
    .innerJoin("sounds", "sounds.id", "sound_uploads.sound_id")
    .innerJoin("accounts", "accounts.id", "sounds.account_id")
    .selectAll("sound_uploads")
    .select("sounds.account_id")
    .where("sound_uploads.id", "=", uploadId)
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
}

export async function lockUpload({ db }: Db, uploadId: string): Promise<UploadRow | undefined> {
  return db.q.selectFrom("sound_uploads").selectAll().where("id", "=", uploadId).forUpdate().executeTakeFirst();
}

export async function latestUploadRow({ db }: Db, soundId: string): Promise<UploadRow | undefined> {
  return db.q
    .selectFrom("sound_uploads")
    .selectAll()
    .where("sound_id", "=", soundId)
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function updateUpload(
  { db }: Db,
  uploadId: string,
  change: Partial<Omit<UploadRow, "id">>,
): Promise<void> {
  await db.q.updateTable("sound_uploads").set(change).where("id", "=", uploadId).execute();
}

/** Uploads that wait for their file or for their processing. */
export async function unfinishedUploadIds({ db }: Db): Promise<string[]> {
  const rows = await db.q
    .selectFrom("sound_uploads")
    .select("id")
    .where("status", "in", ["pending_upload", "processing"])
    .orderBy("created_at")
    .execute();
  return rows.map((row) => row.id);
}

/** Failed uploads whose file is kept, of accounts that are not disabled, the newest first. */
export async function failedUploadRows(
  { db }: Db,
  { limit, uploadId }: { readonly limit: number; readonly uploadId?: string },
) {
  return failedUploadsOf({ db })
    .select(["upload.id", "sounds.account_id", "upload.error_code", "upload.updated_at as failed_at"])
    .$if(uploadId !== undefined, (query) => query.where("upload.id", "=", uploadId!))
    .orderBy("upload.updated_at", "desc")
    .orderBy("upload.id")
    .limit(limit)
    .execute();
}

export async function failedUploadCount({ db }: Db): Promise<number> {
  const { uploads } = await failedUploadsOf({ db })
    .select((eb) => eb.cast<number>(eb.fn.countAll(), "integer").as("uploads"))
    .executeTakeFirstOrThrow();
  return uploads;
}

const failedUploadsOf = ({ db }: Db) =>
  db.q
    .selectFrom("sound_uploads as upload")
    .innerJoin("sounds", "sounds.id", "upload.sound_id")
    .innerJoin("accounts", "accounts.id", "sounds.account_id")
    .where("upload.status", "=", "failed")
    .where("upload.received_file", "is not", null)
    .where("accounts.disabled_at", "is", null);

/** Of these names of kept files, those that an upload still needs. */
export async function neededFiles({ db }: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.q
    .selectFrom("sound_uploads")
    .select("received_file")
    .where("received_file", "in", names)
    .execute();
  return new Set(rows.flatMap((row) => row.received_file ?? []));
}

export async function insertRevision(
  { db }: Db,
  row: {
    readonly id: string;
    readonly sound_id: string;
    readonly revision_number: number;
    readonly asset_id: string;
    readonly duration_ms: number;
    readonly integrated_lufs: number;
    readonly sample_peak_dbfs: number;
    readonly created_at: Date;
  },
): Promise<void> {
  await db.q.insertInto("sound_revisions").values(row).execute();
}

export async function nextRevisionNumber({ db }: Db, soundId: string): Promise<number> {
  const { most } = await db.q
    .selectFrom("sound_revisions")
    .select((e) => e.fn.max<number | null>("revision_number").as("most"))
    .where("sound_id", "=", soundId)
    .executeTakeFirstOrThrow();
  return (most ?? 0) + 1;
}

export async function accountNamed({ db }: Db, username: string): Promise<{ readonly id: string } | undefined> {
  return db.q
    .selectFrom("accounts")
    .select("id")
    .where("username", "=", username)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** A share with the name of the account that it is for. */
export type NamedShare = ShareRow & { readonly username: string };

export async function findShare(
  { db }: Db,
  by: { readonly id: string } | { readonly soundId: string; readonly accountId: string },
): Promise<NamedShare | undefined> {
  let select = db.q
    .selectFrom("sound_shares")
    .innerJoin("accounts", "accounts.id", "sound_shares.account_id")
    .selectAll("sound_shares")
    .select("accounts.username");
  select =
    "id" in by
      ? select.where("sound_shares.id", "=", by.id)
      : select.where("sound_shares.sound_id", "=", by.soundId).where("sound_shares.account_id", "=", by.accountId);
  return select.executeTakeFirst();
}

/** The shares of a sound, by user name. */
export async function sharesOfSound({ db }: Db, soundId: string): Promise<NamedShare[]> {
  return db.q
    .selectFrom("sound_shares")
    .innerJoin("accounts", "accounts.id", "sound_shares.account_id")
    .selectAll("sound_shares")
    .select("accounts.username")
    .where("sound_shares.sound_id", "=", soundId)
    .orderBy("accounts.username")
    .execute();
}

export async function deleteShare({ db }: Db, shareId: string): Promise<void> {
  await db.q.deleteFrom("sound_shares").where("id", "=", shareId).execute();
}

export async function insertShare({ db }: Db, row: ShareRow): Promise<void> {
  await db.q.insertInto("sound_shares").values(row).execute();
}

export async function setShareStatus({ db }: Db, shareId: string, status: ShareRow["status"], at: Date): Promise<void> {
  await db.q.updateTable("sound_shares").set({ status, updated_at: at }).where("id", "=", shareId).execute();
}

/** Every sound of an account, and whether a project of another account links it. */
export async function soundsOfAccount({ db }: Db, accountId: string) {
  const { rows } = await sql<{ readonly id: string; readonly is_linked_by_others: boolean }>`
    select s.id, exists (
      select 1 from project_sounds l join projects p on p.id = l.project_id
      where l.sound_id = s.id and p.account_id <> s.account_id
    ) as is_linked_by_others
    from sounds s where s.account_id = ${accountId}::uuid order by s.id for update of s
  `.execute(db.q);
  return rows;
}

/** Deletes the shares that an account received. */
export async function deleteSharesWith({ db }: Db, accountId: string): Promise<void> {
  await db.q.deleteFrom("sound_shares").where("account_id", "=", accountId).execute();
}
