// The decoding process: gets one uploaded file from its parent, answers with one result, and ends. It also ends when the
// parent does. It runs under the limits that limited-process.ts sets.

import { rmSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import { type DecodedSound, type SoundFileAnswer, SoundFileError, type SoundFileJob } from "./sound-file-job.ts";
import { openSoundFile } from "./sound-file-source.ts";
import { createSoundFileWriter } from "./sound-file-writer.ts";

/** Frames between two looks at whether the parent is still there. */
const FRAMES_AT_ONCE = 256;
/** How much less than its header claims a file may hold: encoders count their own delay in different ways. */
const CLAIM_TOLERANCE_MS = 250;
const CLAIM_TOLERANCE = 0.01;

async function decode(job: SoundFileJob): Promise<DecodedSound> {
  using source = openSoundFile(job.input_path);
  using writer = createSoundFileWriter(job);
  let frames = 0;
  for (const frame of source.frames()) {
    writer.add(frame);
    if (writer.decodedMs > job.max_duration_ms + 0.5) {
      throw new SoundFileError("too_long", `The sound is longer than ${job.max_duration_ms} ms.`);
    }
    if (++frames % FRAMES_AT_ONCE === 0) await breathe();
  }
  const { claimedMs } = source;
  if (claimedMs !== null) {
    const lacking = claimedMs - writer.decodedMs;
    if (lacking > Math.max(CLAIM_TOLERANCE_MS, claimedMs * CLAIM_TOLERANCE)) {
      throw new SoundFileError("truncated", "The file ends before the sound that its header announces.");
    }
  }
  if (Math.round(writer.decodedMs) < job.min_duration_ms) {
    throw new SoundFileError(
      "too_short",
      `The sound is ${Math.round(writer.decodedMs)} ms long; at least ${job.min_duration_ms} ms are needed.`,
    );
  }
  return writer.finish();
}

function refusalOf(error: unknown): SoundFileAnswer {
  if (error instanceof SoundFileError) return { kind: "refused", fault: error.fault, message: error.message };
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return { kind: "refused", fault: "disk_full", message: "There is no room left to store the sound." };
  }
  return { kind: "refused", fault: "internal", message: "The sound could not be decoded." };
}

process.once("message", (job: SoundFileJob) => {
  process.on("disconnect", () => {
    rmSync(job.output_path, { force: true });
    process.exit(1);
  });
  void decode(job)
    .then((sound): SoundFileAnswer => ({ kind: "decoded", sound }))
    .catch(refusalOf)
    .then((answer) => process.send?.(answer, () => process.exit(0)));
});
