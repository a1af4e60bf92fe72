// A timeline compiled in a thread is the one that is compiled here, whatever that thread did before.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Block } from "@fullcast/core/document";
import type { CompileBlock } from "@fullcast/core/timeline";
import { sha256 } from "../hash.ts";
import { compileHere, writeHere } from "./compile-here.ts";
import { type CompileTask, timelineCompiler } from "./compile-timeline.ts";

/** More than that are compiled in a thread. */
const LONG = 1_700;
const speaker_id = randomUUID();

function spoken(text: string): CompileBlock {
  const id = randomUUID();
  const block: Block = {
    id,
    kind: "narration",
    block_version: 1,
    generation_profile_override: null,
    content: {
      type: "text",
      schema_version: "studio-ast-2",
      text,
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    placement: null,
    speaker_id,
  };
  return {
    block,
    speaker_id,
    parts: { spoken: "words" },
    freshness: "current",
    rendition: {
      id: randomUUID(),
      intent_hash: sha256(text),
      asset_id: randomUUID(),
      asset_content_hash: sha256(id),
      duration_ms: 1_000,
      integrated_lufs: -21,
      sample_peak_dbfs: -4,
    },
    failed: false,
    voice: "ready",
  };
}

function story(lines: number, word: string): CompileTask {
  return {
    title: word,
    blocks: Array.from({ length: lines }, (_, line) => spoken(`The ${word} came for the ${line}th time.\n\n`)),
    input: {
      project_id: randomUUID(),
      section_id: randomUUID(),
      document_version: 1,
      speaker_registry_version: 1,
      mastering_version: 1,
      mastering_profile: {
        schema_version: 1,
        enabled: true,
        target_lufs: -18,
        strength: 1,
        max_boost_db: 12,
        max_reduction_db: 12,
        silence_threshold_lufs: -70,
        peak_ceiling_db: -3,
        speaker_adjustments_db: {},
        sfx_bus_gain_db: -2,
      },
      sound_effects_enabled: true,
    },
  };
}

async function written(task: CompileTask) {
  using compiler = timelineCompiler(task.blocks.length);
  compiler.take(task.blocks.slice(0, 1_000));
  compiler.take(task.blocks.slice(1_000));
  return await compiler.write(task, true);
}

test("long tasks one after the other, a shorter one after a longer", async () => {
  for (const task of [story(LONG + 400, "tide"), story(LONG, "gull"), story(LONG + 100, "boat")]) {
    assert.deepEqual(await written(task), writeHere(task, true));
    using compiler = timelineCompiler(task.blocks.length);
    compiler.take(task.blocks);
    assert.deepEqual(await compiler.compile(task), compileHere(task));
  }
});

test("several at once", async () => {
  const tasks = ["tide", "gull", "boat"].map((word, index) => story(LONG + index, word));
  const answers = await Promise.all(tasks.map(written));
  for (const [index, task] of tasks.entries()) assert.deepEqual(answers[index], writeHere(task, true));
});

test("blocks that changed since they were given count as the task has them", async () => {
  const task = story(LONG, "tide");
  using compiler = timelineCompiler(LONG);
  compiler.take(task.blocks);
  const changed = { ...task, blocks: task.blocks.with(700, spoken("Something else.\n\n")) };
  assert.deepEqual(await compiler.write(changed, false), writeHere(changed, false));
});

test("what was given and never asked for does not reach the next task", async () => {
  const left = story(LONG + 900, "tide");
  {
    using compiler = timelineCompiler(left.blocks.length);
    compiler.take(left.blocks);
  }
  const task = story(LONG, "gull");
  assert.deepEqual(await written(task), writeHere(task, true));
});

test("a task that turned out to be short is compiled here", async () => {
  const task = story(3, "boat");
  using compiler = timelineCompiler(LONG);
  compiler.take(task.blocks);
  assert.deepEqual(await compiler.write(task, true), writeHere(task, true));
});
