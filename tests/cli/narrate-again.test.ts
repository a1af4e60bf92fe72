// `fullcast narrate` when it is interrupted, when the story is too long for one file, and when two run at once.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { type Narrated, narrating } from "./narrating.ts";
import { LIGHTHOUSE, runCli, startCli } from "./run-cli.ts";

const { at, env, serve, assertNothingLeft } = narrating();

test("Ctrl-C leaves no file and prints how to continue; the same command then continues", async () => {
  const args = ["narrate", LIGHTHOUSE, "-o", at("story.mp3"), "--json"];
  const interrupted = startCli(args, { env });
  await interrupted.printed(/Structuring: /);
  interrupted.process.kill("SIGINT");
  const run = await interrupted.ended;
  assert.equal(run.code, 130, run.stderr);
  assert.match(run.stderr, /Interrupted\. .*the same command continues/);
  assert.equal(existsSync(at("story.mp3")), false);
  assertNothingLeft();

  const again = await runCli(args, { env });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /Structuring: .*already done/);
  assert.ok((JSON.parse(again.stdout) as Narrated).duration_ms > 120_000);
});

test("two at once on one installation both get their file", async () => {
  const texts = ["“One,” said Wren.\n", "“Two,” said Bram.\n"];
  const runs = await Promise.all(
    texts.map((text, index) => runCli(["narrate", "-", "-o", at(`pair-${index}.mp3`)], { env, input: text })),
  );
  for (const [index, run] of runs.entries()) {
    assert.equal(run.code, 0, run.stderr);
    assert.ok(existsSync(at(`pair-${index}.mp3`)));
  }
});

test("a story that is too long for one file becomes several with one cast, cut between chapters", async () => {
  const chapters = ["One", "Two", "Three"].map(
    (name) => `Chapter ${name}\n\n“It is late,” said Mara.\n\n“Then go home,” said Bram.\n\nNobody went.\n\n`,
  );
  writeFileSync(at("saga.txt"), chapters.join(""));
  await serve();
  const args = ["narrate", at("saga.txt"), "-o", at("saga.srt"), "--max-lines", "8", "--json"];
  const run = await runCli(args, { env });
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stderr, /too long for one file and becomes 3 with one cast: saga-1\.srt, saga-2\.srt, saga-3\.srt/);
  assert.equal(existsSync(at("saga.srt")), false);
  const result = JSON.parse(run.stdout) as Narrated & { readonly files: readonly Narrated[] };
  assert.deepEqual(
    result.files.map(({ file }) => file),
    [1, 2, 3].map((part) => at(`saga-${part}.srt`)),
  );
  for (const [index, { file }] of result.files.entries()) {
    const words = readFileSync(file, "utf8");
    assert.match(words, new RegExp(["One", "Two", "Three"][index] ?? ""));
    assert.equal(words.match(/It is late/g)?.length, 1);
  }
  // One Mara and one Bram in all parts.
  assert.deepEqual(result.cast.map(({ speaker }) => speaker).sort(), ["Bram", "Mara", "Narrator"]);
  assert.equal(new Set(result.cast.map(({ voice }) => voice)).size, 3);

  const again = await runCli(args, { env });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /This story is stored already/);
  assert.match(again.stderr, /^Speaking: .*already done$/m);
  assert.deepEqual(
    (JSON.parse(again.stdout) as typeof result).files.map(({ section_id }) => section_id),
    result.files.map(({ section_id }) => section_id),
  );
  assertNothingLeft();
});
