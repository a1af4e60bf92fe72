import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { chapterPaths, outputPlan } from "./file-names.ts";

const at = (name: string) => join("/books", name);
const TITLES = ["The Storm", "What? / Who?", "The Storm"];

test("a folder takes MP3 files with number and title; any other output is used as given", async () => {
  for (const folder of [tmpdir(), "/nowhere/at-all/", "/nowhere/at-all"]) {
    const { format, path } = await outputPlan(folder, true);
    assert.deepEqual([format, path], ["mp3", join(folder, "{n} {title}.mp3")]);
  }
  assert.deepEqual(await outputPlan(at("{n}.wav"), true), { format: "wav", path: at("{n}.wav") });
  assert.deepEqual(await outputPlan(at("book.m4b"), false), { format: "m4b", path: at("book.m4b") });
  await assert.rejects(outputPlan(tmpdir(), false), { kind: "usage" });
  await assert.rejects(outputPlan(at("{n}.mp3"), false), { kind: "usage", message: /--per-chapter/ });
});

test("a pattern names each chapter by number and title, safe for every file system", () => {
  assert.deepEqual(chapterPaths(at("{n} {title}.mp3"), TITLES), [
    at("01 The Storm.mp3"),
    at("02 What Who.mp3"),
    at("03 The Storm.mp3"),
  ]);
  assert.deepEqual(chapterPaths(at("{title}.mp3"), ["{n}", "../../etc"]), [at("{n}.mp3"), at("etc.mp3")]);
  const many = chapterPaths(
    at("{n}.wav"),
    Array.from({ length: 120 }, () => "x"),
  );
  assert.deepEqual([many[0], many[119]], [at("001.wav"), at("120.wav")]);
});

test("without a pattern the number follows the name", () => {
  assert.deepEqual(chapterPaths(at("book.mp3"), TITLES), [at("book-1.mp3"), at("book-2.mp3"), at("book-3.mp3")]);
});

test("two chapters never get the same name, whatever their case", () => {
  assert.throws(() => chapterPaths(at("{title}.mp3"), TITLES), { kind: "usage", message: /The Storm\.mp3.*\{n\}/ });
  assert.throws(() => chapterPaths(at("{title}.mp3"), ["one", "ONE"]), { kind: "usage" });
});
