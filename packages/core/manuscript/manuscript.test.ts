// Faults that are planted into clean texts are found at their places, with the mend; clean texts have no findings.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { checkManuscript, FINDING_KINDS, type Finding, type FindingKind } from "./manuscript.ts";

const NAMES = ["Mara", "Tobias", "Ines", "Corvin"];
const sentence = (at: number): string =>
  `“I have counted ${["two", "three", "seven", "nine"][at % 4]} boats, and the harbour was empty,” said ${NAMES[at % NAMES.length]}. The harbour lay still, and ${NAMES[(at + 1) % NAMES.length]} was looking at the grey water.`;
const paragraphs = (count: number): string[] => Array.from({ length: count }, (_, at) => sentence(at));

const check = (text: string, language: string | null = "en"): readonly Finding[] =>
  checkManuscript([{ title: "One", text }], { language });
const mended = (text: string, findings: readonly Finding[]): string =>
  findings.toReversed().reduce((now, { start_utf16, end_utf16, mend }) => {
    return mend === null ? now : now.slice(0, start_utf16) + mend + now.slice(end_utf16);
  }, text);

/** A fault, made of a clean paragraph, with the words that are its place. */
const FAULTS: readonly {
  readonly kind: FindingKind;
  readonly plant: (paragraph: string) => string;
  readonly words: string;
  readonly isMended: boolean;
}[] = [
  { kind: "stray_symbol", plant: (p) => p.replace("grey", "grey&nbsp;"), words: "&nbsp;", isMended: false },
  { kind: "stray_symbol", plant: (p) => p.replace("grey", "<i>grey"), words: "<i>", isMended: true },
  { kind: "stray_symbol", plant: (p) => p.replace("grey", "gr\u200bey"), words: "\u200b", isMended: true },
  { kind: "stray_symbol", plant: (p) => p.replace("grey", "gr\ufffdey"), words: "\ufffd", isMended: false },
  { kind: "mixed_quotation_marks", plant: (p) => p.replace("“", '"'), words: '"', isMended: true },
  {
    kind: "author_note",
    plant: (p) => `${p} [TODO: more about the sea]`,
    words: " [TODO: more about the sea]",
    isMended: true,
  },
  { kind: "author_note", plant: (p) => `${p} TKTK`, words: "TKTK", isMended: false },
  { kind: "doubled_space", plant: (p) => p.replace("lay still", "lay  still"), words: "  ", isMended: true },
  { kind: "doubled_word", plant: (p) => p.replace("and the", "and the the"), words: " the", isMended: true },
  { kind: "doubled_word", plant: (p) => p.replace("The harbour", "The the harbour"), words: " the", isMended: true },
  { kind: "doubled_word", plant: (p) => p.replace("and the", "and the\nthe"), words: "\nthe", isMended: true },
  { kind: "stray_symbol", plant: (p) => p.replace("still,", "still,,"), words: ",,", isMended: true },
  { kind: "stray_symbol", plant: (p) => p.replace("The harbour", "**The harbour*"), words: "*", isMended: false },
  { kind: "stray_symbol", plant: (p) => p.replace("The harbour", "*The harbour**"), words: "*", isMended: false },
  { kind: "stray_symbol", plant: (p) => p.replace("The harbour", "**The harbour"), words: "**", isMended: true },
  { kind: "split_word", plant: (p) => p.replace("The harbour", "The har-\nbour"), words: "har-\nbour", isMended: true },
  { kind: "split_word", plant: (p) => p.replace("The harbour", "The har bour"), words: "har bour", isMended: true },
  {
    kind: "unbalanced_dialogue",
    plant: (p) => `${p.replace("”", "")}\n\nThe gulls said, “No,” and left.`,
    words: "",
    isMended: false,
  },
  {
    kind: "unbalanced_dialogue",
    plant: (p) => `${p} “We waited for two hours.\n\nThe gulls left.`,
    words: "“",
    isMended: false,
  },
  { kind: "split_word", plant: (p) => `${p} The lanterns of the lant erns.`, words: "lant erns", isMended: false },
  {
    kind: "name_spelled_two_ways",
    plant: (p) => p.replace(/was looking.*$/su, "saw Tobais there."),
    words: "Tobais",
    isMended: false,
  },
  { kind: "unspeakable_word", plant: (p) => p.replace("grey", "grxzkq"), words: "grxzkq", isMended: false },
  { kind: "unspeakable_word", plant: (p) => p.replace("grey", "gr\u0435y"), words: "gr\u0435y", isMended: true },
];

test("a clean text has no finding", () => {
  assert.deepEqual(check(paragraphs(40).join("\n\n")), []);
});

for (const { kind, plant, words, isMended } of FAULTS) {
  test(`${kind}: ${JSON.stringify(words)} is found wherever it stands, and only it`, () => {
    for (let at = 0; at < 40; at++) {
      const clean = paragraphs(40);
      const changed = plant(clean[at] as string);
      assert.notEqual(changed, clean[at]);
      const text = clean.with(at, changed).join("\n\n");
      const findings = check(text);
      assert.deepEqual(
        findings.map((one) => [one.kind, text.slice(one.start_utf16, one.end_utf16)]),
        [[kind, words]],
      );
      if (isMended) assert.equal(mended(text, findings), clean.join("\n\n"));
    }
  });
}

