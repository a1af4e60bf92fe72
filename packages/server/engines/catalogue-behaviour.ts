// What the catalogue must do on every database; run on the embedded one and on a PostgreSQL server.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../db/db.ts";
import { silentLog } from "../db/test-data-directory.ts";
import { openJobs } from "../jobs/jobs.ts";
import type { CatalogVoice } from "./catalogue.ts";
import { type CatalogueKeeper, keepCatalogue } from "./catalogue-keeper.ts";
import type { EngineDescription, EngineVoice, SpeechEngine } from "./engine.ts";
import { voiceId } from "./voice-id.ts";

function voice(id: string, changes: Partial<EngineVoice> = {}): EngineVoice {
  return {
    id,
    name: id,
    models: ["m"],
    languages: ["en-GB"],
    accent: null,
    gender: "female",
    age: "adult",
    tags: [],
    description: "",
    license: "test",
    publishable: null,
    preparation_required: false,
    revision: "1",
    features: null,
    ...changes,
  };
}

function saying(voices: readonly EngineVoice[], changes: Partial<EngineDescription> = {}): EngineDescription {
  const model = {
    id: "m",
    languages: ["en-GB"],
    max_characters: 1_000,
    controls: [],
    word_timings: false,
    seed: false,
    pauses: "spliced" as const,
    snowcoins_per_1000: null,
    revision: "1",
  };
  return { status: "available", notice: null, models: [model], voices, ...changes };
}

/** An engine that says what it is given to say; it counts how often it is asked. */
function standIn(provider: string, kind: SpeechEngine["kind"], first: EngineDescription | Error) {
  const state = { says: first, asked: 0 };
  const engine: SpeechEngine = {
    provider,
    name: provider,
    kind,
    concurrency: 2,
    async describe() {
      state.asked += 1;
      if (state.says instanceof Error) throw state.says;
      return state.says;
    },
    speak: () => Promise.reject(new Error("The catalogue never has an engine speak.")),
    async [Symbol.asyncDispose]() {},
  };
  return { engine, state };
}

