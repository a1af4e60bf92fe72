// `fullcast narrate`: the set for a shop, credits with chapters, and book data as options.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { parseFile } from "music-metadata";
import { JPEG } from "../api/images.ts";
import { type Narrated, narrating } from "./narrating.ts";
import { runCli } from "./run-cli.ts";

const { at, env, serve, assertNothingLeft } = narrating();
before(serve);

const TALE = `The Salt Road

Chapter 1

The road ran white between the dunes, and Mara walked in the middle of it. "Who made this?" asked Mara. "The sea," said Bram. "It went away and left the bill." She laughed at that, and the gulls rose.

Chapter 2

They came to the gate at noon. "Two," said the keeper. "Two what?" asked Bram. Nobody answered, and the gate was opened.
`;

test("--shop acx writes credits, chapters, a sample, a square cover and a report, all ready for the shop", async () => {
  writeFileSync(at("road.txt"), TALE);
  const run = await runCli(
    [
      "narrate",
      at("road.txt"),
      "--shop",
      "acx",
      "-o",
      `${at("shop")}/`,
      "--author",
      "Ann Ash",
      "--narrator-credit",
      "Old Tom",
      "--json",
      "-q",
    ],
    { env },
  );
  const names = readdirSync(at("shop")).toSorted();
  assert.equal(run.code, 0, `${run.stderr}\n${names.join()}`);
  assert.deepEqual(names.slice(-3), ["Cover.png", "Retail Sample.mp3", "report.txt"]);
  assert.equal(names[0], "01 Opening Credits.mp3");
  const closing = names.findIndex((name) => name.endsWith("Closing Credits.mp3"));
  assert.equal(closing, names.length - 4);
  assert.ok(closing >= 2, names.join());
  const cover = readFileSync(join(at("shop"), "Cover.png"));
  assert.deepEqual([cover.readUInt32BE(16), cover.readUInt32BE(20)], [2400, 2400]);
  const report = readFileSync(join(at("shop"), "report.txt"), "utf8");
  for (const name of names.filter((one) => one.endsWith(".mp3"))) assert.ok(report.includes(`${name}: `), name);
  assert.match(report, /Every file meets the rules/);
  // The files pass by their levels; the shop refuses their voices, which stands before everything else.
  assert.match(
    report.slice(0, report.indexOf(names[0]!)),
    /REFUSED BY ACX \(AUDIBLE\): ACX demands narration by a human/,
  );
  assert.match(report, /Rules as of 2026-06, read on 2026-11-25 in a report by others: https:/);
  const narrated = JSON.parse(run.stdout) as Narrated & { files: { file: string; duration_ms: number }[] };
  const sample = narrated.files.at(-1);
  assert.ok(sample?.file.endsWith("Retail Sample.mp3"));
  assert.ok((sample?.duration_ms ?? 0) <= 300_000);
  const { common } = await parseFile(join(at("shop"), names[1]!));
  assert.deepEqual([common.album, common.artist, common.track.no], ["The Salt Road", "Ann Ash", 1]);
  assert.equal(common.picture?.length, 1);
  // Chapters name the given narrator in place of the voices.
  assert.deepEqual(common.composer, ["Old Tom"]);
  assertNothingLeft();
});

test("--shop of another shop masters like ACX, checks that shop's rules and states what it says of machine voices", async () => {
  const args = ["narrate", at("road.txt"), "--shop", "google-play", "-o", `${at("google")}/`];
  const run = await runCli(args, { env });
  const report = readFileSync(join(at("google"), "report.txt"), "utf8");
  assert.equal(run.code, 0, `${run.stderr}\n${report}`);
  assert.match(
    report,
    /Road: files for Google Play Books\nEvery file meets the rules that can be measured.\nMachine voices: /,
  );
  assert.match(report, /Rules as of 2026-11-25 in the shop's page: https:\/\/support\.google\.com/);
  assert.match(report, /ok {4}format: mp3 \(mp3, aac, flac, wav\)/);
  assert.ok(!report.includes("rms"), "Google states no loudness");
  assert.match(run.stderr, /Machine voices: Google makes auto-narrated audiobooks itself/);
});

test("--check of a shop without known rules says so and does not fail", async () => {
  const run = await runCli(["narrate", at("road.txt"), "-o", at("kobo.mp3"), "--check", "kobo"], { env });
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stderr, /Kobo Writing Life: no rule about files is known/);
});

