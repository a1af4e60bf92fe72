// The change of a script that reverts one version and keeps the changes of later versions to other parts.

import { type Block, isSameState, undoBlock, withPresentSpeaker } from "@fullcast/core/document";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import type { VersionChange } from "./commit-version.ts";
import { versionRow } from "./past-versions.ts";
import { makeRoom, placeBlocks } from "./place-blocks.ts";
import { idList, type SectionRow, toBlock } from "./store.ts";
import type { PlacedBlock } from "./write-blocks.ts";

type Db = Pick<Services, "db">;

export type UndoneVersion =
  | {
      readonly kind: "change";
      readonly change: VersionChange;
      readonly blocks: readonly Block[];
      readonly deleted: readonly string[];
    }
  /** These blocks, or the title, were changed again since. */
  | { readonly kind: "conflict"; readonly blockIds: readonly string[] };

interface State {
  readonly block: Block;
  readonly position: number;
}

interface Touched {
  was?: State;
  made?: State;
  now?: State;
}

/**
 * Runs in the caller's transaction, which commits the change as the version after `section.document_version`.
 * @param present the speaker who has the lines of a speaker now; null when there is none
 */
export async function undoVersion(
  services: Db,
  section: SectionRow,
  version: number,
  present: (speakerId: string) => string | null,
): Promise<UndoneVersion> {
  const touched = await touchedBy(services, section.id, version);
  const conflicts: string[] = [];
  const deleted: string[] = [];
  const changed: State[] = [];
  const placed: State[] = [];
  for (const [id, { was, made, now }] of touched) {
    // The block made room for another one. Clients do not see it, and its position need not go back.
    if (was !== undefined && made !== undefined && was.block.block_version === made.block.block_version) continue;
    if (was === undefined && made !== undefined) {
      if (now !== undefined && isSameState(made.block, now.block)) deleted.push(id);
      else conflicts.push(id);
    } else if (was !== undefined && made === undefined) {
      if (now === undefined) placed.push(was);
      else conflicts.push(id);
    } else if (was !== undefined && made !== undefined) {
      const block = now === undefined ? null : undoBlock(was.block, made.block, now.block);
      if (block === null || now === undefined) conflicts.push(id);
      else if (was.position === made.position) changed.push({ block, position: now.position });
      else placed.push({ block, position: was.position });
    }
  }
  conflicts.push(...(await anchoredTo(services, section.id, deleted, touched)));
  const facts = await undoneFacts(services, section, version);
  if (facts === null || conflicts.length > 0) return { kind: "conflict", blockIds: conflicts };
  const latest = await latestVersions(
    services,
    section.id,
    placed.filter(({ block }) => !touched.get(block.id)?.now),
  );
  const next = ({ block, position }: State): PlacedBlock => ({
    block: {
      ...withPresentSpeaker(block, present),
      block_version: Math.max(block.block_version, latest.get(block.id) ?? 0) + 1,
    } as Block,
    position,
  });
  const isThere = (id: string) => touched.get(id)?.now !== undefined;
  const ended = [...deleted, ...[...changed, ...placed].map(({ block }) => block.id).filter(isThere)];
  const places = await placesOf(services, section, version, placed, deleted);
  const written = [
    ...changed.map(next),
    ...placed.map((one) => next({ ...one, position: places.get(one.block.id) ?? one.position })),
  ];
  return { kind: "change", change: { ended, written, ...facts }, blocks: written.map(({ block }) => block), deleted };
}

type Row = Parameters<typeof toBlock>[0] & { readonly position: number; readonly state: "was" | "made" | "now" };

const COLUMNS = sql`id, kind, block_version, content, placement, generation_profile_override, speaker_id, position`;

/** Every block that a version wrote or ended: before it, in it, and now. */
async function touchedBy({ db }: Db, sectionId: string, version: number): Promise<Map<string, Touched>> {
  const ended = sql`from past_blocks where section_id = ${sectionId} and until_version = ${version}`;
  const begun = sql`from blocks where section_id = ${sectionId} and since_version = ${version}`;
  const gone = sql`from past_blocks where section_id = ${sectionId} and since_version = ${version}`;
  const { rows } = await sql<Row>`
    select 'was' as state, ${COLUMNS} ${ended}
    union all select 'made', ${COLUMNS} ${begun}
    union all select 'made', ${COLUMNS} ${gone}
    union all select 'now', ${COLUMNS} from blocks
      where section_id = ${sectionId} and id in (select id ${ended} union select id ${begun} union select id ${gone})
    order by position
  `.execute(db.q);
  const touched = new Map<string, Touched>();
  for (const row of rows) {
    const of = touched.get(row.id) ?? {};
    touched.set(row.id, of);
    of[row.state] = { block: toBlock(row), position: row.position };
  }
  return touched;
}

