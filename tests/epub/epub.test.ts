// Read-along books, checked by epubcheck, by its port to JavaScript (they find different faults) and, for accessibility, by
// DAISY Ace.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { TimedTextUnit } from "../../packages/core/timeline/timeline.ts";
import { type RenderJob, type RenderPart, renderInChildProcess } from "../../packages/server/codec/codec.ts";
import { JPEG } from "../api/images.ts";
import { type MadeJob, makeJob, speechLike } from "../audio/make-job.ts";
import { aceViolations } from "./ace.ts";
import { complaintsOf } from "./epubcheck.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-epub-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const PUBLICATION = {
  identifier: "0b2d6a4e-6f0e-4a53-9a51-0d2d7c1b8f10",
  author: 'Nobody <Known> & "Co"',
  narrator: "A Voice",
  language: "en-GB",
  modified: "2026-11-21T08:00:00Z",
  details: {
    series: "The <Salt> Road",
    series_number: "2.5",
    description: "A harbour & three voices.",
    publisher: "Kelp Press",
    published: "1902-04",
    isbn: "9780306406157",
  },
};

/** A part that speaks these texts, each in its own block. Even blocks have timed words, odd ones none. */
function partOf(job: MadeJob, title: string, texts: readonly string[]): RenderPart {
  const [part] = job.parts;
  assert.ok(part !== undefined);
  const spoken = part.manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
  const timed = texts.map((text, index): TimedTextUnit => {
    const { unit_id, block_id, block_index, block_version, start_ms, duration_ms, speaker_id, source_ranges } =
      spoken[index] ?? assert.fail("too few units");
    const place = { unit_id, block_id, block_index, block_version, start_ms, duration_ms, source_ranges };
    return { ...place, speaker_id: `${speaker_id}-${index % 3}`, text, text_hash: "" };
  });
  return {
    title,
    manifest: { ...part.manifest, timed_text_units: timed },
    chapters: [
      { title, start_ms: 0 },
      { title: "潮 <&> \u0001", start_ms: timed[2]?.start_ms ?? 0 },
    ],
    word_timings: timed.map(({ unit_id, block_id, text, start_ms }, index) => ({
      unit_id,
      block_id,
      asset_id: "",
      word_timing: index % 2 === 0 ? "available" : "unavailable",
      words:
        index % 2 === 0
          ? [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((word, at) => ({
              text: word[0],
              start_ms: start_ms + at * 40,
              end_ms: start_ms + at * 40 + 40,
              start_utf16: word.index,
              end_utf16: word.index + word[0].length,
            }))
          : [],
    })),
    text: {
      layout: "wrapped",
      blocks: timed.map(({ block_id, text }, index) => ({
        block_id,
        role: index === 0 ? "heading" : "paragraph",
        kind: index % 2 === 0 ? "narration" : "speech",
        text,
        cuts: [],
      })),
    },
  };
}

const TEXTS = [
  "I. The <Harbour>\n\n",
  "“Who goes there & why?” asked nobody.\n\n",
  "Rain \u0001\u001b\ufffe on <b>the</b> sill; ]]> <!-- nothing -->&nbsp; 1 < 2 – 潮の音 😀.\n\nAnd then, at last,\nday.",
  '"Yes."',
];

const units = TEXTS.map((_, index) => ({
  pcm: speechLike(2.1, 22_050, index + 1),
  sampleRate: 22_050,
  spacingMs: 200,
}));
const cover = join(folder, "cover.jpg");
writeFileSync(cover, JPEG);

function bookJob(name: string, sections: number): RenderJob {
  const job = makeJob(folder, "epub", units, { output: join(folder, name) });
  return {
    ...job,
    parts: Array.from({ length: sections }, (_, index) => partOf(job, `Section ${index + 1} <&>`, TEXTS)),
    tags: { ...job.tags, title: 'Tides <of> & "Voices" \u0002', cover: { path: cover, content_type: "image/jpeg" } },
    publication: PUBLICATION,
  };
}

test("a book of several sections with a cover and hostile text: no error, no warning", async () => {
  const job = bookJob("tides.epub", 2);
  const result = await renderInChildProcess(job);
  assert.deepEqual(await complaintsOf(job.output_path), []);
  assert.equal(result.duration_ms, 2 * job.parts[0]!.manifest.duration_ms);
});

test("DAISY Ace finds no violation of accessibility, with and without headings in the text", async () => {
  const job = bookJob("accessible.epub", 2);
  const [first, second] = job.parts;
  assert.ok(first !== undefined && second?.text !== undefined);
  const plain = second.text.blocks.map((block) => ({ ...block, role: "paragraph" as const }));
  await renderInChildProcess({ ...job, parts: [first, { ...second, text: { ...second.text, blocks: plain } }] });
  assert.deepEqual(await aceViolations(job.output_path), []);
  assert.deepEqual(await complaintsOf(job.output_path), []);
});

test("the same book gives the same bytes, and nothing else is left behind", async () => {
  const [one, two] = [bookJob("one.epub", 1), bookJob("two.epub", 1)];
  const made = [await renderInChildProcess(one), await renderInChildProcess({ ...two, concurrency: 1 })];
  assert.equal(made[0]?.sha256, made[1]?.sha256);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes(".part-")),
    [],
  );
});

test("a stopped render leaves no file", async () => {
  const job = bookJob("stopped.epub", 2);
  const controller = new AbortController();
  const rendering = renderInChildProcess(job, { signal: controller.signal, onProgress: () => controller.abort() });
  await assert.rejects(rendering, { name: "RenderError", kind: "killed" });
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("stopped")),
    [],
  );
});
