import assert from "node:assert/strict";
import { hash as digest } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { Block, SfxPlacement, TextContent } from "../document/document.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { assetIdsOf, type CompileBlock, type CompileInput, compileManifest, manifestHash } from "./compile.ts";
import type { MasteringProfile, RenderManifest } from "./manifest.ts";
import { manifestText } from "./manifest-text.ts";
import { lineLayoutOf, passageLayout } from "./passages.ts";
import { spacingMs } from "./spacing.ts";

const hash = (text: string) => digest("sha256", text, "hex");
const idOf = (name: string, index: number) => {
  const digits = hash(`${name} ${index}`);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
};
const PROFILE: MasteringProfile = {
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
};
const PARAGRAPH = spacingMs({ kind: "new_paragraph" }, false);
const NARRATOR = idOf("speaker", 0);

function content(text: string, over: Partial<TextContent> = {}): TextContent {
  return {
    type: "text",
    schema_version: "studio-ast-2",
    text,
    annotations: [],
    points: [],
    delivery_control_sets: [],
    ...over,
  };
}

/** A block of narration with audio of `duration_ms`. */
function spoken(index: number, text: string, over: Partial<CompileBlock> = {}, duration_ms = 1000): CompileBlock {
  const block: Block = {
    id: idOf("block", index),
    kind: "narration",
    block_version: 1,
    generation_profile_override: null,
    content: content(text),
    placement: null,
    speaker_id: NARRATOR,
  };
  return {
    block,
    speaker_id: NARRATOR,
    parts: { spoken: /\p{L}/u.test(text) ? "words" : null },
    freshness: "current",
    rendition: {
      id: idOf("rendition", index),
      intent_hash: hash(text),
      asset_id: idOf("asset", index),
      asset_content_hash: hash(`bytes of ${text}`),
      duration_ms,
      integrated_lufs: -24,
      sample_peak_dbfs: -12,
    },
    failed: false,
    voice: "ready",
    ...over,
  };
}

function effect(index: number, placement: SfxPlacement | null, over: Partial<CompileBlock> = {}): CompileBlock {
  const block: Block = {
    id: idOf("block", index),
    kind: "sfx",
    block_version: 1,
    generation_profile_override: null,
    content: { type: "sfx", schema_version: "studio-ast-2", prompt: "rain", duration_ms: 500, seed: null },
    placement,
    speaker_id: null,
  };
  return { ...spoken(index, "rain", {}, 500), block, speaker_id: null, parts: { spoken: null }, ...over };
}

function compile(
  blocks: readonly CompileBlock[],
  sound_effects_enabled = true,
  mastering_profile: MasteringProfile = PROFILE,
  passages: CompileInput["passages"] = undefined,
): RenderManifest {
  const result = compileManifest({
    project_id: idOf("project", 0),
    section_id: idOf("section", 0),
    document_version: 3,
    speaker_registry_version: 2,
    mastering_version: 1,
    mastering_profile,
    sound_effects_enabled,
    blocks,
    hash,
    ...(passages === undefined ? {} : { passages }),
  });
  assert.ok(result.kind === "compiled", result.kind);
  return result.manifest;
}

const shape = (manifest: RenderManifest) =>
  manifest.sequential_units.map(({ unit_type, start_ms, duration_ms }) => [unit_type, start_ms, duration_ms]);

test("two paragraphs: sound, spacing, sound, from 0 on", () => {
  const manifest = compile([spoken(0, "It rained.\n\n"), spoken(1, "  It stopped. ", {}, 700)]);
  assert.deepEqual(shape(manifest), [
    ["asset", 0, 1000],
    ["spacing", 1000, PARAGRAPH],
    ["asset", 1000 + PARAGRAPH, 700],
  ]);
  assert.equal(manifest.completeness, "complete");
  assert.equal(manifest.duration_ms, 1700 + PARAGRAPH);
  const [first, second] = manifest.timed_text_units;
  assert.equal(first?.text, "It rained.");
  assert.deepEqual(second?.source_ranges, [{ start_utf16: 2, end_utf16: 13 }]);
  assert.equal(second?.text_hash, hash("It stopped."));
  assert.equal(second?.start_ms, 1000 + PARAGRAPH);
});

