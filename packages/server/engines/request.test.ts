import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { EngineError, type SpeakRequest } from "./engine.ts";
import { checkRequest } from "./request.ts";

const rules = { models: ["m"], max_characters: 20, hasVoice: (id: string) => id === "v" };
const good: SpeakRequest = {
  model: "m",
  voice: "v",
  text: "Twelve good words.",
  delivery: NEUTRAL_DELIVERY,
  emphasis: [{ start: 0, end: 6 }],
  pronunciations: [{ start: 7, end: 11, alphabet: "ipa", value: "x" }],
  silences: [{ offset: 6, duration_ms: 100 }],
  options: {},
};

test("a request within the contract passes", () => {
  checkRequest(good, rules);
});

test("a request outside the contract is refused without repeating its text", () => {
  const bad: readonly Partial<SpeakRequest>[] = [
    { model: "n" },
    { voice: "w" },
    { text: "" },
    { text: " …—! " },
    { text: "far too long for these rules" },
    { text: "half \udc00" },
    { delivery: { ...NEUTRAL_DELIVERY, rate: 0 } },
    { delivery: { ...NEUTRAL_DELIVERY, pitch_semitones: 13 } },
    { delivery: { ...NEUTRAL_DELIVERY, volume_db: Number.POSITIVE_INFINITY } },
    { delivery: { ...NEUTRAL_DELIVERY, range: -1 } },
    { emphasis: [{ start: 3, end: 3 }] },
    {
      emphasis: [
        { start: 4, end: 6 },
        { start: 5, end: 7 },
      ],
    },
    { pronunciations: [{ start: 0, end: 99, alphabet: "ipa", value: "x" }] },
    { silences: [{ offset: 0, duration_ms: 1 }] },
    { silences: [{ offset: 18, duration_ms: 1 }] },
    { silences: [{ offset: 5, duration_ms: -1 }] },
    { silences: [{ offset: 5.5, duration_ms: 1 }] },
  ];
  for (const change of bad) {
    const request = { ...good, ...change };
    assert.throws(
      () => checkRequest(request, rules),
      (error: unknown) =>
        error instanceof EngineError &&
        error.kind === "rejected" &&
        (request.text.length < 3 || !error.message.includes(request.text)),
      JSON.stringify(change),
    );
  }
});
