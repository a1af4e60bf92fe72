import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import type { SpeakRequest, SpeechEngine } from "../engine.ts";
import { recordInTurns } from "./in-turns.ts";
import type { EngineScheduler, Turn } from "./scheduler.ts";

const RATE = 8_000;
const never = new AbortController().signal;

function engineOf(kind: SpeechEngine["kind"], texts: string[]): SpeechEngine {
  return {
    provider: "own",
    name: "Own voices",
    kind,
    concurrency: 1,
    describe: () => assert.fail("nothing asks for a description"),
    longestRequest: () => 40,
    async speak({ text }) {
      texts.push(text);
      const pcm = Int16Array.from({ length: RATE }, (_, i) => Math.round(8_000 * Math.sin(i / 5)));
      return {
        audio: { kind: "pcm", pcm, sample_rate: RATE },
        words: null,
        warnings: [],
        billed_characters: text.length,
        request_id: null,
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

const TEXT = "The boats came home. All but one were there by noon. Nobody spoke.";
const request: SpeakRequest = {
  model: "m",
  voice: "v",
  text: TEXT,
  delivery: NEUTRAL_DELIVERY,
  emphasis: [],
  pronunciations: [],
  silences: [{ offset: 21, duration_ms: 500 }],
  options: {},
};

function scheduler(turns: Turn[]): EngineScheduler {
  return {
    run(_, turn, work, signal) {
      turns.push(turn);
      return work(signal);
    },
  };
}

test("a line with a pause and beyond the longest request takes a turn for each request, with its own characters", async () => {
  const texts: string[] = [];
  const turns: Turn[] = [];
  const turn = { accountId: "a", group: "previews" };
  const spoken = { engine: engineOf("remote", texts), request, turn };
  const { recording } = await recordInTurns(scheduler(turns), spoken, never);
  assert.ok(texts.length >= 3);
  assert.equal(texts.join(""), TEXT);
  assert.deepEqual(
    turns,
    texts.map((text) => ({ ...turn, characters: text.length })),
  );
  assert.equal(recording.samples / recording.sample_rate, texts.length + 0.5);
  assert.equal(recording.billed_characters, TEXT.length);
});

test("an embedded engine speaks without a turn", async () => {
  const texts: string[] = [];
  const turns: Turn[] = [];
  const engine = engineOf("embedded", texts);
  await recordInTurns(scheduler(turns), { engine, request, turn: { accountId: "a", group: "g" } }, never);
  assert.deepEqual([texts.length, turns.length], [1, 0]);
});