test("units are levelled towards the target", () => {
  const [unit] = compile([spoken(0, "It rained.")]).sequential_units;
  assert.ok(unit?.unit_type === "asset");
  assert.equal(unit.effective_gain_db, 6);
});

test("authored pauses at the ends are silence units of the block; those on a silent block lengthen the spacing", () => {
  const quiet = spoken(1, "…\n\n", {
    parts: { spoken: null, leading_silence_ms: 1000 },
    freshness: "absent",
    rendition: null,
  });
  const manifest = compile([
    spoken(0, "It rained.\n\n", { parts: { spoken: "words", leading_silence_ms: 300, trailing_silence_ms: 200 } }),
    quiet,
    spoken(2, "It stopped."),
  ]);
  assert.deepEqual(shape(manifest), [
    ["silence", 0, 300],
    ["asset", 300, 1000],
    ["silence", 1300, 200],
    ["spacing", 1500, PARAGRAPH + 1000],
    ["asset", 2500 + PARAGRAPH, 1000],
  ]);
  assert.equal(manifest.completeness, "complete", "nothing to say is no gap");
});

test("every missing audio is a gap with its reason", () => {
  const no = { freshness: "absent", rendition: null } as const;
  const unparsed: Block = {
    id: idOf("block", 5),
    kind: "unparsed",
    block_version: 1,
    generation_profile_override: null,
    content: content(" Raw text.\n"),
    placement: null,
    speaker_id: null,
  };
  const manifest = compile([
    spoken(0, "Here."),
    spoken(1, "Missing.", no),
    spoken(2, "Stale.", { freshness: "stale" }),
    spoken(3, "Failed.", { ...no, failed: true }),
    spoken(4, "Nobody.", { ...no, speaker_id: null, voice: "none" }),
    { ...spoken(5, "", no), block: unparsed },
    spoken(6, "Voiceless.", { ...no, voice: "none" }),
    spoken(7, "Foreign.", { ...no, voice: "unsupported" }),
    effect(8, null, no),
    effect(9, {
      anchor_block_id: idOf("gone", 0),
      anchor: "start",
      offset_ms: 0,
      gain_db: 0,
      fade_in_ms: 0,
      fade_out_ms: 0,
    }),
  ]);
  assert.equal(manifest.completeness, "partial");
  assert.deepEqual(
    manifest.gaps.map(({ block_index, media_kind, reason }) => [block_index, media_kind, reason]),
    [
      [1, "speech", "missing"],
      [2, "speech", "stale"],
      [3, "speech", "failed"],
      [4, "speech", "unassigned"],
      [5, "speech", "unresolved"],
      [6, "speech", "unassigned"],
      [7, "speech", "unsupported"],
      [8, "sfx", "missing"],
      [9, "sfx", "unplaced"],
    ],
  );
  assert.deepEqual(manifest.gaps[4]?.source_ranges, [{ start_utf16: 1, end_utf16: 10 }]);
  assert.deepEqual(shape(manifest), [["asset", 0, 1000]]);
});

test("sound effects follow their anchors, and need no audio when they are switched off", () => {
  const place = (anchor: "start" | "end" | "offset", offset_ms: number, offset_utf16?: number): SfxPlacement => ({
    anchor_block_id: idOf("block", 1),
    anchor,
    offset_ms,
    gain_db: -6,
    fade_in_ms: 100,
    fade_out_ms: 9999,
    ...(offset_utf16 !== undefined && { offset_utf16 }),
  });
  const anchored = spoken(1, "It stopped.", {}, 1100);
  const rendition = anchored.rendition;
  assert.ok(rendition);
  const source_words = [
    { start_utf16: 0, end_utf16: 2, start_ms: 0 },
    { start_utf16: 3, end_utf16: 10, start_ms: 777 },
  ];
  const script = (one: SfxPlacement | null, words = false) => [
    spoken(0, "It rained.\n\n"),
    effect(9, one),
    words ? { ...anchored, rendition: { ...rendition, source_words } } : anchored,
  ];
  const startOf = (one: SfxPlacement | null, words = false) => compile(script(one, words)).overlay_units[0]?.start_ms;
  const second = 1000 + PARAGRAPH;
  assert.equal(startOf(null), second, "without a placement: where the next unit starts");
  assert.equal(startOf(place("start", 100)), second + 100);
  assert.equal(startOf(place("end", -100)), second + 1000);
  assert.equal(startOf(place("start", -60000)), 0, "never before the beginning");
  assert.equal(startOf(place("offset", 0, 3)), second + 300, "its share of the text when no word times are known");
  assert.equal(startOf(place("offset", 0, 3), true), second + 777, "the word's own time when it is");
  const [unit] = compile(script(place("end", 0))).overlay_units;
  assert.deepEqual([unit?.gain_db, unit?.fade_in_ms, unit?.fade_out_ms], [-8, 100, 500]);
  assert.equal(compile(script(place("end", 0))).duration_ms, second + 1100 + 500, "an effect may outlast the words");
  const off = compile([...script(null), effect(8, null, { freshness: "absent", rendition: null })], false);
  assert.deepEqual([off.overlay_units.length, off.gaps.length], [0, 0]);
});

