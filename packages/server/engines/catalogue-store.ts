// The rows of the catalogue: speech_engines and speech_voices, and the stamp that changes with them.

import { sql } from "kysely";
import type { Database } from "../db/db.ts";
import { sha256 } from "../hash.ts";
import {
  type CatalogEngine,
  type Catalogue,
  type CustomVoiceOwner,
  catalogueOf,
  type Described,
  type KnownVoice,
} from "./catalogue.ts";
import type { EngineLimits, EngineModel, EngineStatus, EngineVoice } from "./engine.ts";
import { voiceId } from "./voice-id.ts";

type Db = { readonly db: Database };

const STAMP = "catalogue";

/** The present stamp; null before anything was stored. */
export async function readStamp({ db }: Db): Promise<string | null> {
  const row = await db.q.selectFrom("installation_facts").select("value").where("name", "=", STAMP).executeTakeFirst();
  return row?.value ?? null;
}

/** States that the catalogue changed: every process reads it again. Joins the caller's transaction. */
export async function writeStamp({ db }: Db, stamp: string): Promise<void> {
  await db.q
    .insertInto("installation_facts")
    .values({ name: STAMP, value: stamp })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: stamp }))
    .execute();
}

/** What a start must know, in one query: starts are counted in milliseconds. */
export interface StoredState {
  readonly stamp: string | null;
  /** Of all stored engines, by provider. */
  readonly digests: ReadonlyMap<string, string>;
  /** Whether there are voices other than those that the embedded engines list. */
  readonly hasOthers: boolean;
}

export async function storedState({ db }: Db, embedded: readonly string[]): Promise<StoredState> {
  const { rows } = await sql<{ stamp: string | null; digests: { [provider: string]: string } | null; others: boolean }>`
    select (select value from installation_facts where name = ${STAMP}) as stamp,
      (select jsonb_object_agg(provider, digest) from speech_engines) as digests,
      exists (select from speech_voices where not (available and provider = any(${sql.val(embedded)}::text[]))) as others
  `.execute(db.q);
  const { stamp = null, digests = null, others = false } = rows[0] ?? {};
  return { stamp, digests: new Map(Object.entries(digests ?? {})), hasOthers: others };
}

/** The digests of all stored engines by provider. */
export async function storedDigests({ db }: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.q.selectFrom("speech_engines").select(["provider", "digest"]).execute();
  return new Map(rows.map(({ provider, digest }) => [provider, digest]));
}

export function digestOf({ engine, voices }: Described): string {
  return sha256(JSON.stringify([engine, voices]));
}

const NOT_SERVED: EngineStatus = {
  status: "unconfigured",
  notice: "No running process of this installation has this engine.",
};

/**
 * The catalogue as it is stored. Engines of `own` are embedded in this process: what they say is known without reading it, so
 * only their voices of earlier versions are read.
 * @returns also when a promise to serve an engine ends (ms of the clock), or null
 */
export async function readCatalogue(
  { db }: Db,
  own: readonly Described[],
  now: Date,
): Promise<{ readonly catalogue: Catalogue; readonly until: number | null }> {
  const providers = own.map(({ engine }) => engine.provider);
  const rows = await db.q
    .selectFrom("speech_engines")
    .select(["provider", "name", "kind", "status", "notice", "models", "limits", "served_until"])
    .orderBy("provider")
    .execute();
  const stored = await sql<{
    provider: string;
    data: EngineVoice;
    available: boolean;
    owner: CustomVoiceOwner | null;
  }>`
    select v.provider, v.data, v.available,
      case when c.id is not null then jsonb_build_object(
        'account_id', c.account_id, 'removed', c.state in ('removing', 'removed'), 'about', c.about
      ) end as owner
    from speech_voices v
    left join custom_voices c on c.id::text = v.data ->> 'custom' and c.provider = v.provider
    where not (v.available and v.provider = any(${sql.val(providers)}::text[]))
    order by v.provider, v.engine_voice_id
  `.execute(db.q);
  const others = rows.filter(({ provider }) => !providers.includes(provider));
  const engines: readonly CatalogEngine[] = [
    ...own.map(({ engine }) => engine),
    ...others.map(({ served_until, ...row }): CatalogEngine => {
      const engine = { ...row, models: row.models as readonly EngineModel[], limits: row.limits as EngineLimits };
      return served_until !== null && served_until <= now ? { ...engine, ...NOT_SERVED } : engine;
    }),
  ];
  const voices: readonly KnownVoice[] = [
    ...own.flatMap(({ engine, voices: all }) =>
      all.map((voice) => ({ provider: engine.provider, voice, listed: true })),
    ),
    ...stored.rows.map(({ provider, data, available, owner }) => ({ provider, voice: data, listed: available, owner })),
  ];
  const ends = others.flatMap(({ served_until }) =>
    served_until !== null && served_until > now ? [served_until.getTime()] : [],
  );
  return { catalogue: catalogueOf(engines, voices), until: ends.length === 0 ? null : Math.min(...ends) };
}

export interface Storing {
  readonly stamp: string;
  readonly now: Date;
  /** Whether the engine was asked. False: what is stored about an engine before it was asked. */
  readonly isAsked: boolean;
}

/**
 * Stores what an engine said about itself. An engine that could not list its voices keeps those it had.
 * @returns ids of the voices that would sound different from before, new ones among them. Runs in a transaction.
 */
