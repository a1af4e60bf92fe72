// The finished files of sections as they stand now.

import { sql } from "kysely";
import type { Services } from "../services.ts";
import type { ExportRow } from "./store.ts";

/** A finished file of a section as it stands now. */
export interface ReadyFile {
  readonly section_id: string;
  readonly sha256: string;
  readonly filename: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly duration_ms: number | null;
  readonly completed_at: Date;
  /** The stored timeline that the file was made from. */
  readonly timeline_sha256: string | null;
}

/** For each section the newest unexpired file of a format that was made from the current versions. */
export async function readyFiles(
  { db, clock }: Pick<Services, "db" | "clock">,
  sectionIds: readonly string[],
  format: ExportRow["format"],
): Promise<ReadonlyMap<string, ReadyFile>> {
  if (sectionIds.length === 0) return new Map();
  const { rows } = await sql<ReadyFile>`
    select distinct on (e.section_id) e.section_id, a.sha256, a.filename, a.content_type, a.size_bytes,
      e.duration_ms, e.completed_at, e.timeline_sha256
    from exports e
    join export_artifacts a on a.id = e.artifact_id
    join sections s on s.id = e.section_id
    join projects p on p.id = s.project_id
    where e.section_id in (${sql.join(sectionIds)}) and e.format = ${format} and e.status = 'completed'
      and a.expires_at > ${clock()}
      and e.document_version = s.document_version
      and e.speaker_registry_version = p.speaker_registry_version
      and e.mastering_version = p.mastering_version
    order by e.section_id, e.completed_at desc, e.id
  `.execute(db.q);
  return new Map(rows.map((row) => [row.section_id, row]));
}

/** A finished file with exactly the audio of a timeline, for players; the smaller one first. */
export async function fileOfTimeline(
  { db, clock }: Pick<Services, "db" | "clock">,
  sectionId: string,
  manifestHash: string,
): Promise<{ readonly artifact_id: string; readonly content_type: string; readonly duration_ms: number } | undefined> {
  return db.q
    .selectFrom("exports")
    .innerJoin("export_artifacts", "export_artifacts.id", "exports.artifact_id")
    .select(["export_artifacts.id as artifact_id", "export_artifacts.content_type", "exports.duration_ms"])
    .where("exports.section_id", "=", sectionId)
    .where("exports.manifest_hash", "=", manifestHash)
    .where("exports.format", "in", ["m4b", "mp3"])
    .where("exports.status", "=", "completed")
    .where("exports.duration_ms", "is not", null)
    .where("export_artifacts.expires_at", ">", clock())
    .where("export_artifacts.file_removed", "=", false)
    .orderBy("exports.format")
    .limit(1)
    .executeTakeFirst()
    .then((row) => (row === undefined ? undefined : { ...row, duration_ms: row.duration_ms ?? 0 }));
}