/** Sounds that later edits placed at blocks which are about to go. */
async function anchoredTo(
  { db }: Db,
  sectionId: string,
  ids: readonly string[],
  touched: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from blocks where section_id = ${sectionId} and placement is not null
      and ((placement->>'anchor_block_id') in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
        or (placement->>'until_block_id') in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))
  `.execute(db.q);
  return rows.flatMap(({ id }) => (touched.has(id) ? [] : [id]));
}

/** The title and the flag before the version, where it changed them; null when they changed again since. */
async function undoneFacts(services: Db, section: SectionRow, version: number) {
  const [made, was] = await Promise.all([
    versionRow(services, section.id, version),
    versionRow(services, section.id, version - 1),
  ]);
  const isTitle = made.title !== was.title;
  const isFlag = made.sound_effects_enabled !== was.sound_effects_enabled;
  if (isTitle && section.title !== made.title) return null;
  if (isFlag && section.sound_effects_enabled !== made.sound_effects_enabled) return null;
  return {
    ...(isTitle ? { title: was.title } : {}),
    ...(isFlag ? { soundEffectsEnabled: was.sound_effects_enabled } : {}),
  };
}

/** The highest version that a block which is gone ever had: no number gets a second meaning. */
async function latestVersions({ db }: Db, sectionId: string, gone: readonly State[]): Promise<Map<string, number>> {
  if (gone.length === 0) return new Map();
  const { rows } = await sql<{ id: string; latest: number }>`
    select id, max(block_version) as latest from past_blocks
    where section_id = ${sectionId} and id in (${idList(gone.map(({ block }) => block.id))}) group by id
  `.execute(db.q);
  return new Map(rows.map(({ id, latest }) => [id, latest]));
}

/**
 * Positions directly after the blocks that stood before them, as far as these are still there: other blocks can have moved
 * to make room since.
 */
async function placesOf(
  services: Db,
  section: SectionRow,
  version: number,
  placed: readonly State[],
  deleted: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (placed.length === 0) return new Map();
  const sectionId = section.id;
  const wanted = JSON.stringify(placed.map(({ block, position }) => ({ id: block.id, position })));
  const away = JSON.stringify([...new Set([...deleted, ...placed.map(({ block }) => block.id)])]);
  for (;;) {
    const { rows } = await sql<{
      id: string;
      before_id: string | null;
      before: number;
      next_id: string | null;
      next: number;
    }>`
      with away as materialized (select value::uuid as id from jsonb_array_elements_text(${away}::jsonb)),
      wanted as (select id, position from jsonb_to_recordset(${wanted}::jsonb) as w (id uuid, position bigint)),
      found as (
        select wanted.id, wanted.position, near.id as before_id, coalesce(near.place, 0) as before
        from wanted left join lateral (
          select s.id, s.place from (
            (select b.id, b.position as stood, b.position as place from blocks b
             where b.section_id = ${sectionId} and b.position < wanted.position and b.since_version < ${version}
               and b.id not in (select id from away) order by b.position desc limit 1)
            union all
            (select p.id, p.position, b.position from past_blocks p join blocks b on b.section_id = p.section_id and b.id = p.id
             where p.section_id = ${sectionId} and p.position < wanted.position and p.since_version < ${version}
               and p.until_version >= ${version} and p.id not in (select id from away)
             order by p.position desc limit 1)
          ) s order by s.stood desc limit 1
        ) near on true
      )
      select found.id, found.before_id, found.before, after.id as next_id, coalesce(after.position, 0) as next
      from found left join lateral (
        select b.id, b.position from blocks b where b.section_id = ${sectionId} and b.position > found.before
          and b.id not in (select id from away) order by b.position limit 1
      ) after on true
      order by found.before, found.position
    `.execute(services.db.q);
    const states = new Map(placed.map(({ block }) => [block.id, block]));
    const positions = new Map<string, number>();
    const blocks: Block[] = [];
    const stub = (id: string) => ({ id }) as Block;
    for (const [index, row] of rows.entries()) {
      const isFirst = index === 0 || rows[index - 1]?.before_id !== row.before_id;
      if (isFirst && row.before_id !== null && blocks.at(-1)?.id !== row.before_id) blocks.push(stub(row.before_id));
      if (row.before_id !== null) positions.set(row.before_id, Number(row.before));
      blocks.push(states.get(row.id) ?? stub(row.id));
      const isLast = rows[index + 1]?.before_id !== row.before_id;
      if (isLast && row.next_id !== null) {
        blocks.push(stub(row.next_id));
        positions.set(row.next_id, Number(row.next));
      }
    }
    const places = placeBlocks(blocks, new Set(states.keys()), positions);
    if (!("needed" in places)) return places;
    await makeRoom(services, sectionId, section.document_version + 1, places);
  }
}
