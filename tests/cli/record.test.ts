// fullcast record, with a recorder that copies a file instead of using a microphone.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { narrating } from "./narrating.ts";
import { runCli } from "./run-cli.ts";

const { at, env, serve } = narrating();
const fullcast = (...args: string[]) => runCli(args, { cwd: at("."), env });
before(serve);

writeFileSync(
  at("voice.wav"),
  madeWav({
    samples: 132_300,
    value: (i) => (i > 44_100 && i < 100_000 && i % 8_000 < 6_000 ? 0.2 * Math.sin(i / 30) : 0),
  }),
);
writeFileSync(
  at("boat.txt"),
  "“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n\n“Then we wait,” said Mara.\n",
);
const copy = `"${process.execPath}" -e "require('fs').copyFileSync('${at("voice.wav")}',process.argv[1])" {output}`;

test("record walks the lines of one speaker, goes on where it ended, and states what is wrong", async () => {
  const made = await fullcast("narrate", at("boat.txt"), "--out", at("boat.srt"), "--title", "The Boat", "--quiet");
  assert.equal(made.code, 0, made.stderr);
  const failing = await fullcast(
    "record",
    "The Boat",
    "Mara",
    "--with",
    `"${process.execPath}" -e "process.exit(3)" {output}`,
  );
  assert.deepEqual([failing.code, /ended with code 3/.test(failing.stderr)], [1, true], failing.stderr);
  // The player hears what the recorder wrote, before it becomes a take.
  const note = `"${process.execPath}" -e "require('fs').appendFileSync('${at("played.txt")}',require('fs').statSync(process.argv[1]).size+' ')" {input}`;
  const first = await fullcast("record", "The Boat", "mara", "--with", copy, "--play", note);
  assert.deepEqual(readFileSync(at("played.txt"), "utf8").trim().split(" ").length, 2);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^1\/2 {2}.*Is the boat back\?[^\n]*\n2\/2 {2}.*Then we wait/);
  const again = await fullcast("record", "The Boat", "Mara", "--with", copy);
  assert.deepEqual([again.code, again.stdout], [0, ""], again.stderr);
  assert.match(again.stderr, /Every line of this speaker has a recording/);
  const unknown = await fullcast("record", "The Boat", "Ann", "--with", copy);
  assert.match(unknown.stderr, /has no speaker “Ann”. Its speakers: /);
  const silent = await fullcast("record", "The Boat", "Tom", "--with", copy, "--play", "no-such-player {input}");
  assert.equal(silent.code, 0, silent.stderr);
  assert.match(silent.stderr, /“no-such-player” could not be started: .* Name another player with --play\./);
  const nowhere = await fullcast("record", "The Boat", "Mara", "--with", "rec -q");
  assert.deepEqual([nowhere.code, /give it \{output\}/.test(nowhere.stderr)], [2, true], nowhere.stderr);
});
