// "fullcast voices clone, design, custom, remove": the examples of docs/custom-voices.md, against one running server whose
// engines are stand-ins.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import type { StandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { startVoiceMakers, type VoiceMakers } from "../api/voice-makers.ts";
import { type CliRun, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
const file = join(folder.path, "engines.json");
const env = { FULLCAST_DATA_DIR: join(folder.path, "data"), FULLCAST_PORT: "0", FULLCAST_ENGINES_FILE: file };
let makers: VoiceMakers;
let box: StandIn;
let server: ReturnType<typeof startCli>;

const fullcast = (...args: string[]) => runCli(args, { cwd: folder.path, env });
async function voices(...args: string[]): Promise<CliRun> {
  const run = await fullcast("voices", ...args);
  assert.equal(run.code, 0, run.stderr);
  return run;
}
async function refused(code: number, message: RegExp, ...args: string[]): Promise<void> {
  const run = await fullcast("voices", ...args);
  assert.deepEqual([run.code, message.test(run.stderr)], [code, true], run.stderr);
}

before(async () => {
  makers = await startVoiceMakers();
  ({ box } = makers);
  writeFileSync(file, makers.enginesFile, { mode: 0o600 });
  writeFileSync(join(folder.path, "anna.wav"), madeWav({ samples: 8 * 44_100 }));
  writeFileSync(join(folder.path, "short.wav"), madeWav({ samples: 44_100 }));
  writeFileSync(join(folder.path, "notes.txt"), "Nothing to hear.");
  server = startCli(["serve"], { env });
  await server.printed(/listening on (http\S+)/);
  // Asked for a voice of an engine that has none, the command names those that do, as soon as both have answered.
  const both = /These do: (box, labs|labs, box)\./;
  const ask = () => fullcast("voices", "clone", "a.wav", "--name", "A", "--person", "A", "--engine", "espeak");
  while (!both.test((await ask()).stderr));
});
after(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  await makers[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const CLONE = [
  "--name",
  "Anna",
  "--person",
  "Anna Bell",
  "--engine",
  "box",
  "--language",
  "en-GB",
  "--gender",
  "female",
];

test("a voice is cloned only with the hash of the text that was read, and is removed with its consent", async () => {
  const read = await voices("clone", "anna.wav", ...CLONE);
  assert.match(read.stdout, /^I am Anna Bell\. The recordings are my own voice\.$/m);
  const hash = /^SHA-256 ([0-9a-f]{64})$/m.exec(read.stdout)?.[1] ?? assert.fail(read.stdout);
  assert.match(read.stderr, new RegExp(`Nothing is made yet\\. .*--confirm ${hash.slice(0, 12)}$`, "m"));
  assert.equal(box.made.size, 0);
  await refused(
    1,
    /“000000000000” is not the hash of this text/,
    "clone",
    "anna.wav",
    ...CLONE,
    "--confirm",
    "000000000000",
  );
  await refused(
    2,
    /--confirm needs at least 12 characters/,
    "clone",
    "anna.wav",
    ...CLONE,
    "--confirm",
    hash.slice(0, 8),
  );
  const confirmed = [...CLONE, "--confirm", hash.slice(0, 12)];
  // Another text has another hash.
  await refused(1, /is not the hash of this text/, "clone", "anna.wav", ...confirmed, "--proof", "a signed letter");
  await refused(1, /There is no file “anne.wav”, and no ready sound/, "clone", "anne.wav", ...confirmed);
  await refused(2, /notes.txt is no sound file by its name/, "clone", "notes.txt", ...confirmed);
  await refused(1, /5 to 300 seconds together, not of 1/, "clone", "short.wav", ...confirmed);
  assert.equal(box.made.size, 0);

  const made = await voices("clone", "anna.wav", ...confirmed);
  assert.match(made.stdout, /^[0-9a-f-]{36}$/m);
  assert.match(made.stderr, /“Anna” is ready: fullcast cast PROJECT --set "SPEAKER=Anna"/);
  assert.equal(box.made.size, 1);
  assert.match((await voices("custom")).stdout, /^Anna +cloned +ready +box +en-GB +Anna Bell +holds +[0-9a-f-]{36}$/m);
  const shown = (await voices("custom", "anna")).stdout;
  assert.match(shown, /^Anna: cloned at box, ready, en-GB, female, adult$/m);
  assert.match(shown, /^No project uses it\.\nConsent: confirmed by Anna Bell on \d{4}-\d\d-\d\d, holds$/m);
  assert.match(shown, new RegExp(`SHA-256 of the text ${hash}`));

  writeFileSync(join(folder.path, "boat.txt"), "The ferry came home late and told of it.\n");
  for (const args of [
    ["narrate", "boat.txt", "--title", "The Boat", "--out", "boat.srt", "--quiet"],
    ["cast", "The Boat", "--set", "Narrator=Anna"],
    ["export", "The Boat", "--out", "boat.wav"],
  ]) {
    const run = await fullcast(...args);
    assert.equal(run.code, 0, run.stderr);
  }
  assert.match((await voices("custom", "Anna")).stdout, /^Used by:\n {2}The Boat: Narrator, 1 take$/m);

  const removed = await voices("remove", "Anna", "--takes", "delete");
  assert.match(removed.stdout, /^Anna is removed, and the consent is withdrawn\. Its engine deletes it\.$/m);
  assert.match(removed.stdout, /^What it spoke is deleted:\n {2}The Boat: Narrator, 1 take$/m);
  assert.match((await voices("custom", "Anna")).stdout, /^Consent: .* withdrawn on \d{4}-\d\d-\d\d$/m);
});

test("a recording that is a sound of the account is used again, with the agreement of another person", async () => {
  const wish = ["--name", "Ben", "--person", "Ben Hill", "--engine", "box", "--proof", "signed letter of 2026-11-20"];
  const hash = /SHA-256 ([0-9a-f]{64})/.exec((await voices("clone", "anna", ...wish)).stdout)?.[1] ?? "";
  const voice = JSON.parse((await voices("clone", "anna", ...wish, "--confirm", hash, "--json")).stdout);
  assert.deepEqual(
    [voice.state, voice.consent.by, voice.consent.proof],
    ["ready", "other", "signed letter of 2026-11-20"],
  );
  assert.equal(voice.recordings[0].name, "anna");
  await voices("remove", voice.id, "--json");
});

test("a voice is designed from words; wrong engines and names end with one clear sentence", async () => {
  const words = "A harbour master of seventy, hoarse and friendly.";
  const made = JSON.parse(
    (await voices("design", words, "--name", "Old Tom", "--gender", "male", "--age", "old", "--json")).stdout,
  );
  assert.deepEqual([made.kind, made.provider, made.state, made.consent], ["designed", "labs", "ready", null]);
  await refused(
    2,
    /The engine “box” designs no voices\. These do: labs\./,
    "design",
    words,
    "--name",
    "X",
    "--engine",
    "box",
  );
  await refused(
    2,
    /--engine is needed: (box, labs|labs, box) can do it\./,
    "clone",
    "anna.wav",
    "--name",
    "X",
    "--person",
    "X",
  );
  await refused(1, /There is no cloned or designed voice “Otto”/, "remove", "Otto");
  await refused(2, /--takes is for cloned and designed voices/, "remove", "piper/x", "--takes", "delete");
  assert.match(
    (await voices("remove", "old tom")).stdout,
    /^Old Tom is removed\. Its engine deletes it\.\nNo project uses it\.$/m,
  );
});