test("a sound lasts until a line: it repeats or is cut, and its end fades", () => {
  const lines = [spoken(0, "One.\n\n"), spoken(1, "Two.\n\n"), spoken(3, "Three.\n\n")];
  const place = (over: Partial<SfxPlacement>): SfxPlacement => ({
    anchor_block_id: idOf("block", 0),
    anchor: "start",
    offset_ms: 0,
    gain_db: 0,
    fade_in_ms: 0,
    fade_out_ms: 0,
    ...over,
  });
  const unitOf = (over: Partial<SfxPlacement>) => {
    const manifest = compile([lines[0]!, effect(2, place(over)), lines[1]!, lines[2]!]);
    return { unit: manifest.overlay_units[0], gap: manifest.gaps[0] };
  };
  const until = { until_block_id: idOf("block", 3) };
  const second = 1000 + PARAGRAPH;
  const whole = unitOf(until).unit;
  assert.deepEqual([whole?.start_ms, whole?.duration_ms, whole?.fade_out_ms, whole?.loop], [0, 2 * second, 60, true]);
  const through = unitOf({ ...until, until_anchor: "end", fade_out_ms: 900 }).unit;
  assert.deepEqual([through?.duration_ms, through?.fade_out_ms], [2 * second + 1000, 900]);
  const cut = unitOf({ until_block_id: idOf("block", 1), offset_ms: second - 200 }).unit;
  assert.deepEqual([cut?.duration_ms, cut?.fade_out_ms, cut?.loop], [200, 60, undefined]);
  assert.equal(unitOf({}).unit?.loop, undefined);
  for (const over of [{ until_block_id: idOf("block", 9) }, { until_block_id: idOf("block", 0) }]) {
    const { unit, gap } = unitOf(over);
    assert.equal(unit, undefined);
    assert.equal(gap?.reason, "unplaced");
  }
});

test("an effect after the last passage starts at the end of the passage", () => {
  assert.equal(compile([spoken(0, "It rained."), effect(1, null)]).overlay_units[0]?.start_ms, 1000);
});

test("headings keep their distance", () => {
  const heading = spoken(1, "CHAPTER II\n\n");
  const annotated: CompileBlock = {
    ...heading,
    block: {
      ...(heading.block as Extract<Block, { kind: "narration" | "speech" }>),
      content: content("CHAPTER II\n\n", {
        annotations: [
          {
            kind: "extension",
            id: idOf("annotation", 0),
            start_utf16: 0,
            end_utf16: 12,
            namespace: "fullcast.structure",
            name: "heading",
            version: 1,
            payload: null,
          },
        ],
      }),
    },
  };
  const spacing = compile([spoken(0, "It rained.\n\n"), annotated, spoken(2, "It snowed.")]).sequential_units.filter(
    ({ unit_type }) => unit_type === "spacing",
  );
  assert.deepEqual(
    spacing.map(({ duration_ms }) => duration_ms),
    [2500, 1200],
  );
});

