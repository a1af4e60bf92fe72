// Where the recordings of a guest are used: takes, finished files, public pages and feeds. A recording is known by the SHA-256 of its
// sound, so that a copy of a take is found, and a file is listed only when it contains the recording.

import type { Caller } from "@fullcast/contract";
import { sql } from "kysely";
import type { GuestTake } from "../db/tables.ts";
import { PLAYED_TAKE } from "../documents/documents.ts";
import { filesWithRecordings, readyFiles } from "../exports/exports.ts";
import type { Services } from "../services.ts";
import { pagesWithFiles } from "../sharing/sharing.ts";
import { type ConsentRow, consentOf, findLink, type LinkRow } from "./store.ts";

const EXPORTS_SHOWN = 200;

type Reader = Pick<Services, "db" | "files" | "clock" | "publicUrl">;

/** What contains recordings of the guest; after a withdrawal, what it affects. @throws ApiError NOT_FOUND */
export async function readGuestUse(services: Reader, caller: Caller, id: string) {
  const link = await findLink(services, caller, id);
  const consent = await consentOf(services, link.id);
  const lines = (consent?.withdrawn_takes ?? (await takesOfLink(services, link))).map(({ plays = true, ...line }) => ({
    ...line,
    plays,
  }));
  const since = new Map<string, string>();
  for (const line of lines) {
    const before = since.get(line.section_id);
    if (before === undefined || line.since < before) since.set(line.section_id, line.since);
  }
  const containing = await filesWithRecordings(services, caller.accountId, {
    sha256s: await soundsOfLink(services, link, consent),
    sections: since,
  });
  const filed = await exportsWith(
    services,
    containing.map(({ artifact_id }) => artifact_id),
  );
  const published = await readyFiles(
    services,
    [...new Set(filed.flatMap(({ section_id, format }) => (format === "mp3" ? (section_id ?? []) : [])))],
    "mp3",
  );
  const objects = new Set(containing.map(({ sha256 }) => sha256));
  const downloads = [...published].flatMap(([section_id, { sha256 }]) => (objects.has(sha256) ? [section_id] : []));
  const playing = lines.flatMap(({ section_id, plays }) => (plays ? [section_id] : []));
  return {
    withdrawn_at: consent?.withdrawn_at?.toISOString() ?? null,
    lines,
    exports: filed
      .slice(0, EXPORTS_SHOWN)
      .map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() })),
    shares: await sharesOf(services, caller, {
      ...{ playing, downloads },
      held: await pagesWithFiles(
        services,
        caller.accountId,
        containing.map(({ artifact_id }) => artifact_id),
      ),
    }),
  };
}

/** The takes made of the link's recordings, wherever they were copied to, also of lines that a chapter has no longer. */
export async function takesOfLink({ db }: Pick<Services, "db">, link: LinkRow): Promise<GuestTake[]> {
  const { rows } = await sql<Omit<GuestTake, "since"> & { since: Date }>`
    select take.section_id, take.block_id, left(g.text, ${sql.lit(QUOTE)}) as text, take.created_at as since,
      exists (
        select 1 from blocks b ${PLAYED_TAKE}
        where b.section_id = take.section_id and b.id = take.block_id and b.kind in ('speech', 'narration') and r.id = take.id
      ) as plays
    from (
      select distinct on (sha256) sha256, text, account_id from guest_recordings
      where guest_link_id = ${link.id}::uuid and state = 'used' order by sha256, created_at
    ) g
    join media_assets asset on asset.sha256 = g.sha256
    join renditions take on take.asset_id = asset.id and take.source = 'recording'
    join sections s on s.id = take.section_id and s.account_id = g.account_id
    left join blocks line on line.section_id = take.section_id and line.id = take.block_id
    order by s.project_id, s.section_index, line.position, take.created_at, take.id
  `.execute(db.q);
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
}

/** Code points of a line that a list shows. */
const QUOTE = 200;

/** SHA-256 of the recordings that became takes. Null: a withdrawal of an earlier version, which kept none. */
export async function soundsOfLink(
  { db }: Pick<Services, "db">,
  link: LinkRow,
  consent: ConsentRow | null,
): Promise<readonly string[] | null> {
  if (consent !== null && consent.withdrawn_at !== null) return consent.withdrawn_sounds;
  const rows = await db.q
    .selectFrom("guest_recordings")
    .select("sha256")
    .distinct()
    .where("guest_link_id", "=", link.id)
    .where("state", "=", "used")
    .orderBy("sha256")
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Newest first. */
async function exportsWith({ db }: Pick<Services, "db">, artifactIds: readonly string[]) {
  const { rows } = await sql<{ export_id: string; section_id: string | null; format: string; created_at: Date }>`
    select e.id as export_id, e.section_id, e.format, e.created_at
    from exports e
    where e.artifact_id = any(${sql.val(artifactIds)}::uuid[])
    order by e.created_at desc, e.id
  `.execute(db.q);
  return rows;
}

/**
 * The active public pages of sections whose lines play a recording, or whose finished MP3 contains one, and the pages that keep such a
 * file although the story has changed since. A feed offers finished files
 * alone.
 */
async function sharesOf(
  { db, publicUrl }: Pick<Services, "db" | "publicUrl">,
  { accountId }: Caller,
  {
    playing,
    downloads,
    held,
  }: {
    readonly playing: readonly string[];
    readonly downloads: readonly string[];
    readonly held: Awaited<ReturnType<typeof pagesWithFiles>>;
  },
) {
  const heard = [...playing, ...downloads];
  const pages = held.map(({ share_link_id }) => share_link_id);
  const { rows } = await sql<{
    kind: "section" | "project";
    section_id: string | null;
    slug: string;
    allow_download: boolean;
    has_file: boolean;
  }>`
    select l.kind, l.section_id, l.slug, l.allow_download,
      bool_or(s.id = any(${sql.val(downloads)}::uuid[]) or l.id = any(${sql.val(pages)}::uuid[])) as has_file
    from sections s
    join share_links l on l.project_id = s.project_id and (l.kind = 'project' or l.section_id = s.id)
    where s.id = any(${sql.val([...heard, ...held.map(({ section_id }) => section_id)])}::uuid[])
      and (s.id = any(${sql.val(heard)}::uuid[]) or l.id = any(${sql.val(pages)}::uuid[]))
      and l.account_id = ${accountId}::uuid and l.revoked_at is null
    group by l.id
    order by l.created_at desc, l.id
  `.execute(db.q);
  return rows.map(({ slug, has_file, allow_download, ...share }) => {
    const url = `${publicUrl()}/s/${slug}`;
    return {
      ...share,
      url,
      feed_url: share.kind === "project" && has_file ? `${url}/feed.xml` : null,
      download: allow_download && has_file,
    };
  });
}