export async function storeDescribed(
  services: Db,
  one: Described,
  { stamp, now, isAsked }: Storing,
): Promise<readonly string[]> {
  const { db } = services;
  const { engine, voices } = one;
  const { provider, status, notice } = engine;
  // An engine that is away can still know its voices: those that its entry in the engines file names.
  const answered = status === "available" || voices.length > 0;
  const seen = status === "available" || status === "exhausted" ? { last_seen_at: now } : {};
  const before = await db.q
    .selectFrom("speech_engines")
    .select(["models", "last_seen_at"])
    .where("provider", "=", provider)
    .executeTakeFirst();
  const models = JSON.stringify(answered || engine.models.length > 0 ? engine.models : (before?.models ?? []));
  const row = {
    name: engine.name,
    kind: engine.kind,
    status,
    notice,
    models,
    limits: JSON.stringify(engine.limits),
    digest: digestOf(one),
    ...seen,
  };
  await db.q
    .insertInto("speech_engines")
    .values({ provider, ...row })
    .onConflict((conflict) => conflict.column("provider").doUpdateSet(row))
    .execute();
  await writeStamp(services, stamp);
  if (isAsked) await storeCheck(services, provider, now);
  return answered ? storeVoices(services, provider, voices, { now, lastSeen: before?.last_seen_at ?? now }) : [];
}

async function storeVoices(
  { db }: Db,
  provider: string,
  voices: readonly EngineVoice[],
  { now, lastSeen }: { readonly now: Date; readonly lastSeen: Date },
): Promise<readonly string[]> {
  const known = await db.q
    .selectFrom("speech_voices")
    .select(["voice_id", "revision"])
    .where("provider", "=", provider)
    .execute();
  const revisions = new Map(known.map(({ voice_id, revision }) => [voice_id, revision]));
  const rows = voices.map((voice) => ({
    voice_id: voiceId(provider, voice.id),
    engine_voice_id: voice.id,
    revision: voice.revision,
    data: voice,
  }));
  await sql`
    insert into speech_voices as v (voice_id, provider, engine_voice_id, revision, data, available, last_seen_at)
    select voice_id, ${provider}, engine_voice_id, revision, data, true, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (voice_id uuid, engine_voice_id text, revision text, data jsonb)
    on conflict (voice_id) do update
      set revision = excluded.revision, data = excluded.data, available = true, last_seen_at = excluded.last_seen_at
      where (v.revision, v.data, v.available) is distinct from (excluded.revision, excluded.data, true)
  `.execute(db.q);
  const listed = rows.map(({ voice_id }) => voice_id);
  await sql`
    update speech_voices set available = false, last_seen_at = ${lastSeen}
    where provider = ${provider} and available and not (voice_id = any(${sql.val(listed)}::uuid[]))
  `.execute(db.q);
  return rows.filter(({ voice_id, revision }) => revisions.get(voice_id) !== revision).map(({ voice_id }) => voice_id);
}

/** Writes another state of engines whose description is not known. Runs in a transaction. */
export async function storeStatus(
  services: Db,
  providers: readonly string[],
  { status, notice }: EngineStatus,
  { stamp }: Pick<Storing, "stamp">,
): Promise<void> {
  if (providers.length === 0) return;
  await services.db.q
    .updateTable("speech_engines")
    // Whatever the engine says next differs from this.
    .set({ status, notice, digest: "" })
    .where("provider", "in", [...providers])
    .execute();
  await writeStamp(services, stamp);
}

/** Removes an engine and its voices. @returns the ids of the voices. Runs in a transaction. */
export async function removeEngine(services: Db, provider: string, stamp: string): Promise<readonly string[]> {
  const { db } = services;
  const voices = await db.q
    .deleteFrom("speech_voices")
    .where("provider", "=", provider)
    .returning("voice_id")
    .execute();
  await db.q.deleteFrom("speech_engines").where("provider", "=", provider).execute();
  await db.q.deleteFrom("installation_facts").where("name", "=", checkOf(provider)).execute();
  await writeStamp(services, stamp);
  return voices.map(({ voice_id }) => voice_id);
}

/** When an engine answered last, and when it was last asked. Null: never. */
export interface EngineTimes {
  readonly last_seen_at: Date | null;
  readonly checked_at: Date | null;
}

/** The fact of the installation that states when an engine was last asked. */
const checkOf = (provider: string) => `checked:${provider}`;

/** Notes when an engine was asked, whether or not it answered. */
export async function storeCheck({ db }: Db, provider: string, at: Date): Promise<void> {
  const value = at.toISOString();
  await db.q
    .insertInto("installation_facts")
    .values({ name: checkOf(provider), value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** The times of the stored engines, by provider. */
export async function engineTimes({ db }: Db): Promise<ReadonlyMap<string, EngineTimes>> {
  const rows = await db.q
    .selectFrom("speech_engines")
    .leftJoin("installation_facts", (join) =>
      join.on(sql<boolean>`installation_facts.name = 'checked:' || speech_engines.provider`),
    )
    .select(["provider", "last_seen_at", "value"])
    .execute();
  return new Map(
    rows.map(({ provider, last_seen_at, value }) => [
      provider,
      { last_seen_at, checked_at: value === null ? null : new Date(value) },
    ]),
  );
}

/** Notes that engines described themselves as before, or that this process continues to serve them. */
export async function touch(
  { db }: Db,
  providers: readonly string[],
  times: { readonly last_seen_at?: Date; readonly served_until?: Date | null },
): Promise<void> {
  if (providers.length === 0) return;
  await db.q
    .updateTable("speech_engines")
    .set(times)
    .where("provider", "in", [...providers])
    .execute();
}
