// `fullcast structure`: JSON on stdout whose blocks are the text, unit by unit.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { CHAPTER, LIGHTHOUSE, REPOSITORY, runCli, temporaryFolder } from "./run-cli.ts";

interface Report {
  readonly blocks: readonly {
    readonly kind: string;
    readonly start_utf16: number;
    readonly end_utf16: number;
    readonly speaker: string | null;
    readonly confidence: number | null;
  }[];
  readonly characters: readonly {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly gender: string | null;
    readonly age: string | null;
    readonly quotes: number;
  }[];
}

const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());

for (const path of [LIGHTHOUSE, CHAPTER]) {
  test(`the blocks of ${path.slice(REPOSITORY.length + 1)} are its text, and every line has a speaker of the cast`, async () => {
    const text = readFileSync(path, "utf8");
    const report = await structure([path]);
    assertCovers(report, text);
    const names = new Set(report.characters.map(({ name }) => name));
    const lines = report.blocks.filter(({ kind }) => kind === "speech");
    assert.ok(lines.length > 20);
    for (const { speaker, confidence } of lines) {
      assert.ok(speaker === null || names.has(speaker));
      assert.ok(confidence !== null && confidence >= 0 && confidence <= 1);
    }
  });
}

test("a path is relative to the folder where npm was called, and standard input is accepted", async () => {
  const text = "“Hello,” said Mara.\r\n";
  writeFileSync(join(folder.path, "hello.txt"), `\ufeff${text}`);
  const env = { npm_package_json: join(REPOSITORY, "package.json"), INIT_CWD: folder.path };
  assertCovers(await structure(["hello.txt"], { cwd: REPOSITORY, env }), text);
  assertCovers(await structure(["-"], { input: text }), text);
});

test("offsets count in the decoded text, whatever the file's encoding", async () => {
  const text = "“Déjà vu,” sagte sie. 😀 “Größe!”\n";
  assertCovers(await structure(["-"], { input: Buffer.from(`\ufeff${text}`, "utf16le") }), text);
  const latin = text.replace("😀 ", "").replaceAll(/[“”]/g, '"');
  assertCovers(await structure(["-"], { input: Buffer.from(latin, "latin1") }), latin);
});

test("--text prints the text of a book that the offsets point into", async () => {
  const path = join(folder.path, "book.md");
  writeFileSync(path, "# One\n\n“Hello,” said *Mara*.\n\n# Two\n\n“Good night,” said Tom.\n");
  const { code, stdout } = await runCli(["structure", path, "--text"]);
  assert.equal(code, 0);
  assert.doesNotMatch(stdout, /[*#]/);
  const report = await structure([path]);
  assertCovers(report, stdout);
  const lines = report.blocks.filter(({ kind }) => kind === "speech");
  assert.deepEqual(
    lines.map(({ speaker, start_utf16, end_utf16 }) => [speaker, stdout.slice(start_utf16, end_utf16).trim()]),
    [
      ["Mara", "“Hello,”"],
      ["Tom", "“Good night,”"],
    ],
  );
});

test("a text without dialogue is all narration", async () => {
  const text = "The sea was calm.\n\nNobody came, and nobody went.\n";
  const report = await structure(["-"], { input: text });
  assertCovers(report, text);
  assert.deepEqual([...new Set(report.blocks.map(({ kind }) => kind))], ["narration"]);
  assert.deepEqual(report.characters, []);
});

test("one line of 5 MB is structured into blocks that a document can hold", async () => {
  const text = "“Is it far?” asked Mara. It was far, and the road was long. ".repeat(85_000);
  assert.ok(text.length > 5_000_000);
  const report = await structure(["-"], { input: text });
  assertCovers(report, text);
});

async function structure(args: readonly string[], options: Parameters<typeof runCli>[1] = {}): Promise<Report> {
  const run = await runCli(["structure", ...args], options);
  assert.equal(run.code, 0, run.stderr);
  return JSON.parse(run.stdout) as Report;
}

function assertCovers({ blocks }: Report, text: string): void {
  let end = 0;
  for (const block of blocks) {
    assert.equal(block.start_utf16, end);
    assert.ok(block.end_utf16 > end && block.end_utf16 - end <= 65_536);
    end = block.end_utf16;
  }
  assert.equal(end, text.length);
}