test("a text that only its alias makes audible is written in canonical order as well", () => {
  const block = {
    ...spoken(0, "***").block,
    content: content("***", {
      annotations: [
        { kind: "exclusion", id: idOf("annotation", 0), start_utf16: 0, end_utf16: 3, reason: "editorial" },
      ] as unknown as TextContent["annotations"],
    }),
  } as Block;
  const manifest = compile([{ ...spoken(0, "***"), block, parts: { spoken: "three stars" } }]);
  assert.deepEqual(manifest.timed_text_units[0]?.source_ranges, [{ start_utf16: 0, end_utf16: 3 }]);
  assert.equal(manifestText(manifest), canonicalJson(manifest));
});

const drawnBlock = fc.record({
  kind: fc.constantFrom("narration", "sfx", "excluded"),
  text: fc.constantFrom("It rained. ", "“Yes,” ", "he said.\n", "\n\n", "The end.\n\n", "* * *\n\n"),
  freshness: fc.constantFrom("current", "current", "current", "absent", "stale"),
  duration: fc.integer({ min: 1, max: 5000 }),
  leading: fc.constantFrom(0, 0, 250),
  trailing: fc.constantFrom(0, 0, 250),
  anchor: fc.option(fc.nat(30), { nil: null }),
  offset: fc.integer({ min: -3000, max: 3000 }),
});

test("any script: contiguous from 0, in order, unique ids, ends at the latest end, complete iff no gaps", () => {
  fc.assert(
    fc.property(fc.array(drawnBlock, { maxLength: 30 }), (drawn) => {
      const blocks = drawn.map((one, index): CompileBlock => {
        const freshness = one.freshness as "current" | "absent" | "stale";
        const base = spoken(
          index,
          one.text,
          { freshness, ...(freshness === "absent" && { rendition: null }) },
          one.duration,
        );
        if (one.kind === "sfx") {
          const placement =
            one.anchor === null
              ? null
              : ({
                  anchor_block_id: idOf("block", one.anchor),
                  anchor: "end",
                  offset_ms: one.offset,
                  gain_db: 0,
                  fade_in_ms: 0,
                  fade_out_ms: 0,
                } as const);
          return { ...effect(index, placement), freshness, rendition: base.rendition };
        }
        if (one.kind === "excluded") {
          const block = { ...base.block, kind: "excluded", speaker_id: null } as Block;
          return { ...base, block, parts: { spoken: null }, freshness: "unsupported", rendition: null };
        }
        const silences = { leading_silence_ms: one.leading, trailing_silence_ms: one.trailing };
        return { ...base, parts: { ...base.parts, ...silences } };
      });
      const manifest = compile(blocks);
      let cursor = 0;
      let lastIndex = 0;
      for (const unit of manifest.sequential_units) {
        assert.equal(unit.start_ms, cursor);
        assert.ok(Number.isInteger(unit.duration_ms) && unit.duration_ms >= 1);
        assert.ok(unit.block_index >= lastIndex);
        lastIndex = unit.block_index;
        cursor += unit.duration_ms;
      }
      const units = [...manifest.sequential_units, ...manifest.overlay_units];
      assert.equal(new Set(units.map(({ unit_id }) => unit_id)).size, units.length);
      assert.equal(manifest.duration_ms, Math.max(0, ...units.map((unit) => unit.start_ms + unit.duration_ms)));
      assert.equal(manifest.completeness === "complete", manifest.gaps.length === 0);
      for (const [index, unit] of manifest.overlay_units.entries()) {
        assert.ok(unit.start_ms >= (manifest.overlay_units[index - 1]?.start_ms ?? 0));
      }
      assert.deepEqual(
        manifest.gaps.map(({ block_index }) => block_index),
        manifest.gaps.map(({ block_index }) => block_index).sort((a, b) => a - b),
      );
      const heard = new Set(units.map(({ block_id }) => block_id));
      const missing = new Set(manifest.gaps.map(({ block_id }) => block_id));
      assert.ok(
        blocks.every(({ block }) => !(heard.has(block.id) && missing.has(block.id))),
        "a block is heard or missing, never both",
      );
      assert.equal(manifestHash(compile(blocks), hash), manifestHash(manifest, hash));
      assert.equal(manifestText(manifest), canonicalJson(manifest));
      const layout = passageLayout(PROFILE, hash, lineLayoutOf(blocks));
      for (const entry of blocks) layout.add(entry);
      assert.deepEqual(compile(blocks, true, PROFILE, layout.finish()), manifest, "laid out before or not");
      assert.equal(layout.finish(), layout.finish());
      const inRoom = compile(blocks, true, { ...PROFILE, room_tone: { level_db: -67, head_ms: 10, tail_ms: 20 } });
      assert.equal(manifestText(inRoom), canonicalJson(inRoom));
      assert.equal(new Set(assetIdsOf(manifest)).size, assetIdsOf(manifest).length);
    }),
    { numRuns: 80 },
  );
});

