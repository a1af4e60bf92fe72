// `fullcast narrate`, the main command: from a story to a file, without repeated work and partial files.

import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { EpubCheck } from "@likecoin/epubcheck-ts";
import { strFromU8, unzipSync } from "fflate";
import { readStory } from "../../packages/cli/story/story-file.ts";
import { type Narrated, narrating } from "./narrating.ts";
import { entriesOpenToOthers } from "./private-files.ts";
import { LIGHTHOUSE, runCli } from "./run-cli.ts";

/** One installation for all tests: each finds what the ones before it stored. */
const { at, env, serve, narrate, assertNothingLeft } = narrating();
let lighthouse: Narrated;

test("a story becomes an MP3 with a voice for every speaker", async () => {
  lighthouse = await narrate(LIGHTHOUSE, "lighthouse.mp3");
  const file = readFileSync(at("lighthouse.mp3"));
  assert.equal(file.subarray(0, 3).toString("latin1"), "ID3");
  assert.equal(file.length, lighthouse.size_bytes);
  // Its first line is its title.
  assert.equal(lighthouse.title, "The Lighthouse");
  // 588 words at an unhurried reading pace.
  assert.ok(lighthouse.duration_ms > 120_000 && lighthouse.duration_ms < 400_000, `${lighthouse.duration_ms} ms`);
  // 192 kbit/s: the file is as long as it says.
  assert.ok(Math.abs(file.length / 24 - lighthouse.duration_ms) < 0.05 * lighthouse.duration_ms);
  assert.ok(lighthouse.cast.length >= 4);
  assert.equal(new Set(lighthouse.cast.map(({ voice }) => voice)).size, lighthouse.cast.length, "a voice for each");
  assert.equal(lighthouse.cast.find(({ speaker }) => speaker.startsWith("Mara"))?.gender, "female");
  assert.deepEqual(
    lighthouse.stages.map(({ stage }) => stage),
    ["Reading", "Starting", "Structuring", "Casting", "Directing", "Speaking", "Mixing & encoding", "Saving"],
  );
  assertNothingLeft();
});

test("without a server the data directory is closed to other users as well, and the output follows the umask", () => {
  assert.deepEqual(entriesOpenToOthers(at("data")), []);
  assert.equal(statSync(at("lighthouse.mp3")).mode & 0o777, 0o666 & ~process.umask());
});

test("the same story in another format uses the stored audio, and the file holds the same time", async () => {
  // From here on the commands use a running service.
  await serve();
  const run = await runCli(["narrate", LIGHTHOUSE, "-o", at("lighthouse.wav"), "--json"], { env });
  assert.equal(run.code, 0, run.stderr);
  const result = JSON.parse(run.stdout) as Narrated;
  assert.equal(result.section_id, lighthouse.section_id);
  assert.equal(result.duration_ms, lighthouse.duration_ms);
  assert.match(run.stderr, /This story is stored already/);
  assert.match(run.stderr, /Structuring: .*already done\nSpeaking: .*already done\n/);
  const wav = readFileSync(at("lighthouse.wav"));
  assert.equal(wav.subarray(0, 4).toString("latin1") + wav.subarray(8, 12).toString("latin1"), "RIFFWAVE");
});

test("subtitles hold every speaker's words in order of time", async () => {
  await narrate(LIGHTHOUSE, "lighthouse.srt");
  const srt = readFileSync(at("lighthouse.srt"), "utf8");
  const starts = [...srt.matchAll(/^(\d\d):(\d\d):(\d\d),(\d\d\d) -->/gm)].map(
    ([, h, m, s, ms]) => Number(h) * 3_600_000 + Number(m) * 60_000 + Number(s) * 1000 + Number(ms),
  );
  assert.ok(starts.length > 40);
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );
  assert.match(srt, /trim the electric/);
});

