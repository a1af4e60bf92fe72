// `fullcast certify`: a program listens, the differing words are listed, and what was heard is kept.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { narrating } from "./narrating.ts";
import { runCli } from "./run-cli.ts";

const { at, env, serveWith, stop } = narrating();
const heard = (text: string) => {
  writeFileSync(at("hears.cjs"), `console.log(${JSON.stringify(text)});`);
  return { FULLCAST_RECOGNISER_COMMAND: JSON.stringify([process.execPath, at("hears.cjs"), "{input}"]) };
};

before(async () => {
  await serveWith(heard("they came to the cold gate at noon and the keeper was asleep"));
  writeFileSync(at("gate.txt"), "They came to the old gate at noon, and the keeper was asleep.");
  const made = await runCli(["narrate", at("gate.txt"), "-o", at("gate.mp3"), "-q"], { env });
  assert.equal(made.code, 0, made.stderr);
});

test("words that differ are listed with their line and time; without a second look nothing is heard again", async () => {
  const first = await runCli(["certify", "gate"], { env });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^ {2}0:0\d {2}.*\[old\].* heard: “cold”$/m);
  assert.match(first.stdout, /12 of 13 words confirmed, in 1 of 1 line\.\n$/);
  // The answer is kept: what the program says now is not heard.
  writeFileSync(at("hears.cjs"), "process.exit(1);");
  assert.equal((await runCli(["certify", "gate"], { env })).stdout, first.stdout);
  const kept = await runCli(["certify", "gate/1", "--kept", "--json"], { env });
  const { words, confirmed_words, divergences } = JSON.parse(kept.stdout) as {
    readonly words: number;
    readonly confirmed_words: number;
    readonly divergences: readonly { readonly expected: string; readonly heard: string }[];
  };
  assert.deepEqual([words, confirmed_words, divergences.length], [13, 12, 1]);
});

test("without a recogniser, without such a project and without audio the command states what is missing", async () => {
  const unknown = await runCli(["certify", "no such"], { env });
  assert.deepEqual([unknown.code, /There is no project/.test(unknown.stderr)], [1, true], unknown.stderr);
  await stop();
  const none = await runCli(["certify", "gate"], { env });
  assert.deepEqual([none.code, /FULLCAST_RECOGNISER_BASE_URL/.test(none.stderr)], [1, true], none.stderr);
  const bad = await runCli(["certify", "gate"], { env: { ...env, FULLCAST_RECOGNISER_COMMAND: "whisper {input}" } });
  assert.deepEqual([bad.code, /a JSON array/.test(bad.stderr)], [2, true], bad.stderr);
});
