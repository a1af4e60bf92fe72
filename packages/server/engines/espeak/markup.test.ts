import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import fc from "fast-check";
import type { SpeakRequest } from "../engine.ts";
import { PAUSE, SOUND, type SpeechEvent } from "./espeak-events.ts";
import { timeWords, wordSpans, wordTimes, writeMarkup } from "./markup.ts";

function request(text: string, changes: Partial<SpeakRequest> = {}): SpeakRequest {
  const empty = { emphasis: [], pronunciations: [], silences: [], options: {} };
  return { model: "", voice: "", text, delivery: NEUTRAL_DELIVERY, ...empty, ...changes };
}

function written(text: string, changes: Partial<SpeakRequest> = {}): string {
  return writeMarkup(request(text, changes), 0, text.length, true).text.replaceAll("\u00a0", "~");
}

test("spaces between words become no-break spaces, those at punctuation stay", () => {
  assert.equal(written("one of the best, and so on."), "one~of~the~best, and~so~on.");
});

test("nothing of the text can be markup, mnemonics or a command", () => {
  assert.equal(written('<break time="9s"/> & [[x]] \u0001\u0000\ue000'), '&lt;break~time="9s"/&gt; &amp; [ [x]]    ');
});

test("stress is wrapped, mnemonics replace their words and stand apart", () => {
  const stressed = written("I will go", { emphasis: [{ start: 2, end: 6 }] });
  assert.match(stressed, /^I~<prosody [^>]+>will<\/prosody>~go$/);
  const span = { start: 3, end: 9, alphabet: "ipa", value: "slaʊ" } as const;
  assert.equal(written("in Slough now", { pronunciations: [span] }), "in [[sl'aU]] now");
});

test("a pronunciation that cannot be read is reported and left out", () => {
  const spans = [{ start: 0, end: 2, alphabet: "cmu", value: "]] <x>" } as const];
  const markup = writeMarkup(request("in", { pronunciations: spans }), 0, 2, true);
  assert.equal(markup.text, "in");
  assert.equal(markup.warnings.length, 1);
  const german = writeMarkup(request("in", { pronunciations: [{ ...spans[0]!, value: "IH1 N" }] }), 0, 2, false);
  assert.equal(german.text, "in");
  assert.equal(german.warnings.length, 1);
});

test("every code point of the markup knows where it came from, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(60), fc.nat(60), (text, a, b) => {
      const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      const emphasis = end > start ? [{ start, end }] : [];
      const markup = writeMarkup(request(text, { emphasis }), 0, text.length, true);
      assert.equal([...markup.text].length, markup.offsets.length);
      let last = 0;
      for (const offset of markup.offsets) {
        assert.ok(offset >= last && offset <= text.length);
        last = offset;
      }
      assert.ok(markup.text.isWellFormed() || !text.isWellFormed());
      assert.doesNotMatch(markup.text, /[\u0000-\u001f\ue000-\uf8ff]|\[\[/);
    }),
    { numRuns: 150 },
  );
});

test("words are letters and digits with what holds them together", () => {
  const text = "In 1,813.5 the “well-known” J.R. said don’t… and/or 𝔘𝔫𝔦!";
  const words = wordSpans(text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(words, ["In", "1,813.5", "the", "well-known", "J.R", "said", "don’t", "and/or", "𝔘𝔫𝔦"]);
});

function timed(text: string, events: readonly (readonly [position: number, sample: number])[]) {
  const markup = writeMarkup(request(text), 0, text.length, true);
  const list = events.map(([position, sample]): SpeechEvent => ({ position, sample }));
  return timeWords(wordSpans(text), markup, list, 1000).map((word) => [
    text.slice(word.start, word.end),
    word.from,
    word.to,
  ]);
}

test("a word lasts from its event to the next pause or the next word", () => {
  assert.deepEqual(
    timed("Oh, no.", [
      [0, 0],
      [SOUND, 5],
      [PAUSE, 100],
      [PAUSE, 150],
      [4, 200],
      [SOUND, 210],
      [PAUSE, 300],
    ]),
    [
      ["Oh", 0, 100],
      ["no", 200, 300],
    ],
  );
});

test("several events inside one word are one word; a pause before its first sound is its beginning", () => {
  assert.deepEqual(
    timed("in 1813 all", [
      [0, 0],
      [SOUND, 0],
      [3, 100],
      [SOUND, 100],
      [4, 200],
      [SOUND, 200],
      [8, 300],
      [PAUSE, 300],
      [SOUND, 320],
      [PAUSE, 400],
    ]),
    [
      ["in", 0, 100],
      ["1813", 100, 300],
      ["all", 300, 400],
    ],
  );
});

test("a word without an event is left out, never guessed", () => {
  assert.deepEqual(
    timed("one two three", [
      [0, 0],
      [SOUND, 0],
      [8, 200],
      [SOUND, 200],
    ]),
    [
      ["one", 0, 200],
      ["three", 200, 1000],
    ],
  );
});

test("times ascend without overlap, for any events", () => {
  const text = "one two, three — four five";
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: -2, max: 30 }), fc.nat(1200)), { maxLength: 30 }), (events) => {
      const markup = writeMarkup(request(text), 0, text.length, true);
      const list = events.map(([position, sample]) => ({ position, sample })).sort((a, b) => a.sample - b.sample);
      let time = 0;
      let offset = 0;
      for (const word of wordTimes(timeWords(wordSpans(text), markup, list, 1000), 1000)) {
        assert.ok(word.start_ms >= time && word.end_ms > word.start_ms && word.end_ms <= 1000);
        assert.ok(word.start >= offset && word.end > word.start);
        time = word.end_ms;
        offset = word.end;
      }
    }),
    { numRuns: 150 },
  );
});
