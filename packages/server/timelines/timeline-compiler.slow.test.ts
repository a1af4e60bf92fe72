// A timeline compiled in a thread is the one that is compiled here, whatever that thread did before.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { canonicalJson } from "@fullcast/core/timeline";
import { PROFILE } from "../../../tests/audio/make-job.ts";
import { sha256 } from "../hash.ts";
import { timelineCompiler } from "./timeline-compiler.ts";
import { NO_EFFECTS, type TimelineContext, type TimelineTask, timelineWork } from "./timeline-work.ts";

/** More than that are compiled in a thread. */
const LONG = 1_700;
const speaker_id = randomUUID();
const context: TimelineContext = {
  narrator: null,
  voiced: [speaker_id],
  failed: [],
  links: { secret: new Uint8Array(32).fill(7), publicUrl: "https://example.org", expiresAt: new Date("2030-01-01") },
};

/** A row as timelineColumns() asks for it, with its words. */
function row(text: string): readonly unknown[] {
  const id = randomUUID();
  const content = { type: "text", schema_version: "studio-ast-2", text, annotations: [], points: [] };
  return [
    ...[id, "narration", 1, { ...content, delivery_control_sets: [] }, null, null, speaker_id],
    ...["words", null, null, null, true, false, sha256(text)],
    [randomUUID(), randomUUID(), sha256(id), "audio/wav", 9_000, "espeak", 1_000, -21, -4, [[0, 3, 0, 300]]],
  ];
}

interface Story {
  readonly rows: readonly (readonly unknown[])[];
  readonly task: TimelineTask;
}

function story(lines: number, word: string): Story {
  return {
    rows: Array.from({ length: lines }, (_, line) => row(`The ${word} came for the ${line}th time.\n\n`)),
    task: {
      title: word,
      effects: NO_EFFECTS,
      withWords: true,
      input: {
        project_id: randomUUID(),
        section_id: randomUUID(),
        document_version: 1,
        speaker_registry_version: 1,
        mastering_version: 1,
        mastering_profile: PROFILE,
        sound_effects_enabled: true,
      },
    },
  };
}

function here({ rows }: Story) {
  const work = timelineWork(context);
  work.take(JSON.stringify(rows));
  return work;
}

function there({ rows }: Story) {
  const compiler = timelineCompiler(rows.length, context);
  compiler.take(JSON.stringify(rows.slice(0, 1_000)));
  compiler.take(JSON.stringify(rows.slice(1_000)));
  return compiler;
}

async function written(told: Story) {
  using compiler = there(told);
  return await compiler.write(told.task);
}

test("long tasks one after the other, a shorter one after a longer", async () => {
  for (const told of [story(LONG + 400, "tide"), story(LONG, "gull"), story(LONG + 100, "boat")]) {
    assert.deepEqual(await written(told), here(told).write(told.task));
    using compiler = there(told);
    assert.deepEqual(await compiler.questions(), here(told).questions());
    assert.deepEqual(await compiler.compile(told.task), here(told).compile(told.task));
  }
});

test("what is written is what is compiled", () => {
  const told = story(30, "tide");
  const compiled = here(told).compile(told.task);
  const sent = here(told).write(told.task);
  assert.ok(compiled.kind === "compiled" && sent.kind === "written" && sent.wordTimings !== null);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(text(sent.manifest), canonicalJson(compiled.manifest));
  assert.equal(sent.manifestHash, compiled.manifestHash);
  assert.equal(sha256(sent.manifest), compiled.manifestHash);
  const timings = JSON.parse(text(sent.wordTimings)) as { words: { text: string }[] }[];
  assert.deepEqual(timings, compiled.wordTimings);
  assert.equal(timings.length, 30);
  assert.ok(timings.every(({ words }) => words[0]?.text === "The"));
  const assets = JSON.parse(text(sent.assets)) as { asset_id: string; url: string }[];
  assert.deepEqual(
    assets.map((asset) => asset.asset_id),
    told.rows.map((one) => (one.at(-1) as string[])[1]),
  );
  assert.ok(assets.every(({ url }) => url.startsWith("https://example.org/v1/media/")));
});

test("several at once", async () => {
  const told = ["tide", "gull", "boat"].map((word, index) => story(LONG + index, word));
  const answers = await Promise.all(told.map(written));
  for (const [index, one] of told.entries()) assert.deepEqual(answers[index], here(one).write(one.task));
});

test("what was given and never asked for does not reach the next task", async () => {
  {
    using _ = there(story(LONG + 900, "tide"));
  }
  const told = story(LONG, "gull");
  assert.deepEqual(await written(told), here(told).write(told.task));
});
