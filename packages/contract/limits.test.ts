// Limits inside blocks and manifests: at the limit a shape passes, one beyond it does not. Those of plain request fields
// are tried over HTTP (tests/api/shapes.test.ts).

import assert from "node:assert/strict";
import { test } from "node:test";
import { MANIFEST_LIMITS } from "@fullcast/core/manifest-limits";
import type { z } from "zod";
import { endpoints, LIMITS } from "./contract.ts";
import { annotation, deliveryControlSet, noteContent, point, sfxContent, textContent } from "./schemas/document.ts";
import { renderManifest } from "./schemas/manifest.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

/** Where a value does not fit; empty when it does. */
const faults = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.path.join(".")) ?? [];

const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const directive = { id: ID, start_utf16: 0, end_utf16: 1, intent: "warm", strength: 0.5 };
const setting = { name: "rate", value: 1 };
const controlSet = {
  id: ID,
  schema_version: "studio-delivery-control-set-2",
  provider: "espeak",
  model: "m",
  format: "fullcast-delivery-1",
  capability_revision: "1",
  directives: [directive],
  settings: [setting],
  source_fingerprint: null,
  source_utf16_length: null,
};
const content = {
  type: "text",
  schema_version: "studio-ast-2",
  text: "Once.",
  annotations: [],
  points: [],
  delivery_control_sets: [controlSet],
};

test("a text block takes 32 delivery control sets with 256 directives and 32 settings each, and not one more", () => {
  const sets = (count: number) => ({ ...content, delivery_control_sets: times(count, controlSet) });
  assert.deepEqual(faults(textContent, sets(LIMITS.delivery_control_sets)), []);
  assert.deepEqual(faults(textContent, sets(LIMITS.delivery_control_sets + 1)), ["delivery_control_sets"]);
  const directives = (count: number) => ({ ...controlSet, directives: times(count, directive) });
  assert.deepEqual(faults(deliveryControlSet, directives(LIMITS.delivery_directives)), []);
  assert.deepEqual(faults(deliveryControlSet, directives(LIMITS.delivery_directives + 1)), ["directives"]);
  const settings = (count: number) => ({ ...controlSet, settings: times(count, setting) });
  assert.deepEqual(faults(deliveryControlSet, settings(LIMITS.delivery_settings)), []);
  assert.deepEqual(faults(deliveryControlSet, settings(LIMITS.delivery_settings + 1)), ["settings"]);
});

test("a pronunciation has 1 to 500 units, a timed silence 1 to 300,000 ms", () => {
  const pronounced = (value: string) => ({
    kind: "pronunciation",
    id: ID,
    start_utf16: 0,
    end_utf16: 1,
    alphabet: "alias",
    value,
  });
  assert.deepEqual(faults(annotation, pronounced("😀".repeat(LIMITS.pronunciation_units / 2))), []);
  assert.deepEqual(faults(annotation, pronounced("a".repeat(LIMITS.pronunciation_units + 1))), ["value"]);
  assert.deepEqual(faults(annotation, pronounced("")), ["value"]);
  const silence = (duration_ms: number) => ({ kind: "timed_silence", id: ID, offset_utf16: 0, duration_ms });
  for (const good of [1, LIMITS.timed_silence_ms]) assert.deepEqual(faults(point, silence(good)), []);
  for (const bad of [0, LIMITS.timed_silence_ms + 1, 1.5])
    assert.deepEqual(faults(point, silence(bad)), ["duration_ms"]);
});

test("a note has at most 20,000 units; a sound effect 1 to 4,000 of prompt and 100 to 300,000 ms", () => {
  const note = (text: string) => ({ type: "note", schema_version: "studio-ast-2", text });
  assert.deepEqual(faults(noteContent, note("a".repeat(LIMITS.note_text_units))), []);
  assert.deepEqual(faults(noteContent, note("a".repeat(LIMITS.note_text_units + 1))), ["text"]);
  const sfx = (change: object) => ({
    type: "sfx",
    schema_version: "studio-ast-2",
    prompt: "Rain.",
    duration_ms: 1_000,
    seed: null,
    ...change,
  });
  const { min, max } = LIMITS.sfx_duration_ms;
  for (const duration_ms of [min, max]) assert.deepEqual(faults(sfxContent, sfx({ duration_ms })), []);
  for (const duration_ms of [min - 1, max + 1])
    assert.deepEqual(faults(sfxContent, sfx({ duration_ms })), ["duration_ms"]);
  assert.deepEqual(faults(sfxContent, sfx({ prompt: "a".repeat(LIMITS.sfx_prompt_units) })), []);
  for (const prompt of ["", "a".repeat(LIMITS.sfx_prompt_units + 1)]) {
    assert.deepEqual(faults(sfxContent, sfx({ prompt })), ["prompt"]);
  }
});

