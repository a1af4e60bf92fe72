// `fullcast check`: places, words and mends of a manuscript's faults; nothing is changed.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { LIGHTHOUSE, runCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());

const PARAGRAPH = "“The boats are late,” said Mara. The harbour was empty, and the lamp had gone out.";
const DRAFT = [
  "# The First Night",
  PARAGRAPH,
  "The wind came up, and the sea [TODO: describe the sea] was grey.",
  ...Array.from({ length: 5 }, () => PARAGRAPH),
  "# The Second Night",
  "The lamp was lit. &nbsp;And \u001b[31mred.",
  PARAGRAPH,
].join("\n\n");

test("the places of a draft have chapter, line, words and mend, and the file stays as it was", async () => {
  const path = join(folder.path, "draft.md");
  writeFileSync(path, DRAFT);
  const { code, stdout } = await runCli(["check", path]);
  assert.equal(code, 0);
  assert.match(stdout, /Chapter 1, The First Night\n {2}line 5: author's note/);
  assert.match(stdout, /author's note: .*\[ ?\[TODO: describe the sea\]\] was grey\. → leave it out/);
  assert.match(stdout, /draft\.md: 1 author's note, 1 stray symbol in 2 chapters\.\n$/);
  assert.doesNotMatch(stdout, /\u001b/);
  assert.equal(readFileSync(path, "utf8"), DRAFT);

  const report = JSON.parse((await runCli(["check", path, "--json"])).stdout) as {
    readonly chapters: readonly { readonly title: string }[];
    readonly findings: readonly {
      readonly kind: string;
      readonly chapter: number;
      readonly line: number;
      readonly words: string;
      readonly mend: string | null;
    }[];
  };
  assert.deepEqual(
    report.chapters.map(({ title }) => title),
    ["The First Night", "The Second Night"],
  );
  const note = report.findings.find(({ kind }) => kind === "author_note");
  assert.deepEqual([note?.chapter, note?.words, note?.mend], [0, " [TODO: describe the sea]", ""]);
});

test("many places of one kind are counted, and --all shows them", async () => {
  const text = Array.from({ length: 9 }, () => "The wind  came up.").join("\n\n");
  const few = await runCli(["check", "-"], { input: text });
  assert.match(few.stdout, /line 1: doubled space: The wind\[ {2}\]came up\. → The wind came up\./);
  assert.equal(few.stdout.match(/→/g)?.length, 3);
  assert.match(few.stdout, /and 6 more doubled spaces; --all shows them/);
  const all = await runCli(["check", "-", "--all"], { input: text });
  assert.equal(all.stdout.match(/→/g)?.length, 9);
  assert.match(all.stdout, /line 17: /);
});

test("a clean story has nothing, a file that is no story is refused", async () => {
  const { code, stdout } = await runCli(["check", LIGHTHOUSE]);
  assert.deepEqual([code, stdout], [0, "the-lighthouse.txt: nothing found in 1 chapter.\n"]);
  const missing = await runCli(["check", join(folder.path, "none.txt")]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /none\.txt/);
});
