// A piece of the mix of a section for players: a stretch of the same line of samples that an export renders, as fragmented
// MP4 or as PCM. The mix of a stretch equals that of every other cut of the line (mixer.ts), so pieces that follow one
// another are the mix of the export, sample by sample.

import { AAC_FRAME_SAMPLES, aacFrameCount, writeFragment } from "@fullcast/core/packaging";
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

/** Measured sounds that are remembered; each takes 80 bytes a second of its length. */
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
        // What follows is not known yet: the line goes on for the encoder and for the room tone.
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
 * Frame n of the encoder decodes to the samples of frame n - 1 of the line, so the frames of [from, to) are one later than
 * their places. A stream that begins later than the line also gets the frame before, from which its decoder starts.
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
