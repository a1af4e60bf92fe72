// Random writes of every kind against the service, chosen by a seed. Each writer is one account with one client that sends one
// request after the other; several writers work at once.

import { setTimeout as delay } from "node:timers/promises";
import { type Client, createClient } from "@fullcast/contract";
import { createRandom, type Random } from "../power/random.ts";
import { createWriter } from "./writer.ts";
import { answered, type Findings, type Write } from "./writes.ts";

/** Where the requests go now, such as "http://127.0.0.1:7411". */
export type Target = () => string;

/** What must be true at the end: the last acknowledged state of one thing. */
export interface Promised {
  readonly what: string;
  readonly expected: string;
  readonly read: () => Promise<string>;
}

/** What all writers have done so far. */
export interface Done {
  readonly writes: Write[];
  readonly promised: Map<string, Promised>;
  /** The client of each run, export and uploaded sound, by its id. */
  readonly runs: Map<string, Client>;
  readonly exports: Map<string, Client>;
  /** Sections that were published. */
  readonly pages: Map<string, Client>;
  readonly sounds: Map<string, Client>;
  /** How many further takes were requested, by block. */
  readonly furtherTakes: Map<string, number>;
  readonly accounts: Account[];
}

export interface Account {
  readonly id: string;
  readonly client: Client;
  /** No text of it changes after audio was requested: what it must have paid follows from the present text. */
  readonly isExact: boolean;
  /** Snowcoins that were granted and acknowledged. */
  granted: number;
  readonly spokenSections: string[];
}

export interface Traffic {
  readonly done: Done;
  /** Resolves when there are this many writes, at the latest after `withinMs`. */
  reach(writes: number, withinMs: number): Promise<void>;
  /** Resolves when each writer's last write is answered. */
  stop(): Promise<void>;
}

const BASE = "http://service.invalid";
/** A process that is stopped with SIGSTOP does not answer. */
const REQUEST_MS = 15_000;
/** A client whose requests go to the process that is chosen for each of them. */
export function movingClient(target: Target, apiKey: string): Client {
  return createClient({ baseUrl: `${BASE}/v1`, apiKey, fetch: (url, init) => send(target, url, init) });
}

function send(target: Target, url: string, init: RequestInit): Promise<Response> {
  return fetch(url.replace(/^https?:\/\/[^/]+/, target()), { ...init, signal: AbortSignal.timeout(REQUEST_MS) });
}

/** Makes the accounts and starts their writers. */
export async function startTraffic(
  options: { readonly target: Target; readonly ownerKey: string; readonly writers: number; readonly pauseMs: number },
  random: Random,
  findings: Findings,
): Promise<Traffic> {
  const owner = movingClient(options.target, options.ownerKey);
  const done: Done = {
    writes: [],
    promised: new Map(),
    runs: new Map(),
    exports: new Map(),
    pages: new Map(),
    sounds: new Map(),
    furtherTakes: new Map(),
    accounts: [],
  };
  let isStopped = false;
  const { voices } = await answered(() => owner.call("listVoices", { query: { limit: 20 } }));
  const writers: Promise<void>[] = [];
  for (let index = 0; index < options.writers; index++) {
    const { account, raw_key } = await owner.call("createAccount", {
      body: { username: `writer-${index}`, display_name: `Writer ${index}`, email: null, plan: "unlimited" },
    });
    const own: Account = {
      id: account.id,
      client: movingClient(options.target, raw_key),
      isExact: index % 2 === 0,
      granted: 0,
      spokenSections: [],
    };
    done.accounts.push(own);
    const writer = createWriter({
      ...{ account: own, owner, done, findings },
      voiceIds: voices.map(({ voice_id }) => voice_id),
      random: createRandom(random.below(2 ** 31)),
      put: (url, init) => send(options.target, url, init),
    });
    writers.push(
      (async () => {
        await writer.begin();
        while (!isStopped) {
          await writer.next();
          await delay(options.pauseMs);
        }
      })(),
    );
  }
  const all = Promise.all(writers);
  // stop() awaits the same promise and reports its failure.
  all.catch(() => undefined);
  return {
    done,
    async reach(writes, withinMs) {
      const until = performance.now() + withinMs;
      while (done.writes.length < writes && performance.now() < until) await delay(20);
    },
    async stop() {
      isStopped = true;
      await all;
    },
  };
}