test("--per-chapter --credits writes the credits as files of their own", async () => {
  const run = await runCli(["narrate", at("road.txt"), "--per-chapter", "--credits", "-o", at("part.mp3"), "-q"], {
    env,
  });
  assert.equal(run.code, 0, run.stderr);
  const parts = readdirSync(join(at("part.mp3"), "..")).filter((name) => /^part-\d+\.mp3$/.test(name));
  const chapters = readdirSync(at("shop")).filter((name) => /^\d/.test(name));
  assert.equal(parts.length, chapters.length);
  // Another narrator for the tags, while the audio is the same: the file is made again.
  const renamed = ["--per-chapter", "--credits", "--narrator-credit", "Joan Reader", "-o", at("named.mp3"), "-q"];
  assert.equal((await runCli(["narrate", at("road.txt"), ...renamed], { env })).code, 0);
  assert.deepEqual((await parseFile(at("named-2.mp3"))).common.composer, ["Joan Reader"]);
  const tags = await Promise.all([1, parts.length].map(async (n) => (await parseFile(at(`part-${n}.mp3`))).common));
  assert.match(tags[0]?.title ?? "", /Opening Credits/);
  assert.match(tags[1]?.title ?? "", /Closing Credits/);
  assert.deepEqual(
    tags.map(({ track, composer }) => [track.no, composer?.length]),
    [
      [null, 1],
      [parts.length - 1, 1],
    ],
  );
});

test("author, series, number, description, language and cover of a plain text are in its file", async () => {
  writeFileSync(at("cover.jpg"), JPEG);
  const book = [
    "--author",
    "Ann Ash",
    "--series",
    "Roads",
    "--number",
    "2",
    "--description",
    "A walk.",
    "--language",
    "en-GB",
  ];
  const args = ["narrate", at("road.txt"), "-o", at("road.m4b"), ...book, "--cover", at("cover.jpg"), "-q", "--json"];
  const run = await runCli(args, { env });
  assert.equal(run.code, 0, run.stderr);
  const { common } = await parseFile(at("road.m4b"));
  assert.deepEqual(
    [common.artist, common.movement, common.movementIndex.no, common.description, common.language],
    ["Ann Ash", "Roads", 2, ["A walk.\n\nAll voices in this recording are synthetic."], "en-GB"],
  );
  assert.equal(common.picture?.[0]?.format, "image/jpeg");
  // The same command again finds the same file.
  const again = await runCli(args, { env });
  assert.equal((JSON.parse(again.stdout) as Narrated).export_id, (JSON.parse(run.stdout) as Narrated).export_id);
});

test("wrong book data and shops are refused before any work, with the value and what is expected", async () => {
  for (const [options, message] of [
    [["--number", "2"], /--number 2: a number needs the name of its series/],
    [["--language", "English!"], /--language English!: a language tag/],
    [["--cover", at("none.png")], /--cover: there is no file/],
    [["--cover", at("road.txt")], /is no JPEG, PNG, GIF or WebP image/],
    [["--author", " "], /--author: 1 to 500 characters/],
    [["--shop", "lulu"], /--shop lulu: this shop is not known. Known: acx, inaudio, spotify/],
    [["--shop", "acx"], /--shop: --out .* must name a folder/],
    [["--check", "lulu"], /--check lulu: this shop is not known. Known: acx/],
  ] as const) {
    const run = await runCli(["narrate", at("road.txt"), "-o", at("x.mp3"), ...options], { env });
    assert.equal(run.code, 2, `${options.join(" ")}: ${run.stderr}`);
    assert.match(run.stderr, message);
  }
});
