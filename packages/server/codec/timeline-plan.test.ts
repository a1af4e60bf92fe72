import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { makeJob } from "../../../tests/audio/make-job.ts";
import { RenderError } from "./render-error.ts";
import { planTimeline, SEGMENT_SAMPLES, samplesOf } from "./timeline-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-plan-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const second = new Int16Array(22_050).fill(100);
const longSound = new Int16Array(8000 * 130).fill(100);
const job = makeJob(
  folder,
  "wav",
  Array.from({ length: 150 }, () => ({ pcm: second, sampleRate: 22_050, spacingMs: 333 })),
  { overlays: [{ pcm: longSound, sampleRate: 8000, startMs: 30_000, gainDb: -20, fadeInMs: 500 }] },
);
const plan = planTimeline(job);

test("a segment is whole in MP3 frames, AAC frames, loudness steps and limiter steps", () => {
  for (const step of [1152, 1024, 4410, 8]) assert.equal(SEGMENT_SAMPLES % step, 0);
  assert.equal(plan.segmentCount, Math.ceil(plan.samples / SEGMENT_SAMPLES));
  assert.equal(plan.samples, samplesOf(job.parts[0]!.manifest.duration_ms));
});

test("every range gets all clips that play in it, once, in the same order", () => {
  const all = plan.clipsBetween(-1000, plan.samples + 1000);
  assert.equal(all.length, 151);
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000, max: plan.samples }),
      fc.integer({ min: 1, max: 3_000_000 }),
      (from, length) => {
        const to = from + length;
        assert.deepEqual(
          plan.clipsBetween(from, to),
          all.filter((clip) => clip.start < to && clip.start + clip.length > from),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test("a job that cannot be rendered is refused before anything is written", () => {
  const refused = (change: Partial<typeof job>): void => {
    assert.throws(
      () => planTimeline({ ...job, ...change }),
      (error) => error instanceof RenderError && error.kind === "input",
    );
  };
  refused({ parts: [] });
  refused({ assets: job.assets.slice(1) });
});