export function catalogueBehaviour(opened: (t: TestContext) => Promise<Database>): void {
  /** A database without engines: the prepared one holds the embedded ones. */
  const open = async (t: TestContext) => {
    const db = await opened(t);
    await db.script("delete from speech_engines; delete from installation_facts where name = 'catalogue'");
    return db;
  };
  /** A process with these engines on the database. */
  async function process(t: TestContext, db: Database, ...engines: { readonly engine: SpeechEngine }[]) {
    const jobs = await openJobs(db, silentLog);
    const changed: string[][] = [];
    const keeper = await keepCatalogue(
      { db, jobs, clock: () => new Date(), newId: randomUUID, log: silentLog },
      engines.map(({ engine }) => engine),
      { onChange: async (ids) => void changed.push([...ids]) },
    );
    const stop = async () => {
      await jobs.stop(1_000);
      await keeper[Symbol.asyncDispose]();
    };
    t.after(stop);
    return { keeper, changed, stop };
  }

  /** Waits until the catalogue satisfies a condition; other processes may take two seconds to notice a change. */
  async function until(keeper: CatalogueKeeper, isSo: (voices: readonly CatalogVoice[]) => boolean): Promise<void> {
    const limit = AbortSignal.timeout(10_000);
    while (!isSo((await keeper.catalogue()).voices)) await delay(20, undefined, { signal: limit });
  }
  const now = new AbortController().signal;

  describe("the catalogue", () => {
    test("embedded voices are stored once; the next start writes nothing and reports nothing", async (t) => {
      const db = await open(t);
      const own = standIn("own", "embedded", saying([voice("a"), voice("b")]));
      const first = await process(t, db, own);
      assert.deepEqual(first.changed, [[voiceId("own", "a"), voiceId("own", "b")]]);
      const rows = await db.q.selectFrom("speech_voices").select(["voice_id", "revision", "available"]).execute();
      assert.equal(rows.length, 2);
      const stamp = await db.q.selectFrom("installation_facts").selectAll().where("name", "=", "catalogue").execute();
      await first.stop();
      const second = await process(t, db, own);
      assert.deepEqual(second.changed, []);
      const same = await db.q.selectFrom("installation_facts").selectAll().where("name", "=", "catalogue").execute();
      assert.deepEqual(same, stamp);
      const { voices, voice: byId } = await second.keeper.catalogue();
      assert.deepEqual(
        voices.map(({ voice_id, model, language, available }) => [voice_id, model, language, available]),
        rows.map(({ voice_id }) => [voice_id, "m", "en-GB", true]),
      );
      assert.equal(byId(voiceId("own", "b"))?.engine_voice_id, "b");
    });

    test("only voices whose revision changed are reported; one that an engine dropped stays and is not available", async (t) => {
      const db = await open(t);
      const before = saying([voice("same"), voice("changed"), voice("renamed"), voice("dropped")]);
      await (await process(t, db, standIn("own", "embedded", before))).stop();
      const after = saying([voice("same"), voice("changed", { revision: "2" }), voice("renamed", { name: "New" })]);
      const { keeper, changed } = await process(t, db, standIn("own", "embedded", after));
      assert.deepEqual(changed, [[voiceId("own", "changed")]]);
      const { voices } = await keeper.catalogue();
      assert.deepEqual(
        voices.map(({ id, name, revision, available }) => [id, name, revision, available]),
        [
          ["same", "same", "1", true],
          ["changed", "changed", "2", true],
          ["renamed", "New", "1", true],
          ["dropped", "dropped", "1", false],
        ],
      );
    });

    test("reading the catalogue asks no engine; a wish for news is granted in the background", async (t) => {
      const db = await open(t);
      const far = standIn("far", "remote", saying([voice("a")]));
      const { keeper } = await process(t, db, far);
      await until(keeper, (voices) => voices.length === 1);
      const { asked } = far.state;
      for (let reads = 0; reads < 50; reads++) await keeper.catalogue();
      await db.transaction(async () => void (await keeper.catalogue()));
      assert.equal(far.state.asked, asked);
      far.state.says = saying([voice("a"), voice("b")]);
      await keeper.refreshSoon();
      await until(keeper, (voices) => voices.length === 2);
      assert.equal(far.state.asked, asked + 1);
      // Many readers in a row ask once.
      for (let reads = 0; reads < 50; reads++) await keeper.refreshSoon();
      await delay(200);
      assert.equal(far.state.asked, asked + 1);
    });

    test("an engine that is away keeps its voices and models, and they come back as they were", async (t) => {
      const db = await open(t);
      const far = standIn("far", "remote", saying([voice("a")]));
      const { keeper, changed } = await process(t, db, far);
      await until(keeper, (voices) => voices.length === 1);
      const reported = changed.length;
      for (const away of [new Error("connect ECONNREFUSED"), saying([], { status: "unreachable", models: [] })]) {
        const seen = (await keeper.times()).get("far")?.last_seen_at;
        assert.ok(seen instanceof Date);
        const from = Date.now();
        far.state.says = away;
        await keeper.refresh("far", now);
        const { voices, engine } = await keeper.catalogue();
        assert.deepEqual(
          voices.map(({ id, available }) => [id, available]),
          [["a", false]],
        );
        assert.equal(engine("far")?.status, "unreachable");
        assert.equal(engine("far")?.models.length, 1);
        assert.doesNotMatch(engine("far")?.notice ?? "", /ECONNREFUSED/);
        const times = (await keeper.times()).get("far");
        assert.deepEqual(times?.last_seen_at, seen);
        assert.ok((times?.checked_at?.getTime() ?? 0) >= from, "the time of the try is stored");
        far.state.says = saying([voice("a")]);
        await keeper.refresh("far", now);
        assert.equal((await keeper.catalogue()).voices[0]?.available, true);
      }
      assert.equal(changed.length, reported, "no line became stale");
    });

    test("an engine that does not answer at first is asked again soon, without a request", async (t) => {
      const db = await open(t);
      const far = standIn("far", "remote", new Error("connect ECONNREFUSED"));
      const { keeper } = await process(t, db, far);
      const checked = async () => (await keeper.times()).get("far")?.checked_at ?? null;
      const limit = AbortSignal.timeout(10_000);
      while ((await checked()) === null) await delay(20, undefined, { signal: limit });
      assert.deepEqual((await keeper.catalogue()).voices, []);
      far.state.says = saying([voice("a")]);
      await until(keeper, (voices) => voices.some(({ available }) => available));
      const { asked } = far.state;
      await delay(1_500);
      assert.equal(far.state.asked, asked, "one that answers is left alone");
    });

    test("a limit that speaking met is stored, and the engine's next word wins over it", async (t) => {
      const db = await open(t);
      const far = standIn("far", "remote", saying([voice("a")]));
      const { keeper } = await process(t, db, far);
      await until(keeper, (voices) => voices.length === 1);
      await keeper.report("far", { status: "exhausted", notice: "The account has no characters left." });
      assert.equal((await keeper.catalogue()).engine("far")?.status, "exhausted");
      assert.equal((await keeper.catalogue()).voices[0]?.available, true, "the engine is there");
      await keeper.refresh("far", now);
      assert.equal((await keeper.catalogue()).engine("far")?.status, "available");
    });

    test("what a service says is made fit to be stored", async (t) => {
      const db = await open(t);
      const odd = [
        voice("a", { name: "N\u0000ul\ud800", languages: ["en_US", "not a language!"], tags: ["x".repeat(500)] }),
        voice("a", { name: "twice" }),
        voice("\u0000"),
        voice("b", { models: ["m", "unknown"], features: [Number.NaN] }),
      ];
      const { keeper } = await process(t, db, standIn("far", "remote", saying(odd)));
      await until(keeper, (voices) => voices.length === 2);
      const [a, b] = (await keeper.catalogue()).voices;
      assert.deepEqual([a?.name, a?.languages, a?.tags[0]?.length], ["N ul\ufffd", ["en-US"], 60]);
      assert.deepEqual([b?.models, b?.features], [["m"], null]);
    });

    test("an engine that the installation no longer has keeps its voices until it is forgotten", async (t) => {
      const db = await open(t);
      const far = standIn("far", "remote", saying([voice("a")]));
      const first = await process(t, db, far);
      await until(first.keeper, (voices) => voices.length === 1);
      assert.equal(await first.keeper.forget("far"), "served");
      assert.equal(await first.keeper.forget("unheard-of"), null);
      await first.stop();
      if (db.kind === "postgres") await db.script("update speech_engines set served_until = now()");
      const { keeper, changed } = await process(t, db);
      const { voices, engine } = await keeper.catalogue();
      assert.deepEqual([engine("far")?.status, voices[0]?.available], ["unconfigured", false]);
      assert.deepEqual(await keeper.forget("far"), { voices: 1 });
      assert.deepEqual(changed, [[voiceId("far", "a")]]);
      assert.deepEqual((await keeper.catalogue()).voices, []);
    });
  });
}