test("a manifest's limits are those that the compiler of timelines refuses to exceed, and its shape states them", () => {
  assert.deepEqual(MANIFEST_LIMITS, {
    sequential_units: LIMITS.manifest_sequential_units,
    overlay_units: LIMITS.manifest_overlay_units,
    timed_text_units: LIMITS.manifest_timed_text_units,
    gaps: LIMITS.manifest_gaps,
    assets: LIMITS.manifest_assets,
    source_ranges: LIMITS.manifest_source_ranges,
  });
  const gap = (ranges: number) => ({
    block_id: ID,
    block_index: 0,
    block_version: 1,
    media_kind: "speech",
    reason: "missing",
    source_ranges: times(ranges, { start_utf16: 0, end_utf16: 1 }),
  });
  const path = (value: object) => faults(renderManifest, value).filter((one) => one.startsWith("gaps"));
  assert.deepEqual(path({ gaps: [gap(LIMITS.manifest_source_ranges)] }), []);
  assert.deepEqual(path({ gaps: [gap(LIMITS.manifest_source_ranges + 1)] }), ["gaps.0.source_ranges"]);
  assert.deepEqual(path({ gaps: times(LIMITS.manifest_gaps, gap(1)) }), []);
  assert.deepEqual(path({ gaps: times(LIMITS.manifest_gaps + 1, gap(1)) }), ["gaps"]);
});

test("a page of sounds is 30 of the library and 50 of a project when nothing is said", () => {
  assert.equal(endpoints.listSounds.query.parse({}).limit, LIMITS.sound_page_default);
  assert.equal(endpoints.listCatalogSounds.query.parse({}).limit, LIMITS.sound_page_default);
  assert.equal(endpoints.listProjectSounds.query.parse({}).limit, LIMITS.project_sound_page_default);
});

// interface.md's table of limits, as the page says them.
test("the limits are those of the specification", () => {
  const MEBIBYTE = 1024 * 1024;
  const specified: Partial<Record<keyof typeof LIMITS, unknown>> = {
    body_bytes: 8 * MEBIBYTE,
    raw_text_utf8_bytes: 8 * MEBIBYTE,
    section_title_units: 500,
    project_name_units: 120,
    section_index: 4_999,
    preparation_voices: 50,
    prepare_sections: 100,
    create_audio_sections: 16,
    create_audio_sections_per_sound_lane: 2,
    target_blocks: 250,
    target_block_units: 1_000_000,
    workflow_steps: 100,
    error_summary: 100,
    project_export_sections: 100,
    export_page: 100,
    project_export_page: 10,
    idempotency_key_units: 255,
    project_idempotency_key_characters: { min: 8, max: 128 },
    block_text_units: 65_536,
    note_text_units: 20_000,
    document_blocks: 100_000,
    delivery_control_sets: 32,
    delivery_directives: 256,
    delivery_settings: 32,
    pronunciation_units: 500,
    timed_silence_ms: 300_000,
    sfx_duration_ms: { min: 100, max: 300_000 },
    sfx_prompt_units: 4_000,
    sound_upload_bytes: 256 * MEBIBYTE,
    sound_duration_ms: { min: 100, max: 3_900_000 },
    sound_revision_bytes: 720 * MEBIBYTE,
    sound_name_units: 120,
    sound_description_units: 1_000,
    sound_tags: 12,
    sound_filename_units: 255,
    sound_search_units: 200,
    cursor_units: 500,
    sound_page: 100,
    sound_page_default: 30,
    project_sound_page_default: 50,
    export_url_hours: 12,
    export_kept_days: 30,
    mastering: {
      target_lufs: { min: -30, max: -10 },
      strength: { min: 0, max: 1 },
      max_boost_db: { min: 0, max: 24 },
      max_reduction_db: { min: 0, max: 24 },
      silence_threshold_lufs: { min: -120, max: -20 },
      peak_ceiling_db: { min: -12, max: -0.1 },
      sfx_bus_gain_db: { min: -24, max: 24 },
    },
    manifest_sequential_units: 50_000,
    manifest_overlay_units: 10_000,
    manifest_timed_text_units: 50_000,
    manifest_gaps: 50_000,
    manifest_assets: 60_000,
    manifest_source_ranges: 10_000,
  };
  for (const [name, value] of Object.entries(specified)) {
    assert.deepEqual(LIMITS[name as keyof typeof LIMITS], value, name);
  }
});
