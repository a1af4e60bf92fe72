// Loads the part of a script that an edit needs: the blocks that it names, and the direct neighbours of those whose place
// matters. Every row is found by an index, however long the script is. The parts of the statement are joined with "union all",
// because the planner would read the whole script for a single condition.

import { type NamedBlocks, type ScriptPart, scriptPart } from "@fullcast/core/document";
import { type RawBuilder, sql } from "kysely";
import type { Services } from "../services.ts";
import { idList, toBlock } from "./store.ts";

export interface LoadedPart {
  readonly part: ScriptPart;
  /** The positions of its blocks. */
  readonly positions: ReadonlyMap<string, number>;
}

type Row = Parameters<typeof toBlock>[0] & { readonly position: number };

const COLUMNS = sql`id, kind, block_version, content, placement, generation_profile_override, speaker_id, position`;

export async function loadPart(
  { db }: Pick<Services, "db">,
  sectionId: string,
  named: NamedBlocks,
): Promise<LoadedPart> {
  const ordered = [...named.ordered];
  const ids = [...new Set([...ordered, ...named.others])];
  const around = (which: RawBuilder<unknown>) => sql`
    select near.* from (select position from blocks where section_id = ${sectionId} and id in (${idList(ordered)})) named
    cross join lateral (select ${COLUMNS} from blocks where section_id = ${sectionId} and ${which} limit 1) near`;
  const parts: RawBuilder<unknown>[] = [];
  if (ids.length > 0)
    parts.push(sql`select ${COLUMNS} from blocks where section_id = ${sectionId} and id in (${idList(ids)})`);
  if (ordered.length > 0)
    parts.push(
      around(sql`position > named.position order by position`),
      around(sql`position < named.position order by position desc`),
    );
  if (named.reshaped.size > 0)
    parts.push(sql`select ${COLUMNS} from blocks where section_id = ${sectionId} and placement is not null
      and (placement->>'anchor_block_id' in (${textList([...named.reshaped])})
        or placement->>'until_block_id' in (${textList([...named.reshaped])}))`);
  if (named.beginning)
    parts.push(sql`(select ${COLUMNS} from blocks where section_id = ${sectionId} order by position limit 1)`);
  const { rows } =
    parts.length === 0 ? { rows: [] } : await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(db.q);
  const inOrder = [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => a.position - b.position);
  return {
    part: scriptPart(inOrder.map(toBlock), named),
    positions: new Map(inOrder.map((row) => [row.id, row.position])),
  };
}

const FEW_IDS = 200;

function textList(ids: readonly string[]) {
  return ids.length <= FEW_IDS ? sql.join(ids) : sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
}
