// Words of takes against what was heard: generated texts with edits, and the forms in which recognisers write.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Annotation, AST_VERSION, type TextContent } from "../document/document.ts";
import { spokenText } from "../media/media.ts";
import { compareTake, printedText, timeOfRun } from "./certificate.ts";

const WORDS = "harbour lamp empty boats came slowly over water under black rope singing nine little door window".split(
  " ",
);

const contentOf = (text: string, annotations: readonly Annotation[] = []): TextContent => ({
  ...{ type: "text", schema_version: AST_VERSION, text, annotations, points: [], delivery_control_sets: [] },
});
const compare = (text: string, heard: string, more: { language?: string; names?: readonly string[] } = {}) => {
  const lexicon = (more.names ?? []).map((name, at) => ({
    ...{ entry_id: `e${at}`, start_utf16: text.indexOf(name), end_utf16: text.indexOf(name) + name.length },
    ...{ alphabet: "alias" as const, value: "Other" },
  }));
  const { language } = more;
  const parts = { ...(language === undefined ? {} : { language }), ...(lexicon.length === 0 ? {} : { lexicon }) };
  return compareTake({ content: contentOf(text), parts, provider: "own", heard });
};
const runsOf = (...given: Parameters<typeof compare>) =>
  compare(...given).runs.map(({ expected, heard }) => [expected, heard]);

const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 4, maxLength: 60 });

test("a take that is heard as its spoken text has every word confirmed, in any case and with any signs", () => {
  fc.assert(
    fc.property(sentence, fc.constantFrom(" ", ", ", " — ", "\n"), fc.boolean(), (words, between, isLoud) => {
      const text = `“${words.join(between)}!”`;
      const heard = spokenText(contentOf(text)).text;
      const { confirmed, runs, ...counted } = compare(text, isLoud ? heard.toUpperCase() : `  ${heard}.`);
      assert.deepEqual([counted.words, confirmed, runs], [words.length, words.length, []]);
    }),
  );
});

test("each word that is left out, replaced or added is found at its place, and no other", () => {
  const edit = fc.record({
    kind: fc.constantFrom("out", "other", "added"),
    share: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
  fc.assert(
    fc.property(sentence, edit, (words, { kind, share }) => {
      const at = Math.floor(share * words.length);
      const heard = [...words];
      if (kind === "out") heard.splice(at, 1);
      else if (kind === "other") heard[at] = "xylophone";
      else heard.splice(at, 0, "xylophone");
      const text = words.join(" ");
      const { confirmed, runs } = compare(text, heard.join(" "));
      assert.equal(confirmed, kind === "added" ? words.length : words.length - 1);
      assert.equal(runs.length, 1);
      const [run] = runs;
      assert.equal(text.slice(run!.start_utf16, run!.end_utf16), run!.expected);
      // A word beside an equal one may be the one that is missing.
      assert.equal(run!.expected, kind === "added" ? "" : words[at]);
      assert.equal(run!.heard, kind === "out" ? "" : "xylophone");
    }),
  );
});

test("whatever is heard, sums and places hold", () => {
  const heard = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    sentence.map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), heard, (text, said) => {
      const found = compare(text, said);
      assert.ok(found.confirmed <= found.words && found.confirmed >= 0);
      let last = 0;
      for (const { start_utf16, end_utf16, expected } of found.runs) {
        assert.ok(start_utf16 >= last && start_utf16 <= end_utf16 && end_utf16 <= text.length);
        if (expected !== "") last = start_utf16;
      }
    }),
  );
});

