import assert from "node:assert/strict";
import { test } from "node:test";
import { blockActivity, boundarySilenceHandling, type SectionAudioFacts, sectionActivity } from "./activity.ts";

const QUIET: SectionAudioFacts = { working: false, failed: false, unparsed: false, generatable: false, lacking: false };

test("a section's status is work in progress, otherwise a failure, otherwise missing audio", () => {
  const cases: readonly [Partial<SectionAudioFacts>, string][] = [
    [{}, "blank"],
    [{ unparsed: true }, "needs_audio"],
    [{ generatable: true, lacking: true }, "needs_audio"],
    [{ generatable: true, unparsed: true }, "needs_audio"],
    [{ generatable: true }, "audio_ready"],
    [{ generatable: true, lacking: true, failed: true }, "audio_failed"],
    [{ generatable: true, lacking: true, failed: true, working: true }, "working"],
  ];
  for (const [facts, status] of cases) assert.equal(sectionActivity({ ...QUIET, ...facts }), status);
});

test("a block is idle, generating or failed by its latest request; its pauses are on the timeline", () => {
  assert.deepEqual(
    [blockActivity(null), blockActivity("pending"), blockActivity("failed")],
    ["idle", "generating", "failed"],
  );
  assert.equal(boundarySilenceHandling({ hasMedia: true }), "timeline");
  assert.equal(boundarySilenceHandling({ hasMedia: false }), "unavailable");
});
