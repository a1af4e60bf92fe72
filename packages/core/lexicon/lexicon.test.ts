import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { type Annotation, AST_VERSION, type SpokenBlock } from "../document/document.ts";
import { blockIntentParts, freshness, intentOf, optionsOf, sourceWords, spokenText } from "../media/media.ts";
import { compileLexicon, lexiconPlaces, type PlacedText } from "./find-places.ts";
import { type LexiconEntry, sameTerm } from "./lexicon-entry.ts";
import { TOKEN, wordTokens } from "./word-tokens.ts";

let ids = 0;
const entry = (term: string, more: Partial<LexiconEntry> = {}): LexiconEntry => {
  ids += 1;
  return {
    id: `entry-${String(ids).padStart(6, "0")}`,
    term,
    case_sensitive: false,
    alphabet: "alias",
    value: `<${term}>`,
    language: null,
    speaker_id: null,
    ...more,
  };
};
const of = (text: string, more: Partial<PlacedText> = {}): PlacedText => ({
  text,
  annotations: [],
  speaker_id: null,
  language: "en",
  omitTags: false,
  ...more,
});
/** The text of each place that was found, in order. */
const found = (text: string, entries: readonly (LexiconEntry | string)[], more: Partial<PlacedText> = {}): string[] =>
  lexiconPlaces(compileLexicon(entries.map((one) => (typeof one === "string" ? entry(one) : one))), of(text, more)).map(
    ({ start_utf16, end_utf16 }) => text.slice(start_utf16, end_utf16),
  );

