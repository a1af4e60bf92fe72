// A timeline compiled in a thread is the one that is compiled here, whatever that thread did before.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { lineLayout } from "@fullcast/core/document";
import { canonicalJson } from "@fullcast/core/json";
import { PROFILE } from "../../../tests/audio/make-job.ts";
import { sha256 } from "../hash.ts";
import { timelineCompiler } from "./timeline-compiler.ts";
import { timelineColumns } from "./timeline-rows.ts";
import { NO_EFFECTS, type TimelineContext, timelineWork } from "./timeline-work.ts";
import type { Utf8Text } from "./written-text.ts";

/** More than that are compiled in a thread. */
const LONG = 1_700;
const speaker_id = randomUUID();

/** A row's values as timelineColumns() names them, with its words. */
function row(text: string) {
  const id = randomUUID();
  const content = { type: "text", schema_version: "studio-ast-2", text, annotations: [], points: [] };
  return {
    ...{ id, kind: "narration", block_version: 1, content: { ...content, delivery_control_sets: [] } },
    ...{ placement: null, generation_profile_override: null, speaker_id, spoken: "words", leading_silence_ms: null },
    ...{ trailing_silence_ms: null, tags_omitted: null, generatable: true, stale: false, intent_hash: sha256(text) },
    ...{ take_id: randomUUID(), asset_id: randomUUID(), asset_sha256: sha256(id), asset_content_type: "audio/wav" },
    ...{ asset_size_bytes: 9_000, provider: "espeak", duration_ms: 1_000, integrated_lufs: -21, sample_peak_dbfs: -4 },
    words: [[0, 3, 0, 300]],
  };
}

type Row = ReturnType<typeof row>;

/** As the database returns them. */
function linesOf(rows: readonly Row[]): string {
  const names = Object.keys(timelineColumns(true)) as (keyof Row)[];
  const columns = names.map((name) => [name, rows.length === 0 ? null : rows.map((one) => one[name])]);
  return JSON.stringify(Object.fromEntries(columns));
}

interface Story {
  readonly rows: readonly Row[];
  readonly context: TimelineContext;
}

function story(lines: number, word: string): Story {
  return storyOf(
    Array.from({ length: lines }, (_, line) => `The ${word} came for the ${line}th time.\n\n`),
    word,
  );
}

function storyOf(texts: readonly string[], title: string): Story {
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
  work.take(linesOf(rows));
  return work;
}

function there({ rows, context }: Story) {
  const compiler = timelineCompiler(rows.length, context);
  compiler.take(linesOf(rows.slice(0, 1_000)));
  compiler.take(linesOf(rows.slice(1_000)));
  // A window may be empty.
  compiler.take(linesOf([]));
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

test("a section whose first thousand lines differ in layout is laid out by all lines", async () => {
  const line = "The tide went out once more that evening.\n";
  const wrapped =
    "The tide came in again and nobody on the wall had\nseen it turn, nor had the boats that lay there in\nthe mud moved by an inch.\n";
  const one = storyOf([...Array<string>(1_000).fill(line), ...Array<string>(LONG).fill(wrapped)], "mud");
  const first = here({ ...one, rows: one.rows.slice(0, 1_000) });
  const spacing = (compiled: ReturnType<typeof first.compile>) =>
    compiled.kind === "compiled" && compiled.manifest.sequential_units.find((unit) => unit.unit_type === "spacing");
  const compiled = here(one).compile(NO_EFFECTS);
  assert.notDeepEqual(spacing(compiled), spacing(first.compile(NO_EFFECTS)));
  using compiler = there(one);
  assert.deepEqual(await compiler.compile(NO_EFFECTS), compiled);
  assert.deepEqual(whole(await written(one)), whole(here(one).write(NO_EFFECTS)));
});

test("the opening of a section is laid out as in the whole of it", () => {
  const line = "The tide went out once more that evening.\n";
  const wrapped =
    "The tide came in again and nobody on the wall had\nseen it turn, nor had the boats that lay there in\nthe mud moved by an inch.\n";
  const texts = [...Array<string>(300).fill(line), ...Array<string>(LONG).fill(wrapped)];
  const one = storyOf(texts, "mud");
  const whole = here(one).compile(NO_EFFECTS);
  const unitsOf = (context: TimelineContext) => {
    const opening = here({ rows: one.rows.slice(0, 200), context }).compile(NO_EFFECTS);
    assert.ok(opening.kind === "compiled");
    // What follows the last line is not known.
    return opening.manifest.sequential_units.slice(0, 398);
  };
  assert.ok(whole.kind === "compiled");
  const same = whole.manifest.sequential_units.slice(0, 398);
  assert.deepEqual(unitsOf({ ...one.context, lines: lineLayout(texts.join("")) }), same);
  assert.notDeepEqual(unitsOf(one.context), same);
});

test("the written text equals the compiled timeline", () => {
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
    one.rows.map((row) => row.asset_id),
  );
  assert.ok(assets.every(({ url }) => url.startsWith("https://example.org/v1/media/")));
});

test("the written text equals the compiled timeline, even if a sound ends after the last word", () => {
  const plain = story(1_300, "tide");
  const content = { type: "sfx", schema_version: "studio-ast-2", prompt: "rain", duration_ms: 9_000, seed: null };
  const sound = { ...row("rain"), kind: "sfx", content, speaker_id: null, spoken: null, duration_ms: 9_000 };
  const mastering_profile = { ...PROFILE, room_tone: { level_db: -67, head_ms: 750, tail_ms: 2_000 } };
  const one = {
    rows: [...plain.rows, sound as unknown as Row],
    context: { ...plain.context, input: { ...plain.context.input, mastering_profile } },
  };
  const compiled = here(one).compile(NO_EFFECTS);
  const sent = here(one).write(NO_EFFECTS);
  assert.ok(compiled.kind === "compiled" && sent.kind === "written");
  const [overlay] = compiled.manifest.overlay_units;
  assert.equal(compiled.manifest.duration_ms, (overlay?.start_ms ?? 0) + 9_000 + 2_000);
  assert.equal(text(sent.manifest), canonicalJson(compiled.manifest));
});

test("compiles several timelines at once", async () => {
  const stories = ["tide", "gull", "boat"].map((word, index) => story(LONG + index, word));
  const answers = await Promise.all(stories.map(written));
  for (const [index, one] of stories.entries())
    assert.deepEqual(whole(answers[index]!), whole(here(one).write(NO_EFFECTS)));
});

test("unread input of one task does not reach the next task", async () => {
  {
    using _ = there(story(LONG + 900, "tide"));
  }
  const one = story(LONG, "gull");
  assert.deepEqual(whole(await written(one)), whole(here(one).write(NO_EFFECTS)));
});
