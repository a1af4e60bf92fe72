// Blocks whose intents change because the rules of their project changed: its lexicon, its language, its speech tags.

import { type Block, HOLDS_SPEECH_TAG, isSpoken, type JsonValue } from "@fullcast/core/document";
import { canonicalJson } from "@fullcast/core/json";
import { compileLexicon, type Lexicon, type LexiconEntry, lexiconPlaces } from "@fullcast/core/lexicon";
import { type BlockIntentParts, blockIntentParts, isGeneratable, type SpeakingRules } from "@fullcast/core/media";
import { type QueryResult, type RawBuilder, sql } from "kysely";
import { jsonRows } from "../db/db.ts";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { type CastLookup, intentHash } from "./intents.ts";
import { speakingRules } from "./speaking-rules.ts";
import { BLOCK_COLUMNS, idList, toBlock } from "./store.ts";

type Db = Pick<Services, "db">;

/** Texts that are read and searched at a time, between answers to other requests. */
const TEXTS_AT_ONCE = 2_000;
/** Blocks that are computed and written in one statement. */
const BLOCKS_AT_ONCE = 1_000;

/** A block before and after. */
export interface Respoken {
  readonly section_id: string;
  readonly block: Block;
  readonly before: BlockIntentParts;
  readonly after: BlockIntentParts;
  readonly hash_before: string | null;
  readonly intent_hash: string | null;
}

/** The blocks of a section that hold one of some terms, at a version of its document. */
interface TermHolders {
  readonly document_version: number;
  readonly ids: readonly string[];
}

/** By section. */
export type FoundTerms = ReadonlyMap<string, TermHolders>;

/**
 * Searches the texts of a project for terms. `known` is an earlier result: sections whose document is still at the same
 * version are not read again, so that most of the search can run before a transaction.
 */
export async function findTerms(
  services: Db,
  projectId: string,
  entries: readonly LexiconEntry[],
  known: FoundTerms = new Map(),
): Promise<FoundTerms> {
  // The speaker and language of an entry are checked later, because both may change.
  const terms = compileLexicon(entries.map((entry) => ({ ...entry, language: null, speaker_id: null })));
  const found = new Map<string, TermHolders>();
  if (terms.size === 0) return found;
  const sections = await services.db.q
    .selectFrom("sections")
    .select(["id", "document_version"])
    .where("project_id", "=", projectId)
    .execute();
  for (const { id, document_version } of sections) {
    const before = known.get(id);
    const isKnown = before?.document_version === document_version;
    found.set(id, isKnown ? before : { document_version, ids: await holdersIn(services, id, terms) });
  }
  return found;
}

async function holdersIn(services: Db, sectionId: string, terms: Lexicon): Promise<string[]> {
  const ids: string[] = [];
  for (let after = -1; ; ) {
    const { db } = services;
    const rows = await jsonRows(
      db,
      db.q
        .selectFrom("blocks")
        .select(["id", "position", sql<string>`content->>'text'`.as("text")])
        .where("section_id", "=", sectionId)
        .where("generatable", "=", true)
        .where("kind", "in", ["speech", "narration"])
        .where("position", ">", after)
        .orderBy("position")
        .limit(TEXTS_AT_ONCE),
    );
    for (const { id, text } of rows) {
      const of = { text, annotations: [], speaker_id: null, language: "", omitTags: false };
      if (lexiconPlaces(terms, of).length > 0) ids.push(id);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < TEXTS_AT_ONCE) return ids;
    after = last.position;
  }
}

/** The blocks whose parts change under other rules, in batches of one section. */
export async function* respoken(
  { db }: Db,
  found: FoundTerms,
  rules: SpeakingRules,
  casts: CastLookup,
): AsyncGenerator<readonly Respoken[]> {
  for (const [section_id, { ids }] of found) {
    for (let from = 0; from < ids.length; from += BLOCKS_AT_ONCE) {
      const rows = await db.q
        .selectFrom("blocks")
        .select([...BLOCK_COLUMNS, "intent_parts", "intent_hash"])
        .where("section_id", "=", section_id)
        .where(sql<boolean>`id in (${idList(ids.slice(from, from + BLOCKS_AT_ONCE))})`)
        .execute();
      yield rows.flatMap((row) => {
        const block = toBlock(row);
        const before = row.intent_parts as BlockIntentParts;
        const after = isSpoken(block) ? blockIntentParts(block, sha256, rules) : before;
        const isSame = before.spoken === after.spoken && placesText(before) === placesText(after);
        const hashes = { hash_before: row.intent_hash, intent_hash: intentHash(after, block, casts) };
        return isSame ? [] : [{ section_id, block, before, after, ...hashes }];
      });
    }
  }
}

/** The places of a lexicon as one text that does not depend on how they were stored. */
const placesText = ({ lexicon = [] }: BlockIntentParts): string => canonicalJson(lexicon as unknown as JsonValue);

/**
 * Rewrites the intents of the blocks that hold terms, as the rules are now. Runs in the caller's transaction.
 * @returns how many of them lose their current audio
 */
export async function respeakTerms(
  services: Db,
  projectId: string,
  found: FoundTerms,
  casts: CastLookup,
): Promise<number> {
  let stale = 0;
  if (found.size === 0) return stale;
  const rules = await speakingRules(services, projectId);
  for await (const batch of respoken(services, found, rules, casts)) {
    stale += (await losingAudio(services, batch)).length;
    await writeIntents(services, batch);
  }
  return stale;
}

/** The blocks of a batch that have current audio and would have none. All are of one section. */
export async function losingAudio(services: Db, batch: readonly Respoken[]): Promise<readonly Respoken[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const lost = await losingTakes(services, batch);
  const recorded = await recordedBlocks(services, first.section_id);
  return batch.filter((one) => lost.has(one) && !recorded.has(one.block.id));
}