test("a section that does not fit into one manifest is refused with the exceeded limit", () => {
  const one = spoken(0, "It rained.\n\n");
  const blocks = Array.from({ length: 25_001 }, (_, index): CompileBlock => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
    return { ...one, block: { ...one.block, id } as Block };
  });
  const input = {
    project_id: "p",
    section_id: "s",
    document_version: 1,
    speaker_registry_version: 1,
    mastering_version: 1,
    mastering_profile: PROFILE,
    sound_effects_enabled: true,
    blocks,
    hash,
  };
  assert.deepEqual(compileManifest(input), {
    kind: "too_large",
    subject: "sequential_units",
    count: 50_001,
    limit: 50_000,
  });
});

test("levelling keeps what a direction made louder or softer", () => {
  const gainOf = (directed_volume_db: number) => {
    const entry = spoken(0, "Hush.");
    const rendition = { ...entry.rendition!, integrated_lufs: -24 + directed_volume_db, directed_volume_db };
    const [unit] = compile([{ ...entry, rendition }]).sequential_units;
    assert.ok(unit?.unit_type === "asset");
    return unit.analysis_integrated_lufs + unit.effective_gain_db;
  };
  const close = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}`);
  close(gainOf(-6), gainOf(0) - 6);
  close(gainOf(3), gainOf(0) + 3);
});

test("room tone: added before the first and after the last word, and all times are shifted", () => {
  const plain = compile([spoken(0, "It rained.\n\n"), spoken(1, "It stopped.")]);
  const profile = { ...plain.mastering_profile, room_tone: { level_db: -67, head_ms: 750, tail_ms: 2000 } };
  const toned = compile([spoken(0, "It rained.\n\n"), spoken(1, "It stopped.")], true, profile);
  const last = plain.duration_ms;
  assert.deepEqual(shape(toned), [
    ["silence", 0, 750],
    ...shape(plain).map(([type, start, length]) => [type, (start as number) + 750, length]),
    ["silence", last + 750, 2000],
  ]);
  assert.equal(toned.duration_ms, last + 2750);
  assert.equal(toned.timed_text_units[0]?.start_ms, 750);
  assert.equal(new Set(toned.sequential_units.map((unit) => unit.unit_id)).size, toned.sequential_units.length);
});

test("room tone: the tail follows the last sound, even if it ends after the last word", () => {
  const profile = { ...PROFILE, room_tone: { level_db: -67, head_ms: 750, tail_ms: 2000 } };
  const words = [spoken(0, "It rained.\n\n"), spoken(1, "It stopped.", {}, 700)];
  const plain = compile(words, true, profile);
  const spokenEnd = plain.duration_ms - 2000;
  for (const [offset_ms, longer] of [
    [-1000, 0],
    [0, 500],
    [1800, 2300],
  ] as const) {
    const anchored = { anchor_block_id: idOf("block", 1), anchor: "end", offset_ms } as const;
    const rain = effect(2, { ...anchored, gain_db: 0, fade_in_ms: 0, fade_out_ms: 0 });
    const manifest = compile([...words, rain], true, profile);
    assert.equal(manifest.duration_ms, plain.duration_ms + longer);
    assert.deepEqual(shape(manifest).at(-1), ["silence", spokenEnd, 2000 + longer]);
    assert.deepEqual(shape(manifest).slice(0, -1), shape(plain).slice(0, -1));
    assert.equal(manifestText(manifest), canonicalJson(manifest));
    const untoned = compile(words).duration_ms;
    assert.equal(compile([...words, rain]).duration_ms, Math.max(untoned, untoned + offset_ms + 500));
  }
});
