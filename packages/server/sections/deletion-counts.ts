// Counts what deleting a project or a section would delete. Only reads: other rooms own the tables.

import { sql } from "kysely";
import type { Services } from "../services.ts";

export interface DeletionCounts {
  readonly sections: number;
  readonly blocks: number;
  readonly audio_runs: number;
  /** Takes of blocks. */
  readonly clips: number;
  /** Stored audio, finished files and covers. */
  readonly media: number;
}

/** Counts what belongs to a whole project. */
export async function projectCounts({ db }: Pick<Services, "db">, projectId: string): Promise<DeletionCounts> {
  const { rows } = await sql<DeletionCounts>`
    with s as (select id from sections where project_id = ${projectId})
    select
      (select count(*)::int from s) as sections,
      (select count(*)::int from blocks where section_id in (select id from s)) as blocks,
      (select count(*)::int from workflow_runs
        where project_id = ${projectId} and workflow_kind = 'create_audio') as audio_runs,
      (select count(*)::int from renditions where section_id in (select id from s)) as clips,
      (select count(distinct asset_id)::int from renditions where section_id in (select id from s))
        + (select count(distinct artifact_id)::int from exports where project_id = ${projectId} and artifact_id is not null)
        + (select count(*)::int from book_covers where project_id = ${projectId})
        + (select count(*)::int from book_originals where project_id = ${projectId}) as media
  `.execute(db.q);
  return rows[0] ?? { sections: 0, blocks: 0, audio_runs: 0, clips: 0, media: 0 };
}

export async function sectionCounts(
  { db }: Pick<Services, "db">,
  sectionId: string,
): Promise<Pick<DeletionCounts, "blocks" | "clips">> {
  const { rows } = await sql<Pick<DeletionCounts, "blocks" | "clips">>`
    select
      (select count(*)::int from blocks where section_id = ${sectionId}) as blocks,
      (select count(*)::int from renditions where section_id = ${sectionId}) as clips
  `.execute(db.q);
  return rows[0] ?? { blocks: 0, clips: 0 };
}
