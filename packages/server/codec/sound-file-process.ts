// The decoding process. It decodes one uploaded file, answers with one result, and ends. Its input and output are open
// descriptors, so it needs no path.

import { setImmediate as breathe } from "node:timers/promises";
import { answerParent, INPUT_DESCRIPTOR, OUTPUT_DESCRIPTOR } from "../compute/child-side.ts";
import { type DecodedSound, type SoundFileAnswer, SoundFileError, type SoundFileLimits } from "./sound-file-job.ts";
import { openSoundFile } from "./sound-file-source.ts";
import { createSoundFileWriter } from "./sound-file-writer.ts";

/** Frames between two turns of the event loop. The event loop notices the end of the parent. */
const FRAMES_AT_ONCE = 256;
/** How much shorter than its header states a file may be. Encoders count their delay in different ways. */
const CLAIM_TOLERANCE_MS = 250;
const CLAIM_TOLERANCE = 0.01;

/** A limit as people say it. */
const lengthText = (ms: number): string =>
  ms >= 120_000 && ms % 60_000 === 0 ? `${ms / 60_000} minutes` : ms >= 1_000 ? `${ms / 1_000} seconds` : `${ms} ms`;

async function decode(job: SoundFileLimits): Promise<DecodedSound> {
  using source = openSoundFile(INPUT_DESCRIPTOR);
  using writer = createSoundFileWriter(OUTPUT_DESCRIPTOR, job);
  let frames = 0;
  for (const frame of source.frames()) {
    writer.add(frame);
    if (writer.decodedMs > job.max_duration_ms + 0.5) {
      throw new SoundFileError("too_long", `The sound is longer than ${lengthText(job.max_duration_ms)}.`);
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

answerParent<SoundFileLimits, SoundFileAnswer>({
  answer: (job) => decode(job).then((sound): SoundFileAnswer => ({ kind: "decoded", sound }), refusalOf),
});
