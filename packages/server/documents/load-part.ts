// The part of a script that an edit needs: the blocks that it names, and what stands directly around those whose place matters.

import { type NamedBlocks, type ScriptPart, scriptPart } from "@fullcast/core/document";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { idList, toBlock } from "./store.ts";

export interface LoadedPart {
  readonly part: ScriptPart;
  /** Where its blocks stand. */
  readonly positions: ReadonlyMap<string, number>;
}

type Row = Parameters<typeof toBlock>[0] & { readonly position: number };

export async function loadPart(
  { db }: Pick<Services, "db">,
  sectionId: string,
  named: NamedBlocks,
): Promise<LoadedPart> {
  const ordered = [...named.ordered];
  const { rows } = await sql<Row>`
    with named as (
      select id, position from blocks where section_id = ${sectionId} and id in (${idList(ordered)})
    ),
    wanted as (
      select id from named
      union
      select follower.id from named cross join lateral (
        select id from blocks where section_id = ${sectionId} and position > named.position order by position limit 1
      ) follower
      union
      select leader.id from named cross join lateral (
        select id from blocks where section_id = ${sectionId} and position < named.position
        order by position desc limit 1
      ) leader
      union
      select id from blocks where section_id = ${sectionId} and id in (${idList([...named.others])})
      union
      select id from blocks where section_id = ${sectionId} and placement is not null
        and placement->>'anchor_block_id' in (${textList([...named.reshaped])})
      union
      (select id from blocks where ${named.beginning} and section_id = ${sectionId} order by position limit 1)
    )
    select b.id, b.kind, b.block_version, b.content, b.placement, b.generation_profile_override, b.speaker_id, b.position
    from wanted join blocks b on b.section_id = ${sectionId} and b.id = wanted.id
    order by b.position
  `.execute(db.q);
  return {
    part: scriptPart(rows.map(toBlock), named),
    positions: new Map(rows.map((row) => [row.id, row.position])),
  };
}

function textList(ids: readonly string[]) {
  if (ids.length === 0) return sql`null`;
  return sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
}