test("a term is found where it stands as words of its own, in any script", () => {
  for (const [text, term, expected] of [
    ["The Tamarisk, a tamarisk; Tamarisks", "Tamarisk", ["Tamarisk", "tamarisk"]],
    ["Tamarisk's and Tamarisk’s, James' too", "Tamarisk", ["Tamarisk", "Tamarisk"]],
    ["James' boat and James's", "James", ["James", "James"]],
    ["He'll, can't, o'clock", "can", []],
    ["He can, can't", "can't", ["can't"]],
    ["He can’t", "can't", ["can’t"]],
    ["d'Artagnan, O'Brien, l’Odette", "Artagnan", ["Artagnan"]],
    ["O'Brien", "Brien", []],
    ["l’Odette", "Odette", ["Odette"]],
    ["_Tamarisk_ *Tamarisk* “Tamarisk”", "Tamarisk", ["Tamarisk", "Tamarisk", "Tamarisk"]],
    ["Jean-Luc", "Luc", ["Luc"]],
    ["R2D2 R2", "R2", ["R2"]],
    ["New\n  York, New York; New\n\nYork; Newyork", "New York", ["New\n  York", "New York"]],
    ["Jose\u0301 und Jos\u00e9", "José", ["Jose\u0301", "Jos\u00e9"]],
    ["Tama\u00adrisk", "Tamarisk", ["Tama\u00adrisk"]],
    ["ΟΔΥΣΣΕΥΣ Οδυσσεύς οδυσσευς", "Οδυσσευς", ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"]],
    ["Straße STRASSE", "straße", ["Straße"]],
    ["東京都に行った。", "東京", ["東京"]],
    ["ロンドンへ、ロン", "ロン", ["ロン"]],
    ["서울에서 서울은 서울 서울대", "서울", ["서울", "서울", "서울"]],
    ["กรุงเทพฯ", "กรุงเทพ", ["กรุงเทพ"]],
    ["في القاهرة", "القاهرة", ["القاهرة"]],
    ["בירושלים ירושלים", "ירושלים", ["ירושלים"]],
    ["Дом дома", "дом", ["Дом"]],
    ["C++ and C", "C++", ["C++"]],
    ["I ♥ it", "♥", ["♥"]],
    ["😀Tamarisk😀", "Tamarisk", ["Tamarisk"]],
  ] as const)
    assert.deepEqual(found(text, [term]), expected, `${term} in ${text}`);
});

test("the longest term wins, then the one for the speaker, for the language, with its case", () => {
  assert.deepEqual(found("Mary Ann Smith Jones", ["Mary Ann", "Ann Smith Jones", "Mary"]), ["Mary", "Ann Smith Jones"]);
  const chosen = (entries: readonly LexiconEntry[], more: Partial<PlacedText>) =>
    lexiconPlaces(compileLexicon(entries), of("Mara", more)).map(({ value }) => value);
  const all = [
    entry("mara", { value: "any" }),
    entry("Mara", { value: "case", case_sensitive: true }),
    entry("mara", { value: "german", language: "de" }),
    entry("mara", { value: "tom", speaker_id: "tom" }),
  ];
  assert.deepEqual(chosen(all, {}), ["case"]);
  assert.deepEqual(chosen(all, { language: "de-AT" }), ["german"]);
  assert.deepEqual(chosen(all, { language: "den" }), ["case"]);
  assert.deepEqual(chosen(all, { language: "DE", speaker_id: "tom" }), ["tom"]);
  assert.deepEqual(found("MARA", [entry("Mara", { case_sensitive: true })]), []);
});

test("pronunciations of the text win, and what is not spoken is not looked at", () => {
  const annotation = (kind: "exclusion" | "pronunciation", start_utf16: number, end_utf16: number): Annotation =>
    kind === "exclusion"
      ? { kind, id: "x", start_utf16, end_utf16, reason: "user" }
      : { kind, id: "x", start_utf16, end_utf16, alphabet: "ipa", value: "x" };
  assert.deepEqual(found("Mara Mara", ["Mara"], { annotations: [annotation("pronunciation", 0, 4)] }), ["Mara"]);
  assert.deepEqual(found("Mara: Mara", ["Mara"], { annotations: [annotation("exclusion", 0, 6)] }), ["Mara"]);
  assert.deepEqual(found("New York", ["New York", "York"], { annotations: [annotation("exclusion", 0, 2)] }), ["York"]);
});

const word = fc.constantFrom("Ann", "ann", "Mary", "Smith", "of", "東", "京", "O", "s", "é");
const separator = fc.constantFrom(" ", " ", "'", "’", "-", "\n", ", ", "");
const texts = fc.array(fc.tuple(word, separator), { maxLength: 12 }).map((pairs) => pairs.flat().join(""));
const terms = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const entries = fc.array(
  fc
    .record({ term: terms, case_sensitive: fc.boolean(), speaker_id: fc.constantFrom(null, "tom") })
    .map(({ term, ...more }) => entry(term, more)),
  { maxLength: 8 },
);

test("places are in order and apart, hold an entry's words, and none that is longer was passed over", () => {
  fc.assert(
    fc.property(texts, entries, (text, given) => {
      const places = lexiconPlaces(compileLexicon(given), of(text));
      let end = 0;
      for (const place of places) {
        assert.ok(place.start_utf16 >= end && place.end_utf16 > place.start_utf16);
        end = place.end_utf16;
        const own = given.find(({ id }) => id === place.entry_id);
        assert.equal(own?.speaker_id, null);
        const written = text.slice(place.start_utf16, place.end_utf16).replace(/\s+/gu, " ");
        assert.equal(
          own?.case_sensitive ? written : written.toLowerCase(),
          own?.case_sensitive ? own.term : own?.term.toLowerCase(),
        );
      }
      for (const one of given) {
        for (const alone of lexiconPlaces(compileLexicon([one]), of(text))) {
          const over = places.filter(
            (place) => place.start_utf16 < alone.end_utf16 && place.end_utf16 > alone.start_utf16,
          );
          const length = alone.end_utf16 - alone.start_utf16;
          assert.ok(
            over.some((place) => place.end_utf16 - place.start_utf16 >= length),
            `${one.term} in ${text}`,
          );
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test("entries that can never be distinguished are the same term", () => {
  assert.equal(sameTerm(entry("New  York")), sameTerm(entry("new york")));
  assert.notEqual(sameTerm(entry("Newyork")), sameTerm(entry("New york")));
  assert.notEqual(sameTerm(entry("York", { case_sensitive: true })), sameTerm(entry("york", { case_sensitive: true })));
  assert.notEqual(sameTerm(entry("York", { language: "de" })), sameTerm(entry("York")));
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const voice = { provider: "espeak", model: "m", engine_voice_id: "v", engine_revision: "1" };
const speech = (text: string, annotations: readonly Annotation[] = []): SpokenBlock => ({
  id: "b",
  kind: "speech",
  block_version: 1,
  generation_profile_override: null,
  placement: null,
  speaker_id: "mara",
  content: { type: "text", schema_version: AST_VERSION, text, annotations, points: [], delivery_control_sets: [] },
});

test("an entry changes the intents of lines that hold its term, with the reason pronunciation, and of no other", () => {
  fc.assert(
    fc.property(texts, entries, (text, given) => {
      const block = speech(text);
      const plain = blockIntentParts(block, sha256);
      const parts = blockIntentParts(block, sha256, { lexicon: compileLexicon(given) });
      const [before, after] = [plain, parts].map((one) => intentOf(one, voice, null, sha256));
      assert.ok(before !== undefined && after !== undefined);
      if (lexiconPlaces(compileLexicon(given), of(text, { speaker_id: "mara" })).length === 0) {
        assert.deepEqual(parts, plain);
        return;
      }
      if (before.intent_hash === after.intent_hash || before.intent_hash === null) return;
      const { freshness: state, stale_reasons } = freshness(after, {
        intent_hash: before.intent_hash,
        intent_parts: before.parts,
      });
      assert.deepEqual([state, stale_reasons], ["stale", ["pronunciation"]], text);
    }),
    { numRuns: 1_000 },
  );
});

test("an entry is spoken as the same annotation on the text is, and words keep their places in the text", () => {
  const text = "“Is the Tamarisk's sail up?”";
  const lexicon = compileLexicon([entry("Tamarisk", { value: "tam a risk" })]);
  const parts = blockIntentParts(speech(text), sha256, { lexicon });
  const annotated = speech(text, [
    { kind: "pronunciation", id: "p", start_utf16: 8, end_utf16: 16, alphabet: "alias", value: "tam a risk" },
  ]);
  const spoken = spokenText(speech(text).content, optionsOf(parts));
  assert.deepEqual(spoken, spokenText(annotated.content));
  assert.match(spoken.text, /tam a risk/);
  assert.equal(parts.spoken, blockIntentParts(annotated, sha256).spoken);
  const at = spoken.text.indexOf("risk");
  const [said] = sourceWords(spoken, [{ start: at, end: at + 4, start_ms: 0, end_ms: 1 }]);
  assert.equal(text.slice(said?.start_utf16, said?.end_utf16), "Tamarisk");
});

test("2,000 entries over a long text take a moment, also when they begin alike", () => {
  const many = Array.from({ length: 2_000 }, (_, index) => entry(`the word${index} of`));
  const lexicon = compileLexicon(many);
  const text = "the rain over the word7 of the sea ".repeat(20_000);
  const started = performance.now();
  assert.equal(lexiconPlaces(lexicon, of(text)).length, 20_000);
  assert.ok(performance.now() - started < 10_000);
});

test("texts of any script have the tokens that the expression for all scripts finds", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.constantFrom(
        "don’t ",
        "“Yes,” ",
        "e\u0301",
        "a\u00adb",
        "x\u200dy",
        "’\u0301",
        "…",
        "—",
        "\u00a0",
        "\u2028",
        "東京",
        "カタカナ",
        "서울에서",
        "ς",
        "a’s",
      ),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(pieces, (some) => {
      const text = some.join("").toWellFormed();
      const tokens = wordTokens(text);
      const expected = [...text.matchAll(new RegExp(TOKEN.source, "gv"))];
      assert.deepEqual(
        tokens.map(({ start, end, isWord }) => [start, end, isWord]),
        expected.map((match) => [match.index, match.index + match[0].length, match.groups?.word !== undefined]),
        JSON.stringify(text),
      );
      for (const { exact, start, end, folded } of tokens) {
        const written = text.slice(start, end);
        const composed = written
          .normalize("NFC")
          .replace(/[\u00ad\u2060]/gu, "")
          .replace(/[’‘ʼ＇]/gu, "'");
        assert.equal(exact, /^[\x00-\x7f]*$/u.test(written) ? written : composed);
        assert.equal(folded, exact.toLowerCase().replaceAll("ς", "σ"));
      }
    }),
    { numRuns: 3_000 },
  );
});
