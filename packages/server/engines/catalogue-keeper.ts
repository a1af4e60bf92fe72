// Keeps the catalogue in the database and in this process's memory. Embedded engines are compared with their rows once, at
// the start; other engines describe themselves in a job, which reading their state enqueues.
// Always true: reading the catalogue asks no engine; on the embedded database it costs no query, on a server one small
// query in two seconds; a voice whose revision changed reaches `onChange` in the transaction that stores the change.

import type { Database } from "../db/db.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { faultFields, type Log } from "../log.ts";
import { type Catalogue, type Described, described, describeEmbedded, embeddedCatalogue } from "./catalogue.ts";
import {
  digestOf,
  type EngineTimes,
  engineTimes,
  readCatalogue,
  readStamp,
  removeEngine,
  storeCheck,
  storeDescribed,
  storedDigests,
  storedState,
  storeStatus,
  touch,
  writeStamp,
} from "./catalogue-store.ts";
import { cleanDescription } from "./clean-description.ts";
import type { EngineDescription, EngineStatus, SpeechEngine } from "./engine.ts";

export interface CatalogueKeeper extends AsyncDisposable {
  /** All engines and voices that the installation knows. Asks no engine, and joins the caller's transaction. */
  catalogue(): Promise<Catalogue>;
  /** When each engine answered last and when it was last asked, by provider; embedded ones answer always. */
  times(): Promise<ReadonlyMap<string, EngineTimes>>;
  /** Has engines that can change describe themselves in the background, at most every few seconds each. */
  refreshSoon(): Promise<void>;
  /** Has one engine of this process describe itself now. Never inside a transaction. @throws the signal's reason */
  refresh(provider: string, signal: AbortSignal): Promise<void>;
  /** Stores what speaking has shown about an engine, such as a limit that is reached. Never inside a transaction. */
  report(provider: string, status: EngineStatus): Promise<void>;
  /** States that custom voices changed: every process reads the catalogue again. Joins the caller's transaction. */
  changed(): Promise<void>;
  /** Removes an engine that no process has, and its voices. @returns how many voices; null when there is no such engine */
  forget(provider: string): Promise<{ readonly voices: number } | "served" | null>;
}

export interface CatalogueServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly log: Log;
}

export interface CatalogueOptions {
  /** Called in the transaction that stores voices which are new, sound different or are removed. */
  readonly onChange: (voiceIds: readonly string[]) => Promise<void>;
}

/** How long a process of a PostgreSQL installation trusts what it read. */
const TRUST_MS = 2_000;
/** The shortest time between two descriptions of an engine on request. */
const REFRESH_MS = 4_000;
/** How long an engine may take to describe itself. */
const DESCRIBE_MS = 8_000;
/** How long a process promises to serve its engines. It renews the promise three times in this time. */
const SERVE_MS = 45_000;

/** An engine that does not answer is asked again after 1 s, then after as long as it has been away, at most 5 minutes. */
const FIRST_RETRY_SECONDS = 1;
const LONGEST_RETRY_SECONDS = 300;

const queueOf = (provider: string) => `describe-engine:${provider}`;

const SILENT: EngineDescription = {
  status: "unreachable",
  notice: "The engine does not answer.",
  models: [],
  voices: [],
};
const NOT_ASKED: EngineDescription = { ...SILENT, notice: "The engine has not answered yet." };
const NOT_IN_FILE: EngineStatus = {
  status: "unconfigured",
  notice: "This installation no longer has this engine. `fullcast engines forget` removes its voices.",
};