test("--narrator-only: one voice speaks everything", async () => {
  writeFileSync(at("ferry.txt"), '"Is it far?" asked Mara.\n\n"An hour," said old Tom.\n');
  const run = await runCli(["narrate", at("ferry.txt"), "-o", at("ferry.wav"), "--narrator-only", "--json"], { env });
  assert.equal(run.code, 0, run.stderr);
  const { cast } = JSON.parse(run.stdout) as Narrated;
  assert.ok(cast.length >= 3);
  assert.equal(new Set(cast.map(({ voice }) => voice)).size, 1);
  // A later narration keeps the setting. It reports that, and how to undo it.
  const later = await runCli(["narrate", at("ferry.txt"), "-o", at("ferry.wav"), "--json"], { env });
  assert.match(later.stderr, /earlier --narrator-only[^\n]*--no-narrator-only/);
  const undone = await runCli(["narrate", at("ferry.txt"), "-o", at("ferry.wav"), "--no-narrator-only", "--json"], {
    env,
  });
  assert.doesNotMatch(undone.stderr, /earlier --narrator-only/);
  assert.ok(new Set((JSON.parse(undone.stdout) as Narrated).cast.map(({ voice }) => voice)).size > 1);
});

test("--no-sounds: the story has voices only, also later, until --sounds adds what the text reports", async () => {
  const walls = "The walls of the inn were thick, and the fire in the kitchen had burned since the morning. ".repeat(5);
  writeFileSync(at("storm.txt"), `${walls}\n\nThunder rolled over the hills.\n\n${walls}\n`);
  const made = async (...options: string[]) => {
    const run = await runCli(["narrate", at("storm.txt"), "-o", at("storm.wav"), ...options], { env });
    assert.equal(run.code, 0, run.stderr);
    return { said: run.stderr, wav: readFileSync(at("storm.wav")) };
  };
  const without = await made("--no-sounds");
  const later = await made();
  assert.match(later.said, /no sounds[^\n]*--sounds/);
  assert.ok(later.wav.equals(without.wav));
  const added = await made("--sounds");
  assert.ok(!added.wav.equals(without.wav));
  // Switched off, the sounds that the script has are silent.
  assert.ok((await made("--no-sounds")).wav.equals(without.wav));
});

test("a Markdown story becomes a read-along book with its chapters, and the book can be read in again", async () => {
  writeFileSync(at("gull.md"), "# Chapter One\n\nThe *grey* gull cried.\n\n# Chapter Two\n\nNobody came.\n");
  await narrate(at("gull.md"), "gull.epub");
  const book = new Uint8Array(readFileSync(at("gull.epub")));
  const { valid, messages } = await EpubCheck.validate(book);
  assert.deepEqual([valid, messages], [true, []]);
  const [chapters = ""] = strFromU8(unzipSync(book)["EPUB/nav.xhtml"] ?? new Uint8Array()).split(
    'epub:type="landmarks"',
  );
  assert.deepEqual(chapters.match(/Chapter \w+/g), ["Chapter One", "Chapter Two"]);
  const { text, title } = await readStory(at("gull.epub"));
  assert.equal(text, "Chapter One\n\nThe grey gull cried.\n\nChapter Two\n\nNobody came.");
  assert.equal(title, "Gull");
});

test("an audiobook from standard input, with a given title, quietly", async () => {
  const run = await runCli(["narrate", "-", "-o", at("own.m4b"), "-t", "Tick & Tock", "-q"], {
    env,
    input: "“Tick,” said the clock.\n\n“Tock,” said Wren. Nobody else said a word.\n",
  });
  assert.deepEqual(run, { code: 0, stdout: "", stderr: "" });
  const file = readFileSync(at("own.m4b"));
  assert.equal(file.subarray(4, 8).toString("latin1"), "ftyp");
  assert.ok(file.includes(Buffer.from("Tick & Tock")));
});

test("a story without dialogue is read by the narrator alone", async () => {
  writeFileSync(at("calm.txt"), "The sea was calm.\n\nNobody came, and nobody went.\n");
  const { cast } = await narrate(at("calm.txt"), "calm.mp3");
  assert.equal(cast.length, 1);
});

test("a name in the story cannot send control sequences to the terminal", async () => {
  writeFileSync(at("odd.txt"), "“Look out!” cried Wren\u009b2J\u202e. “I see it,” said Mara.\n");
  const run = await runCli(["narrate", at("odd.txt"), "-o", at("odd.srt")], { env });
  assert.equal(run.code, 0, run.stderr);
  assert.doesNotMatch(run.stderr, /[\u0080-\u009f\u202e\x1b]/);
});
