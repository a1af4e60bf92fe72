// A timeline compiled in a thread is the one that is compiled here, whatever that thread did before.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { canonicalJson } from "@fullcast/core/timeline";
import { PROFILE } from "../../../tests/audio/make-job.ts";
import { sha256 } from "../hash.ts";
import { timelineCompiler } from "./timeline-compiler.ts";
import { NO_EFFECTS, type TimelineContext, timelineWork } from "./timeline-work.ts";
import type { Utf8Text } from "./written-text.ts";

/** More than that are compiled in a thread. */
const LONG = 1_700;
const speaker_id = randomUUID();

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
  readonly context: TimelineContext;
}

function story(lines: number, word: string): Story {
  return told(
    Array.from({ length: lines }, (_, line) => `The ${word} came for the ${line}th time.\n\n`),
    word,
  );
}

function told(texts: readonly string[], title: string): Story {
  return {
    rows: texts.map(row),
    context: {
      title,
      narrator: null,
      voiced: [speaker_id],
      failed: [],
      withWords: true,
      links: {
        secret: new Uint8Array(32).fill(7),
        publicUrl: "https://example.org",
        expiresAt: new Date("2030-01-01"),
      },
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

function here({ rows, context }: Story) {
  const work = timelineWork(context);
  work.take(JSON.stringify(rows));
  return work;
}

function there({ rows, context }: Story) {
  const compiler = timelineCompiler(rows.length, context);
  compiler.take(JSON.stringify(rows.slice(0, 1_000)));
  compiler.take(JSON.stringify(rows.slice(1_000)));
  return compiler;
}

const text = (pieces: Utf8Text) => pieces.map((piece) => new TextDecoder().decode(piece)).join("");

/** Where a text is cut does not matter. */
function whole(sent: ReturnType<ReturnType<typeof here>["write"]>) {
  assert.ok(sent.kind === "written" && sent.wordTimings !== null);
  return { ...sent, manifest: text(sent.manifest), assets: text(sent.assets), wordTimings: text(sent.wordTimings) };
}

async function written(one: Story) {
  using compiler = there(one);
  return await compiler.write(NO_EFFECTS);
}

test("long tasks one after the other, a shorter one after a longer", async () => {
  for (const one of [story(LONG + 400, "tide"), story(LONG, "gull"), story(LONG + 100, "boat")]) {
    assert.deepEqual(whole(await written(one)), whole(here(one).write(NO_EFFECTS)));
    using compiler = there(one);
    assert.deepEqual(await compiler.questions(), here(one).questions());
    assert.deepEqual(await compiler.compile(NO_EFFECTS), here(one).compile(NO_EFFECTS));
  }
});

test("a section whose first thousand lines look otherwise than all of them is laid out as all of them", async () => {
  const line = "The tide went out once more that evening.\n";
  const wrapped =
    "The tide came in again and nobody on the wall had\nseen it turn, nor had the boats that lay there in\nthe mud moved by an inch.\n";
  const one = told([...Array<string>(1_000).fill(line), ...Array<string>(LONG).fill(wrapped)], "mud");
  const first = here({ ...one, rows: one.rows.slice(0, 1_000) });
  const spacing = (compiled: ReturnType<typeof first.compile>) =>
    compiled.kind === "compiled" && compiled.manifest.sequential_units.find((unit) => unit.unit_type === "spacing");
  const compiled = here(one).compile(NO_EFFECTS);
  assert.notDeepEqual(spacing(compiled), spacing(first.compile(NO_EFFECTS)));
  using compiler = there(one);
  assert.deepEqual(await compiler.compile(NO_EFFECTS), compiled);
  assert.deepEqual(whole(await written(one)), whole(here(one).write(NO_EFFECTS)));
});

test("what is written is what is compiled", () => {
  const one = story(1_300, "tide");
  const compiled = here(one).compile(NO_EFFECTS);
  const sent = here(one).write(NO_EFFECTS);
  assert.ok(compiled.kind === "compiled" && sent.kind === "written" && sent.wordTimings !== null);
  assert.equal(text(sent.manifest), canonicalJson(compiled.manifest));
  assert.equal(sent.manifestHash, compiled.manifestHash);
  assert.equal(sha256(text(sent.manifest)), compiled.manifestHash);
  const timings = JSON.parse(text(sent.wordTimings)) as { words: { text: string }[] }[];
  assert.deepEqual(timings, compiled.wordTimings);
  assert.equal(timings.length, 1_300);
  assert.ok(timings.every(({ words }) => words[0]?.text === "The"));
  const assets = JSON.parse(text(sent.assets)) as { asset_id: string; url: string }[];
  assert.deepEqual(
    assets.map((asset) => asset.asset_id),
    one.rows.map((row) => (row.at(-1) as string[])[1]),
  );
  assert.ok(assets.every(({ url }) => url.startsWith("https://example.org/v1/media/")));
});

test("several at once", async () => {
  const stories = ["tide", "gull", "boat"].map((word, index) => story(LONG + index, word));
  const answers = await Promise.all(stories.map(written));
  for (const [index, one] of stories.entries())
    assert.deepEqual(whole(answers[index]!), whole(here(one).write(NO_EFFECTS)));
});

test("what was given and never asked for does not reach the next task", async () => {
  {
    using _ = there(story(LONG + 900, "tide"));
  }
  const one = story(LONG, "gull");
  assert.deepEqual(whole(await written(one)), whole(here(one).write(NO_EFFECTS)));
});