/** As losingAudio, for blocks whose words change: a person's recording says the old words, too. */
export async function losingWords(services: Db, batch: readonly Respoken[]): Promise<readonly Respoken[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const lost = await losingTakes(services, batch);
  const recorded = await recordedBlocks(services, first.section_id);
  return batch.filter((one) => lost.has(one) || (recorded.has(one.block.id) && one.before.text !== one.after.text));
}

async function losingTakes({ db }: Db, batch: readonly Respoken[]): Promise<ReadonlySet<Respoken>> {
  const takes = await db.q
    .selectFrom("renditions")
    .select(["block_id", "intent_hash"])
    .where("section_id", "=", batch[0]!.section_id)
    .where(sql<boolean>`block_id in (${idList(batch.map(({ block }) => block.id))})`)
    .execute();
  const made = new Set(takes.map((take) => `${take.block_id} ${take.intent_hash}`));
  const isMade = (block: Block, hash: string | null) => hash !== null && made.has(`${block.id} ${hash}`);
  return new Set(
    batch.filter(({ block, hash_before, intent_hash }) => isMade(block, hash_before) && !isMade(block, intent_hash)),
  );
}

/** The blocks whose active take is a person's recording, which the lexicon does not change. */
async function recordedBlocks({ db }: Db, sectionId: string): Promise<ReadonlySet<string>> {
  const rows = await db.q
    .selectFrom("take_choices as c")
    .innerJoin("renditions as r", (join) =>
      join
        .onRef("r.section_id", "=", "c.section_id")
        .onRef("r.block_id", "=", "c.block_id")
        .onRef("r.intent_hash", "=", "c.plays_hash"),
    )
    .select("c.block_id")
    .where("c.section_id", "=", sectionId)
    .where("r.source", "=", "recording")
    .execute();
  return new Set(rows.map((row) => row.block_id));
}

/**
 * Rewrites the intents of every block of a project that holds a speech tag, after the project began or ceased to leave them
 * out. Runs in the caller's transaction.
 */
export async function respeakTags(services: Db, projectId: string, casts: CastLookup): Promise<void> {
  const rules = await speakingRules(services, projectId);
  const { rows } = await sql<{ section_id: string } & Parameters<typeof toBlock>[0]>`
    select blocks.section_id, ${sql.join(BLOCK_COLUMNS.map((name) => sql.ref(`blocks.${name}`)))}
    from blocks join sections on sections.id = blocks.section_id
    where sections.project_id = ${projectId} and blocks.content @> ${JSON.stringify(HOLDS_SPEECH_TAG)}::jsonb
  `.execute(services.db.q);
  for (let from = 0; from < rows.length; from += BLOCKS_AT_ONCE) {
    const batch = rows.slice(from, from + BLOCKS_AT_ONCE).map((row) => {
      const block = toBlock(row);
      const after = blockIntentParts(block, sha256, rules);
      return { section_id: row.section_id, block, after, intent_hash: intentHash(after, block, casts) };
    });
    await writeIntents(services, batch);
  }
}

/**
 * Rewrites the intents of the lines of a project that were never spoken, after its language was given: figures are read by the
 * rules of the language. Lines with audio keep their words until they are edited. Runs in the caller's transaction.
 */
export async function respeakUnspoken(services: Db, projectId: string, casts: CastLookup): Promise<void> {
  const rules = await speakingRules(services, projectId);
  let last: { readonly section_id: string; readonly id: string } | null = null;
  do {
    const behind: RawBuilder<unknown> =
      last === null ? sql`true` : sql`(b.section_id, b.id) > (${last.section_id}::uuid, ${last.id}::uuid)`;
    const { rows }: QueryResult<{ section_id: string; intent_parts: unknown } & Parameters<typeof toBlock>[0]> =
      await sql<{ section_id: string; intent_parts: unknown } & Parameters<typeof toBlock>[0]>`
      select b.section_id, b.intent_parts, ${sql.join(BLOCK_COLUMNS.map((name) => sql.ref(`b.${name}`)))}
      from blocks b join sections s on s.id = b.section_id
      where s.project_id = ${projectId} and b.kind in ('speech', 'narration') and ${behind}
        and not exists (select 1 from renditions r where r.section_id = b.section_id and r.block_id = b.id)
      order by b.section_id, b.id limit ${BLOCKS_AT_ONCE}
    `.execute(services.db.q);
    const changed = rows.flatMap((row) => {
      const block = toBlock(row);
      const after = blockIntentParts(block, sha256, rules);
      const isSame = (row.intent_parts as BlockIntentParts).spoken === after.spoken;
      return isSame ? [] : [{ section_id: row.section_id, block, after, intent_hash: intentHash(after, block, casts) }];
    });
    await writeIntents(services, changed);
    last = rows.length < BLOCKS_AT_ONCE ? null : (rows.at(-1) ?? null);
  } while (last !== null);
}

async function writeIntents(
  { db }: Db,
  changed: readonly Pick<Respoken, "section_id" | "block" | "after" | "intent_hash">[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ section_id, block, after, intent_hash }) => ({
    section_id,
    id: block.id,
    intent_parts: after,
    generatable: isGeneratable(after),
    intent_hash,
  }));
  await sql`
    update blocks set intent_parts = c.intent_parts, generatable = c.generatable, intent_hash = c.intent_hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (section_id uuid, id uuid, intent_parts jsonb, generatable boolean, intent_hash text)
    where blocks.section_id = c.section_id and blocks.id = c.id
  `.execute(db.q);
}
