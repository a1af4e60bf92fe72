import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseSnippets, scoreSnippets } from "./score-snippets.ts";

/** At least this F1 of spoken letters and this share of right speakers, and at most this share of voiced narration, in %. */
const FLOORS: Readonly<Record<string, readonly [f1: number, right: number, voiced: number]>> = {
  company: [99, 81, 0.5],
  "company-pt": [98, 71, 0.5],
  de: [99, 94, 0.5],
  described: [99, 99, 0.5],
  el: [99, 97, 0.5],
  en: [99, 95, 0.5],
  es: [98, 98, 1.5],
  forms: [99, 98, 0.5],
  fr: [98, 96, 0.5],
  it: [99, 97, 0.5],
  ja: [99, 97, 0.5],
  nl: [99, 96, 0.5],
  pasted: [99, 96, 0.5],
  "pasted-de": [99, 93, 0.5],
  "pasted-es": [99, 93, 0.5],
  "pasted-fr": [99, 95, 0.5],
  "pasted-it": [99, 94, 0.5],
  "pasted-ja": [99, 80, 0.5],
  "pasted-nl": [99, 94, 0.5],
  "pasted-pl": [99, 92, 0.5],
  "pasted-pt": [99, 90, 0.5],
  "pasted-ru": [99, 86, 0.5],
  "pasted-sv": [99, 99, 0.5],
  "pasted-zh": [99, 99, 0.5],
  pl: [99, 98, 0.5],
  pt: [98, 96, 0.5],
  ru: [99, 98, 0.5],
  scenes: [99, 84, 0.5],
  sv: [98, 95, 0.5],
  zh: [99, 97, 0.5],
};

for (const [name, [f1, right, voiced]] of Object.entries(FLOORS)) {
  test(`${name}: dialogue and speakers of the passages`, () => {
    const score = scoreSnippets(parseSnippets(readFileSync(new URL(`./${name}.txt`, import.meta.url), "utf8")));
    const faults = score.faults.join("\n\n");
    assert.ok(score.lines > 0);
    assert.ok(100 * score.f1 >= f1, `F1 ${score.f1}\n${faults}`);
    assert.ok((100 * score.right) / score.lines >= right, `right ${score.right} of ${score.lines}\n${faults}`);
    assert.ok(100 * score.voiced <= voiced, `voiced ${score.voiced}\n${faults}`);
  });
}

test("the score counts a wrong speaker, a missed line and voiced narration", () => {
  const text = "{Anna|“Yes,”} said Anna.\n\n{Tom|“No,”} said Tom.\n";
  const whole = scoreSnippets(parseSnippets(text));
  assert.deepEqual([whole.lines, whole.right, whole.f1, whole.voiced], [2, 2, 1, 0]);
  const wrong = scoreSnippets(parseSnippets(text.replace("{Tom|", "{Anna|")));
  assert.equal(wrong.right, 1);
  const missed = scoreSnippets(parseSnippets("{Anna|Yes,} she did.\n"));
  assert.deepEqual([missed.f1, missed.right], [0, 0]);
  const voiced = scoreSnippets(parseSnippets("“Yes,” said Anna.\n"));
  assert.ok(voiced.voiced > 0);
});

test("the score knows a speaker by any name, and the narrator by “I”", () => {
  const text = "{Tom|“Yes,”} said Tom.\n\n{I|“No,”} I said.\n";
  assert.equal(scoreSnippets(parseSnippets(text)).named, 2);
  assert.equal(scoreSnippets(parseSnippets(text.replace("{I|", "{Anna|"))).named, 1);
  const short = "{Marj|“Who did it?”} asked Marjorie.\n\n{clerk|“He did, Marj,”} said the clerk.\n";
  assert.equal(scoreSnippets(parseSnippets(short)).named, 2);
});

test("the score counts a right speaker who has the name of another one", () => {
  const text = "{Tom|“Yes,”} said Anna.\n\n{Anna|“No,”} said Tom.\n";
  const { right, named, misnamed } = scoreSnippets(parseSnippets(text));
  assert.deepEqual([right, named, misnamed], [2, 0, 2]);
  assert.equal(scoreSnippets(parseSnippets(text.replace("{Anna|", "{Ben|"))).misnamed, 1);
});
