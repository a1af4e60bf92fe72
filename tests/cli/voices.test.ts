// Voices from the command line, without a server: install from a folder, list, remove.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { tinyPiper, tinyPiperConfig } from "../../packages/server/engines/onnx/tiny-models.ts";
import { runCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());
const stick = join(folder.path, "stick");
mkdirSync(stick);
writeFileSync(join(stick, "en_US-tone-low.onnx"), tinyPiper());
writeFileSync(join(stick, "en_US-tone-low.onnx.json"), tinyPiperConfig());
writeFileSync(join(stick, "MODEL_CARD"), "* License: CC BY-NC 4.0\n");
const dataDir = join(folder.path, "data");
const fullcast = (...args: string[]) => runCli(args, { cwd: folder.path, env: { FULLCAST_DATA_DIR: dataDir } });

test("a voice is installed from a folder, listed as installed, and removed", async () => {
  const installed = await fullcast("voices", "install", "piper/en_US-tone-low", "--from", "stick", "--gender", "male");
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /^ {2}licence {3}CC BY-NC 4\.0\n {2}publish {3}unclear: read the licence first$/m);
  assert.match(installed.stdout, /^ {2}memory {4}about \d+ MB while it speaks$/m);
  assert.match(installed.stdout, /^ {2}SHA-256 {3}[0-9a-f]{64} {2}en_US-tone-low\.onnx$/m);
  assert.match(installed.stderr, /^Next: fullcast engines add piper, then restart the server\.$/m);

  const listed = await fullcast("voices", "list", "--installable", "piper", "--from", "stick", "--json");
  assert.equal(listed.code, 0, listed.stderr);
  const [voice] = JSON.parse(listed.stdout) as { voice: string; installed: boolean }[];
  assert.deepEqual([voice?.voice, voice?.installed], ["piper/en_US-tone-low", true]);

  const removed = await fullcast("voices", "remove", "piper/en_US-tone-low");
  assert.match(removed.stdout, /^piper\/en_US-tone-low is removed: 3 files/);
  assert.deepEqual(readdirSync(join(dataDir, "voices", "piper")), []);
});

test("wrong names, kinds, options and places end with one clear sentence", async () => {
  const cases: readonly (readonly [code: number, message: RegExp, ...args: string[]])[] = [
    [2, /"lessac" is no voice to install\. An example: piper\/en_US-lessac-medium\./, "install", "lessac"],
    [2, /"espeak" has no voices to install\. These have: piper, kokoro, flite\./, "install", "espeak/en"],
    [
      1,
      /offers no piper\/en_US-tone-high\. It has: en_US-tone-low\./,
      "install",
      "piper/en_US-tone-high",
      "--from",
      "stick",
    ],
    [1, /nowhere is no folder\./, "install", "piper/x", "--from", "nowhere"],
    [2, /piper\/en_US-tone-low is not installed\. No voice is\./, "remove", "piper/en_US-tone-low"],
    [2, /language needs --installable\./, "list", "--language", "de"],
    [2, /--from needs one type: piper, kokoro, flite\./, "list", "--installable", "--from", "stick"],
  ];
  for (const [code, message, ...args] of cases) {
    const run = await fullcast("voices", ...args);
    assert.equal(run.code, code, run.stderr);
    assert.match(run.stderr, message);
    assert.doesNotMatch(run.stderr, /^\s+at .*:\d+:\d+/m, "no stack");
  }
});
