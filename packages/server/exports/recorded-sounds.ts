// Which recordings of people a file contains, and which files contain some recordings.

import { sql } from "kysely";
import { isSubtitles } from "../codec/codec.ts";
import type { Services } from "../services.ts";
import type { StoredRender } from "./stored-render.ts";
import { readTimeline } from "./timeline-file.ts";

/**
 * SHA-256 of the recordings that a render mixes. A recording whose consent is withdrawn while the file is made counts as well: the
 * withdrawal keeps its hash in the transaction that deletes its takes.
 */
export async function recordingsIn(
  { db }: Pick<Services, "db">,
  accountId: string,
  { format, parts, assets }: StoredRender,
): Promise<string[]> {
  if (isSubtitles(format)) return [];
  const objects = new Map(assets.map(({ asset_id, sha256 }) => [asset_id, sha256]));
  const heard = new Set<string>();
  for (const { manifest } of parts) {
    for (const unit of manifest.sequential_units) {
      const sha256 = unit.unit_type === "asset" ? objects.get(unit.asset_id) : undefined;
      if (sha256 !== undefined) heard.add(sha256);
    }
  }
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from jsonb_array_elements_text(${JSON.stringify([...heard])}::jsonb) as heard (sha256)
    where exists (
        select 1 from media_assets a join renditions r on r.asset_id = a.id join sections s on s.id = r.section_id
        where a.sha256 = heard.sha256 and r.source = 'recording' and s.account_id = ${accountId}::uuid)
      or exists (
        select 1 from guest_consents c where c.account_id = ${accountId}::uuid and c.withdrawn_sounds ? heard.sha256)
    order by sha256
  `.execute(db.q);
  return rows.map(({ sha256 }) => sha256);
}

export interface FileWithRecordings {
  readonly artifact_id: string;
  readonly sha256: string;
}

/**
 * The finished files of an account that contain one of the recordings. Of a file that was made by an earlier version, its stored
 * timeline decides; a book of an earlier version has none and counts when it was made of one of `sections` since the time there.
 */
export async function filesWithRecordings(
  services: Pick<Services, "db" | "files">,
  accountId: string,
  { sha256s, sections }: { readonly sha256s: readonly string[] | null; readonly sections: ReadonlyMap<string, string> },
): Promise<FileWithRecordings[]> {
  const since = JSON.stringify([...sections].map(([section_id, at]) => ({ section_id, at })));
  const { rows } = await sql<FileWithRecordings & { is_known: boolean; timeline_sha256: string | null }>`
    with used as (select * from jsonb_to_recordset(${since}::jsonb) as u (section_id uuid, at timestamptz))
    select a.id as artifact_id, a.sha256, a.recorded is not null as is_known, older.timeline_sha256
    from export_artifacts a
    left join lateral (
      select e.id, e.timeline_sha256 from exports e
      where a.recorded is null and e.artifact_id = a.id and e.format not in ('srt', 'vtt') and exists (
        select 1 from used u where a.created_at >= u.at and (u.section_id = e.section_id or u.section_id in (
          select b.section_id from book_export_sections b where b.export_id = e.id)))
      limit 1
    ) older on true
    where a.account_id = ${accountId}::uuid and not a.file_removed
      and (a.recorded ?| array(select jsonb_array_elements_text(${JSON.stringify(sha256s ?? [])}::jsonb))
        or older.id is not null)
  `.execute(services.db.q);
  const found: FileWithRecordings[] = [];
  for (const { is_known, timeline_sha256, ...file } of rows) {
    const isDecided = is_known || timeline_sha256 === null || sha256s === null;
    if (isDecided || (await timelinePlays(services, timeline_sha256, sha256s))) found.push(file);
  }
  return found;
}

async function timelinePlays(
  services: Pick<Services, "files">,
  timelineSha256: string,
  sha256s: readonly string[],
): Promise<boolean> {
  const wanted = new Set(sha256s);
  const { manifest } = await readTimeline(services, timelineSha256);
  return manifest.sequential_units.some((unit) => unit.unit_type === "asset" && wanted.has(unit.asset_content_hash));
}
