// The take that a line plays, as SQL: a person's choice first, then the take of its present intent. The rule is that of
// activeRendition() in core/media. A timeline plays a take only while its words are those of the line.

import { type RawBuilder, sql } from "kysely";

/** The choice `c` of a block `b`; its columns are null without one. */
export const CHOICE = sql`left join take_choices c on c.section_id = b.section_id and c.block_id = b.id`;

/** The intent hash of the take that a block `b` with the choice `c` plays. */
const PLAYED_HASH = sql`coalesce(
  case when c.for_hash is null or c.for_hash = b.intent_hash then c.plays_hash end, b.intent_hash)`;

/** Whether a take has the words of a block, regardless of voice, delivery and lexicon (sameWords() in core/media). */
const sameWords = (take: string) => sql`(
  ${sql.ref(take)}.intent_parts->>'text' = b.intent_parts->>'text'
  and coalesce(${sql.ref(take)}.intent_parts->'excluded_text'->>'where', '')
    = coalesce(b.intent_parts->'excluded_text'->>'where', ''))`;

/** Whether the block `b` with the choice `c` plays the take `t`. At most one take matches. */
const isPlayed = (take: string) => sql`
  ${sql.ref(take)}.section_id = b.section_id and ${sql.ref(take)}.block_id = b.id
  and ${sql.ref(take)}.rank = 0 and ${sql.ref(take)}.intent_hash = ${PLAYED_HASH}
  and (${sql.ref(take)}.intent_hash = b.intent_hash or ${sameWords(take)})`;

/** The take `r` that a block `b` plays in a timeline; its columns are null when there is none. */
export const PLAYED_TAKE: RawBuilder<unknown> = sql`${CHOICE} left join renditions r on ${isPlayed("r")}`;

/** As PLAYED_TAKE, one look for each block: for windows of a long section. */
export const PLAYED_TAKE_OF_EACH: RawBuilder<unknown> = sql`${CHOICE}
  left join lateral (select * from renditions t where ${isPlayed("t")} limit 1) r on true`;

/** Whether a person decided for good what a block with the choice `c` plays: it is locked, or a recording is active. */
export const IS_HELD: RawBuilder<unknown> = sql`(c.plays_hash is not null and c.for_hash is null)`;

/** Whether a block `b` plays a take `r` that is not current; recordings are current while their words are. */
export const PLAYS_STALE: RawBuilder<unknown> = sql`(r.source = 'engine' and r.intent_hash <> b.intent_hash)`;

/** Whether `take` is a spoken take of the block `b` in a voice, with the words of the block. */
const isIn = (take: string, voiceId: RawBuilder<unknown>) => sql`
  ${sql.ref(take)}.section_id = b.section_id and ${sql.ref(take)}.block_id = b.id and ${sql.ref(take)}.rank = 0
  and ${sql.ref(take)}.source = 'engine' and ${sql.ref(take)}.voice_id = ${voiceId} and ${sameWords(take)}`;

/** Whether a block `b` has a take in a voice, whichever voice speaks the block now. */
export const hasTakeIn = (voiceId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select 1 from renditions t where ${isIn("t", voiceId)})`;

/** As PLAYED_TAKE_OF_EACH, for one voice for all lines: the newest take in it, unless the played take is in it or there is none. */
export const takeOfEachIn = (voiceId: string): RawBuilder<unknown> => sql`${CHOICE}
  left join lateral (select * from (
    (select t.*, case when t.voice_id = ${voiceId} then 0 else 2 end as turn from renditions t where ${isPlayed("t")} limit 1)
    union all
    (select t.*, 1 as turn from renditions t where ${isIn("t", sql`${voiceId}`)} order by t.created_at desc, t.id limit 1)
  ) takes order by turn limit 1) r on true`;
