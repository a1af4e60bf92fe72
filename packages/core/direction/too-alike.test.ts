import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "../document/document.ts";
import type { CastableVoice, CastingSpeaker } from "./castable.ts";
import { turnReader } from "./story-turns.ts";
import { recastOrder, tooAlike } from "./too-alike.ts";

const voice = (voice_id: string, features: readonly number[] | null) => ({ voice_id, features }) as CastableVoice;
const voices: { readonly [speaker: string]: CastableVoice } = {
  ann: voice("1", [0, 0]),
  ben: voice("2", [1, 0]),
  cid: voice("3", [9, 0]),
  dan: voice("3", [9, 0]),
  eve: voice("4", null),
};
const talk = (a: string, b: string, weight = 1) => ({ a, b, weight });

test("pairs of one scene nearer than 1.5 steps are named, those who talk most first; the same voice is at 0", () => {
  const talks = [
    talk("ann", "ben"),
    talk("ann", "cid", 9),
    talk("cid", "dan", 2),
    talk("ann", "eve"),
    talk("ann", "ben", 4),
  ];
  assert.deepEqual(
    tooAlike(talks, (id) => voices[id]),
    [
      { a: "ann", b: "ben", distance: 1, weight: 5 },
      { a: "cid", b: "dan", distance: 0, weight: 2 },
    ],
  );
  assert.deepEqual(
    tooAlike([talk("ann", "nobody")], (id) => voices[id]),
    [],
  );
});

test("turns are the spoken lines; long narration begins a new scene", () => {
  const block = (kind: string, text: string, speaker_id: string | null = null) =>
    ({ kind, speaker_id, content: { type: "text", text, annotations: [] } }) as unknown as Block;
  const read = turnReader();
  const turns = [
    ...read([block("speech", "Yes.", "ann"), block("narration", "She ran."), block("speech", "No.", "ben")]),
    ...read([block("narration", "It rained. ".repeat(60)), block("speech", "Ann?", null)]),
  ];
  assert.deepEqual(
    turns.map(({ speaker_id, newScene }) => [speaker_id, newScene]),
    [
      ["ann", true],
      ["ben", false],
      [null, true],
    ],
  );
});

test("the narrator keeps the voice, a chosen voice is changed last, then the one who says less changes", () => {
  const person = (id: string, characters: number, over: Partial<CastingSpeaker> = {}): CastingSpeaker => ({
    ...{ id, name: id, role: "character", gender: null, age: null, lines: 1, characters },
    casting: { voice_id: "1", source: "automatic" },
    ...over,
  });
  const order = (...pair: readonly CastingSpeaker[]) => recastOrder(pair).map(({ id }) => id);
  assert.deepEqual(order(person("ann", 900), person("ben", 20)), ["ben", "ann"]);
  assert.deepEqual(order(person("ann", 20), person("ben", 20)), ["ann", "ben"]);
  const chosen = person("ben", 20, { casting: { voice_id: "1", source: "user" } });
  assert.deepEqual(order(person("ann", 900), chosen), ["ann", "ben"]);
  assert.deepEqual(order(person("teller", 1, { role: "narrator" }), chosen), ["ben"]);
});