test("figures, abbreviations and currencies are compared as they are spoken", () => {
  for (const [text, heard] of [
    [
      "In 1813 Mr. Fog paid £21 at 7:30 to Dr. Ash.",
      "in eighteen thirteen mister fog paid twenty-one pounds at seven thirty to doctor ash",
    ],
    ["In eighteen thirteen Mister Fog paid twenty-one pounds to Ann.", "In 1813, Mr. Fog paid £21 to Ann."],
    ["The lighthouse keeper came every day with them.", "the light house keeper came everyday with them"],
    ["He doesn’t like the café, she said to him.", "he doesn't like the cafe she said to him"],
  ] as const)
    assert.deepEqual(runsOf(text, heard), [], text);
  assert.deepEqual(
    runsOf(
      "Er zahlte 21 Mark und ging über die Straße hinaus.",
      "er zahlte einundzwanzig Mark und ging uber die Strasse hinaus",
      { language: "de" },
    ),
    [],
  );
  assert.deepEqual(runsOf("In 1813 the boats came home again.", "in 1830 the boats came home again"), [
    ["thirteen", "thirty"],
  ]);
});

test("scripts without spaces are compared sign by sign", () => {
  assert.deepEqual(runsOf("她走进了港口的灯塔。", "她走進了港口的灯塔", { language: "zh" }), [["进", "進"]]);
});

test("names of the lexicon are not counted, whatever is heard in their place", () => {
  const text = "Then Aoife Niamh walked along the harbour wall.";
  const { words, confirmed, exempt, runs } = compare(text, "then eva neve walked along the harbour wall", {
    names: ["Aoife", "Niamh"],
  });
  assert.deepEqual([words, confirmed, runs], [6, 6, []]);
  assert.ok(exempt >= 2);
  assert.deepEqual(runsOf(text, "then walked along the harbour wall", { names: ["Aoife Niamh"] }), []);
  assert.deepEqual(runsOf(text, "then eva neve ran along the harbour wall", { names: ["Aoife", "Niamh"] }), [
    ["walked", "ran"],
  ]);
});

test("a short line is confirmed when half of its letters were heard", () => {
  assert.deepEqual(compare("“Hush!”", "harsh"), { words: 1, confirmed: 1, exempt: 0, runs: [] });
  assert.equal(compare("“No.”", "know").confirmed, 1);
  assert.deepEqual(runsOf("“Goodbye, Tom.”", "where is it"), [["Goodbye, Tom", "where is it"]]);
  assert.deepEqual(runsOf("“Goodbye, Tom.”", ""), [["Goodbye, Tom", ""]]);
});

test("a recogniser that repeats itself without end is compared within limits", () => {
  const text = Array.from({ length: 5_000 }, (_, at) => WORDS[at % WORDS.length]).join(" ");
  const heard = text.split(" ");
  heard[2_500] = "xylophone";
  const found = compare(text, heard.join(" "));
  assert.equal(found.confirmed, 4_999);
  const endless = compare("The boats came home over the water.", "thank you ".repeat(50_000));
  assert.equal(endless.confirmed, 0);
});

test("text of a program's output: plain, JSON, JSON lines, without marks of silence", () => {
  assert.equal(printedText("the boats\ncame home\n"), "the boats came home");
  assert.equal(printedText('{"text": "The boats", "segments": []}'), "The boats");
  assert.equal(printedText('{"text": "The boats"}\n{"text": "came home"}\n'), "The boats came home");
  assert.equal(printedText("<s> the boats <sil> [BLANK_AUDIO] </s>"), "the boats");
  assert.equal(printedText('{"text": 3}'), '{"text": 3}');
});

test("a run has the times of its words, otherwise its share of the take", () => {
  const [run] = compare("One two three four five six.", "one two xylophone four five six").runs;
  const words = [
    { start_utf16: 4, end_utf16: 7, start_ms: 300, end_ms: 500 },
    { start_utf16: 8, end_utf16: 13, start_ms: 520, end_ms: 800 },
  ];
  assert.deepEqual(timeOfRun(run!, words, 2_000), { start_ms: 520, end_ms: 800 });
  const { start_ms, end_ms } = timeOfRun(run!, null, 2_800);
  assert.ok(start_ms >= 700 && start_ms < end_ms && end_ms <= 1_400, `${start_ms}-${end_ms}`);
});
