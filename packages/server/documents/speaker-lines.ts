// The SQL of speakers' lines: reliable examples, and how much each speaker says.

import { ATTRIBUTION_NAMESPACE, CHOSEN_BY_USER, type TextContent } from "@fullcast/core/document";
import { sql } from "kysely";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** UTF-16 units of a line that show how its speaker talks. */
const LINE_START = 400;
/** Evidence with at least this confidence counts like a person's choice. */
const CERTAIN = 0.9;

/**
 * Lines that certainly belong to their speaker, at most `perSpeaker` for each: first those that a person assigned, then those
 * with high confidence; the beginning of each line.
 */
export async function certainLines(
  { db }: Db,
  projectId: string,
  perSpeaker: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const evidence = `$[*] ? (@.namespace == "${ATTRIBUTION_NAMESPACE}" && `;
  const { rows } = await sql<{ speaker_id: string; line: string }>`
    with spoken as (
      select blocks.speaker_id, left(blocks.content->>'text', ${LINE_START}) as line,
        jsonb_path_exists(blocks.content->'annotations', ${`${evidence}@.payload.method == "${CHOSEN_BY_USER}")`}::jsonpath) as chosen,
        jsonb_path_exists(blocks.content->'annotations', ${`${evidence}@.payload.confidence >= ${CERTAIN})`}::jsonpath) as sure
      from blocks join sections on sections.id = blocks.section_id
      where sections.project_id = ${projectId} and blocks.kind = 'speech' and blocks.speaker_id is not null
    ), ranked as (
      select speaker_id, line, row_number() over (partition by speaker_id order by chosen desc, line) as place
      from spoken where chosen or sure
    )
    select speaker_id, line from ranked where place <= ${perSpeaker} order by speaker_id, place
  `.execute(db.q);
  const lines = new Map<string, string[]>();
  for (const { speaker_id, line } of rows) {
    const own = lines.get(speaker_id);
    if (own === undefined) lines.set(speaker_id, [line]);
    else own.push(line);
  }
  return lines;
}

/** The longest lines of a speaker that have at most `units` UTF-16 units, the longest one first, at most `most`. */
export async function longestLines(
  { db }: Db,
  { projectId, speakerId }: { readonly projectId: string; readonly speakerId: string },
  { units, most }: { readonly units: number; readonly most: number },
) {
  // The database counts characters, of which a text has at most as many as UTF-16 units.
  const rows = await db.q
    .selectFrom("blocks")
    .innerJoin("sections", "sections.id", "blocks.section_id")
    .where("sections.project_id", "=", projectId)
    .where("blocks.speaker_id", "=", speakerId)
    .where("blocks.kind", "in", ["speech", "narration"])
    .where(sql<boolean>`char_length(blocks.content->>'text') between 1 and ${units}`)
    .orderBy(sql`char_length(blocks.content->>'text')`, "desc")
    .orderBy("blocks.id")
    .limit(most)
    .select(["blocks.section_id", "blocks.id as block_id", "blocks.content"])
    .execute();
  return rows
    .map(({ content, ...place }) => ({ ...place, content: content as TextContent }))
    .filter(({ content }) => content.text.length <= units);
}

export interface SpeakerUsageRow {
  readonly speaker_id: string;
  readonly section_count: number;
  readonly block_count: number;
  readonly character_count: number;
}

/** How much each speaker of a project says in all sections; speakers without lines are absent. */
export async function speakerUsage({ db }: Db, projectId: string): Promise<ReadonlyMap<string, SpeakerUsageRow>> {
  const rows = await db.q
    .selectFrom("speaker_usage")
    .innerJoin("sections", "sections.id", "speaker_usage.section_id")
    .where("sections.project_id", "=", projectId)
    .where("speaker_usage.block_count", ">", 0)
    .groupBy("speaker_usage.speaker_id")
    .select((e) => [
      "speaker_usage.speaker_id",
      e.fn.countAll<number>().as("section_count"),
      e.fn.sum<number>("speaker_usage.block_count").as("block_count"),
      e.fn.sum<number>("speaker_usage.character_count").as("character_count"),
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.speaker_id,
      {
        speaker_id: row.speaker_id,
        section_count: Number(row.section_count),
        block_count: Number(row.block_count),
        character_count: Number(row.character_count),
      },
    ]),
  );
}
