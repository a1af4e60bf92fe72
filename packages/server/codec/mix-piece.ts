// Makes a piece of a section's mix for players: a range of the line of samples that an export renders, as fragmented MP4 or
// PCM. The mix of a range does not depend on the cuts (mixer.ts), so consecutive pieces equal the mix of the export, sample
// by sample.

import { AAC_FRAME_SAMPLES, aacFrameCount, writeFragment } from "@fullcast/core/audio-files";
import { sha256 } from "../hash.ts";
import { createSegmentMaker } from "./make-segment.ts";
import { mixLevels } from "./mix-levels.ts";
import type { Piece, PieceJob } from "./piece.ts";
import { clipRange, type Segment, type SegmentTask } from "./segment.ts";
import { createSoundDucker } from "./sound-ducker.ts";
import { planTimeline } from "./timeline-plan.ts";

export interface PieceMaker extends Disposable {
  /** @throws RenderError */
  make(job: PieceJob): Piece;
}

/** How many measured sounds are cached. Each takes 80 bytes for each second of its length. */
const MOST_DUCKED = 64;

/** A maker for one thread. */
export function createPieceMaker(): PieceMaker {
  const segments = createSegmentMaker();
  let ducker = createSoundDucker();
  let ducked = 0;
  return {
    make(job) {
      ducked += job.timeline.overlay_units.length;
      if (ducked > MOST_DUCKED) [ducker, ducked] = [createSoundDucker(), 0];
      const plan = planTimeline(
        { parts: [{ title: "", manifest: job.timeline, chapters: [], word_timings: [] }], assets: job.assets },
        ducker,
      );
      const { from, to, format } = job;
      const range = clipRange(format, from, to);
      const task: SegmentTask = {
        index: job.index,
        from,
        to,
        // The end of the line is not known yet, so the encoder and the room tone assume that it continues.
        total: job.isEnd ? to : Number.MAX_SAFE_INTEGER,
        format,
        ...mixLevels(job.timeline.mastering_profile),
        clips: plan.clipsBetween(range.from, range.to),
      };
      const segment = segments.make(task);
      const bytes = format === "wav" ? segment.bytes : fragmentOf(job, segment);
      return { bytes: bytes as Uint8Array<ArrayBuffer>, sha256: sha256(bytes) };
    },
    [Symbol.dispose]: () => segments[Symbol.dispose](),
  };
}

/**
 * Frame n of the encoder decodes to the samples of frame n - 1 of the line, so the frames of [from, to) are shifted by one. A
 * stream that starts later than the line also gets the frame before, which its decoder needs to start.
 */
function fragmentOf({ from, to, isEnd, index }: PieceJob, segment: Segment): Uint8Array {
  const first = from / AAC_FRAME_SAMPLES + (index === 0 && from > 0 ? 0 : 1);
  const end = isEnd ? aacFrameCount(to) : to / AAC_FRAME_SAMPLES + 1;
  const skipped = first - segment.firstFrame;
  const sizes = segment.sizes.subarray(skipped, end - segment.firstFrame);
  const sum = (of: Uint32Array) => of.reduce((total, size) => total + size, 0);
  const at = sum(segment.sizes.subarray(0, skipped));
  return writeFragment({
    sequence: index + 1,
    startSample: (first - 1) * AAC_FRAME_SAMPLES,
    frameSizes: sizes,
    frames: segment.bytes.subarray(at, at + sum(sizes)),
  });
}
