import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { SpeakResult } from "../../engines/engine.ts";
import { keptAnswers, removeOldAnswers } from "./kept-answers.ts";

const dataDir = mkdtempSync(join(tmpdir(), "fullcast-answers-"));
const folder = join(dataDir, "spoken");
after(() => rmSync(dataDir, { recursive: true, force: true }));

const answer: SpeakResult = {
  audio: { kind: "pcm", pcm: new Int16Array([1, -2, 3]), sample_rate: 24_000 },
  words: [{ start: 0, end: 3, start_ms: 0, end_ms: 200 }],
  warnings: ["Left out."],
  billed_characters: 3,
  request_id: "r1",
};

test("a kept answer is found unchanged until it is dropped; a partial file is ignored", async () => {
  const answers = keptAnswers(dataDir);
  assert.equal(await answers.find("line"), undefined);
  await answers.keep("line", answer);
  assert.deepEqual(await answers.find("line"), answer);
  await answers.drop(["line", "another"]);
  assert.equal(await answers.find("line"), undefined);
  await answers.keep("line", answer);
  const [name] = readdirSync(folder);
  writeFileSync(join(folder, name!), '{"words":nu');
  assert.equal(await answers.find("line"), undefined);
});

test("cleaning up removes answers older than a day and keeps the others", async () => {
  await keptAnswers(dataDir).keep("new", answer);
  const old = join(folder, "old");
  writeFileSync(old, "");
  const yesterday = Date.now() / 1000 - 25 * 3_600;
  utimesSync(old, yesterday, yesterday);
  await removeOldAnswers({ settings: { dataDir } });
  assert.ok(!readdirSync(folder).includes("old"));
  assert.deepEqual(await keptAnswers(dataDir).find("new"), answer);
});