test("a word that a sentence may have twice, and marks in pairs, are no faults", () => {
  for (const right of [
    "He said that that man had had it all, and that she gave her her hat.",
    "Long long ago it was, and the - the sea, the *the* of it.",
    "The *wreck* lay **there**, and ***nothing*** moved. “*Quiet!*” said *Mara*.",
    "The word* has a note.\n\n*Note: it is old.",
    "* * *",
    "***",
    "5 * 3 is 15, and 5*3 is too.",
    "They saw the Them.",
  ])
    assert.deepEqual(check(`${paragraphs(3).join("\n\n")}\n\n${right}`), [], right);
  for (const [language, right] of [
    ["de", "Die Leute, die die Frau sah, hielt sie sie für ,,Riesen``."],
    ["fr", "Nous nous levons, et vous vous taisez, tra la la."],
  ] as const)
    assert.deepEqual(check(right, language), [], right);
  const unstated = "He saw the the wreck.";
  assert.equal(mended(unstated, check(unstated, null)), "He saw the wreck.");
  const german = "Er kam mit mit dem Boot.";
  assert.equal(mended(german, check(german, "de-AT")), "Er kam mit dem Boot.");
});

test("a heading without text is found, a part's page and a table of contents are not", () => {
  const text = `Chapter 1\n\nChapter 2\n\n${paragraphs(3).join("\n\n")}`;
  assert.deepEqual(
    check(text).map(({ kind, start_utf16, end_utf16 }) => [kind, text.slice(start_utf16, end_utf16)]),
    [["empty_heading", "Chapter 1"]],
  );
  const contents = `Chapter 1\n\nChapter 2\n\nChapter 3\n\n${paragraphs(3).join("\n\n")}`;
  assert.deepEqual(check(contents), []);
  assert.deepEqual(checkManuscript([{ title: "Part One", text: "Part One" }], { language: "en" }), []);
});

test("a name beside another is found at the beginning of a sentence, and with another letter; a plural is not", () => {
  const names = "Then Tomas Lindqvist met Margaret Oduya at the pier of Windy Corner.";
  const usual = `${names} `.repeat(12);
  const found = (text: string) => check(`${usual}${text}`).map(({ kind, mend }) => [kind, mend]);
  assert.deepEqual(found("Magraret Oduya slept."), [["name_spelled_two_ways", "Margaret"]]);
  assert.deepEqual(found("There was Tomas Lindkvist with her."), [["name_spelled_two_ways", "Lindqvist"]]);
  for (const right of ["Margarete came.", "They saw Windy Corners.", "There was Margaret Olsen.", "Tomas Berg slept."])
    assert.deepEqual(found(right), [], right);
});

test("speech of several paragraphs, and a poem inside speech, are no faults", () => {
  const clean = paragraphs(12).join("\n\n");
  const several = "“The first day was dry.\n\n“The second one was wet.\n\n“I left,” said Ines.";
  const poem = "“It says:\n\nThe sea is wide,\n\nthe boat is small,” said Ines.";
  for (const right of [several, poem]) assert.deepEqual(check(`${clean}\n\n${right}\n\n${clean}`), []);
});

test("every kind has a planted fault", () => {
  const planted = new Set<FindingKind>([...FAULTS.map(({ kind }) => kind), "empty_heading"]);
  assert.deepEqual(planted, new Set(FINDING_KINDS));
});

test("the stories of the examples have no finding", () => {
  const folder = new URL("../../../examples/", import.meta.url);
  const stories = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  assert.ok(stories.length > 0);
  for (const name of stories) {
    const text = readFileSync(new URL(name, folder), "utf8");
    assert.deepEqual(
      check(text).map((one) => [name, one.kind, text.slice(one.start_utf16, one.end_utf16)]),
      [],
    );
  }
});

test("French dialogue with dashes inside guillemets is not unbalanced", () => {
  const text = "«\u00a0Viens, dit-elle.\n\n— Non, dit-il.\n\n— Alors reste\u00a0», dit-elle.\n\n".repeat(8);
  assert.deepEqual(check(text, "fr"), []);
});

/** CPU seconds: other processes do not count. */
function secondsOf(text: string): number {
  const before = process.cpuUsage();
  check(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

test("hostile texts take time in proportion to their length", () => {
  // Four times the text takes 4 times as long if the time is linear, and 16 times if it grows with the square. The ratio
  // holds on a busy machine too; the shortest of several measurements is the least disturbed one.
  const [SHORT, LONG, MOST_GROWTH, TRIES] = [40_000, 160_000, 10, 3];
  /** Shorter times are noise. */
  const LEAST_SECONDS = 0.02;
  const shortest = (text: string) => Math.min(...Array.from({ length: TRIES }, () => secondsOf(text)));
  const isLinear = (textOf: (length: number) => string) => {
    const most = MOST_GROWTH * Math.max(LEAST_SECONDS, shortest(textOf(SHORT)));
    const text = textOf(LONG);
    return Array.from({ length: TRIES }).some(() => secondsOf(text) < most);
  };
  const PATTERNS = [
    "\\*",
    "| a ",
    "<b>",
    "“",
    "[TODO: ",
    "a-  ",
    "a b c d ",
    "&amp;",
    "«",
    "Aaaab ",
    "\n \r",
    "Chapter 1\n",
    "the ",
    " *a",
    " **a*",
    "a,",
    "a, ,",
    "\u2018Ab ",
    "'Ab, ",
    "\u2019 ",
    "a.' ",
    "\u2018Dear Sir,\n",
    "\u201cDear ",
  ];
  for (const pattern of PATTERNS) {
    assert.ok(
      isLinear((length) => pattern.repeat(Math.ceil(length / pattern.length))),
      JSON.stringify(pattern),
    );
  }
  let seed = 1;
  const letters = Array.from({ length: LONG }, () => {
    seed = (seed * 48271) % 2147483647;
    return seed % 7 === 0 ? " A" : String.fromCharCode(97 + (seed % 26));
  });
  assert.ok(isLinear((length) => letters.join("").slice(0, length)));
});