/** Opens the catalogue, stores what the embedded engines say, and has the others describe themselves. */
export async function keepCatalogue(
  services: CatalogueServices,
  engines: readonly SpeechEngine[],
  { onChange }: CatalogueOptions,
): Promise<CatalogueKeeper> {
  const { db, jobs, clock, newId, log } = services;
  const shared = db.kind === "postgres";
  const own = await describeEmbedded(engines);
  const asked = engines.filter(({ kind }) => kind !== "embedded");
  const askedProviders = asked.map(({ provider }) => provider);

  let known: { readonly catalogue: Catalogue; readonly stamp: string | null } | null = null;
  let trustedUntil = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  let generation = 0;
  const forgetMemory = () => {
    generation += 1;
    known = null;
  };

  /** One transaction: stores, reports changed voices, and has memory read again after the commit. */
  const changing = (work: () => Promise<readonly string[]>): Promise<readonly string[]> =>
    db.transaction(async () => {
      const voiceIds = await work();
      if (voiceIds.length > 0) await onChange(voiceIds);
      db.afterCommit(forgetMemory);
      return voiceIds;
    });
  const store = (one: Described, isAsked = true) =>
    changing(() => storeDescribed({ db }, one, { stamp: newId(), now: clock(), isAsked }));

  const catalogue = async (): Promise<Catalogue> => {
    const now = Date.now();
    if (known !== null && now < endsAt && (!shared || now < trustedUntil)) return known.catalogue;
    const from = generation;
    const stamp = await readStamp({ db });
    if (known !== null && now < endsAt && known.stamp === stamp) {
      trustedUntil = now + TRUST_MS;
      return known.catalogue;
    }
    const read = await readCatalogue({ db }, own, clock());
    // What was read before a change must not be remembered after it.
    if (from === generation) {
      known = { catalogue: read.catalogue, stamp };
      trustedUntil = now + TRUST_MS;
      endsAt = read.until ?? Number.POSITIVE_INFINITY;
    }
    return read.catalogue;
  };

  const ownProviders = own.map(({ engine }) => engine.provider);
  const { stamp, digests, hasOthers } = await storedState({ db }, ownProviders);
  for (const one of own) if (digests.get(one.engine.provider) !== digestOf(one)) await store(one, false);
  for (const engine of asked) if (!digests.has(engine.provider)) await store(described(engine, NOT_ASKED), false);
  const present = new Set(engines.map(({ provider }) => provider));
  const gone = [...digests.keys()].filter((provider) => !present.has(provider));
  if (!shared && gone.length > 0) await withdraw(services, gone, changing);

  const isSame = own.every((one) => digests.get(one.engine.provider) === digestOf(one));
  if (isSame && !hasOthers && engines.length === own.length && digests.size === own.length) {
    known = { catalogue: await embeddedCatalogue(engines), stamp };
    trustedUntil = Date.now() + TRUST_MS;
  }

  const refresh = async (provider: string, signal: AbortSignal): Promise<void> => {
    const engine = asked.find((one) => one.provider === provider);
    if (engine === undefined) return;
    const one = described(engine, await answerOf(engine, signal, log));
    const { status } = one.engine;
    const stored = (await storedDigests({ db })).get(provider);
    const now = clock();
    const isThere = status === "available" || status === "exhausted";
    if (stored !== digestOf(one)) await store(one);
    else {
      await storeCheck({ db }, provider, now);
      if (isThere) await touch({ db }, [provider], { last_seen_at: now });
    }
    await retryLater(provider, status);
  };

  /** Since when engines have not answered, in ms of the clock. */
  const awaySince = new Map<string, number>();
  /** An engine that does not answer is asked again without a request: one that lists its own voices has none until then. */
  const retryLater = async (provider: string, status: EngineStatus["status"]): Promise<void> => {
    if (status !== "unreachable") {
      awaySince.delete(provider);
      return;
    }
    const now = Date.now();
    const since = awaySince.get(provider) ?? now;
    awaySince.set(provider, since);
    const delaySeconds = Math.min(LONGEST_RETRY_SECONDS, Math.max(FIRST_RETRY_SECONDS, (now - since) / 1_000));
    await jobs.enqueue(queueOf(provider), provider, {}, { delaySeconds });
  };

  const wished = new Map<string, number>();
  const refreshSoon = async (): Promise<void> => {
    const now = Date.now();
    for (const { provider, kind } of (await catalogue()).engines) {
      if (kind === "embedded" || now < (wished.get(provider) ?? 0) + REFRESH_MS) continue;
      wished.set(provider, now);
      await jobs.enqueue(queueOf(provider), provider, {});
    }
  };

  const serve = () => touch({ db }, askedProviders, { served_until: new Date(clock().getTime() + SERVE_MS) });
  let serving: NodeJS.Timeout | undefined;
  if (asked.length > 0) {
    if (shared) {
      await serve();
      const renew = () => void serve().catch((error: unknown) => log.warn("engines not served", faultFields(error)));
      serving = setInterval(renew, SERVE_MS / 3).unref();
    } else await touch({ db }, askedProviders, { served_until: null });
    for (const { provider } of asked) {
      await jobs.work(queueOf(provider), { concurrency: 1, attempts: 1 }, ({ signal }) => refresh(provider, signal));
      await jobs.enqueue(queueOf(provider), provider, {});
    }
  }

  return {
    catalogue,
    async times() {
      const now = clock();
      const answered = { last_seen_at: now, checked_at: now };
      const times = new Map(own.map(({ engine }): [string, EngineTimes] => [engine.provider, answered]));
      const others = (await catalogue()).engines.some(({ provider }) => !times.has(provider));
      return others ? new Map([...(await engineTimes({ db })), ...times]) : times;
    },
    refreshSoon,
    refresh,
    async report(provider, status) {
      const engine = (await catalogue()).engine(provider);
      if (engine === undefined || (engine.status === status.status && engine.notice === status.notice)) return;
      await changing(async () => {
        await storeStatus({ db }, [provider], status, { stamp: newId() });
        return [];
      });
    },
    async changed() {
      await writeStamp({ db }, newId());
      db.afterCommit(forgetMemory);
    },
    async forget(provider) {
      const engine = (await catalogue()).engine(provider);
      if (engine === undefined) return null;
      if (present.has(provider) || engine.status !== "unconfigured") return "served";
      const voices = await changing(() => removeEngine({ db }, provider, newId()));
      return { voices: voices.length };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(serving);
    },
  };
}

/** Engines that this installation had and has no more: their voices stay, and cannot speak. */
async function withdraw(
  { db, newId }: CatalogueServices,
  providers: readonly string[],
  changing: (work: () => Promise<readonly string[]>) => Promise<unknown>,
): Promise<void> {
  await changing(async () => {
    await storeStatus({ db }, providers, NOT_IN_FILE, { stamp: newId() });
    return [];
  });
}

/** What an engine says about itself, within a time limit whatever the engine does with its signal. */
async function answerOf(engine: SpeechEngine, signal: AbortSignal, log: Log): Promise<EngineDescription> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DESCRIBE_MS)]);
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(limit.reason);
  limit.addEventListener("abort", end);
  try {
    return cleanDescription(await Promise.race([engine.describe(limit), ended.promise]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    log.info("An engine did not describe itself", { provider: engine.provider, ...faultFields(error) });
    return SILENT;
  } finally {
    limit.removeEventListener("abort", end);
    ended.promise.catch(() => undefined);
  }
}

/** Stores the embedded engines in a new database, for the prepared one. */
export async function storeEmbedded(db: Database, engines: readonly SpeechEngine[]): Promise<void> {
  for (const one of await describeEmbedded(engines)) {
    await db.transaction(() => storeDescribed({ db }, one, { stamp: "prepared", now: new Date(), isAsked: false }));
  }
}
