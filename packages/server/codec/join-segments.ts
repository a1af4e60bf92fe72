// Joins the frames of segments that were encoded separately. Neighbours overlap by some frames. The join changes from one to
// the other where both chose the same windows, so that the halves of the decoder's overlapping windows fit together.

import { type Frames, SEAM_FRAMES, type Segment } from "./segment.ts";

/** `bytes` owns its whole buffer, so the writer may free the buffer. */
export interface FrameRun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sizes: Uint32Array;
}

/**
 * @param framesPerSegment Frames from the start of one segment to the start of the next.
 * @param totalFrames The number of frames in the file. Further frames of the encoders are dropped.
 */
export function createFrameJoiner(framesPerSegment: number, totalFrames: number) {
  let held: Frames | null = null;
  return {
    /** Adds the next segment and returns the frames that are final now. */
    add(segment: Segment): FrameRun {
      const before = held;
      if (before === null) {
        held = segment;
        return { bytes: new Uint8Array(0), sizes: new Uint32Array(0) };
      }
      const boundary = segment.index * framesPerSegment;
      const change = seam(before, segment, boundary, totalFrames) ?? boundary;
      held = fromFrame(segment, change);
      return runOf(until(before, change));
    },
    /** Returns the remaining frames. */
    end(): FrameRun {
      return held === null ? { bytes: new Uint8Array(0), sizes: new Uint32Array(0) } : runOf(until(held, totalFrames));
    },
  };
}

const OFFSETS = Array.from({ length: SEAM_FRAMES }, (_, i) => (i === 0 ? [0] : [-i, i])).flat();

/**
 * `whole` with its frames from `from` to `to` replaced by those of `part`. The change can be some frames earlier or later, as
 * the windows allow. Returns null where they do not. If `to` is null, the replacement ends with `part` and `whole`.
 */
export function splice(whole: Frames, part: Frames, from: number | null, to: number | null): Frames | null {
  const begin = from === null ? whole.firstFrame : seam(whole, part, from, Infinity);
  const end = to === null ? Infinity : seam(part, whole, to, Infinity);
  if (begin === null || end === null || begin >= end) return null;
  const pieces = [
    until(whole, begin),
    until(fromFrame(part, begin), end),
    ...(to === null ? [] : [fromFrame(whole, end)]),
  ];
  return {
    firstFrame: whole.firstFrame,
    sizes: Uint32Array.from(pieces.flatMap(({ sizes }) => [...sizes])),
    windows: Int16Array.from(pieces.flatMap(({ windows }) => [...windows])),
    // A Uint8Array with its own memory, which can be transferred. A Buffer may share its memory.
    bytes: new Uint8Array(Buffer.concat(pieces.map(({ bytes }) => bytes))),
  };
}

/** The first frame of the later run: as near to the boundary as the windows allow. Null where they do not. */
function seam(earlier: Frames, later: Frames, boundary: number, totalFrames: number): number | null {
  const windowsAt = (held: Frames, frame: number): number | undefined => held.windows[frame - held.firstFrame];
  const agree = (frame: number): boolean =>
    windowsAt(earlier, frame) !== undefined && windowsAt(earlier, frame) === windowsAt(later, frame);
  const offset = OFFSETS.find((candidate) => {
    const frame = boundary + candidate;
    return frame < totalFrames && agree(frame - 1) && agree(frame);
  });
  return offset === undefined ? null : boundary + offset;
}

function fromFrame(held: Frames, frame: number): Frames {
  const dropped = frame - held.firstFrame;
  return {
    firstFrame: frame,
    sizes: held.sizes.subarray(dropped),
    windows: held.windows.subarray(dropped),
    bytes: held.bytes.subarray(sum(held.sizes, dropped)),
  };
}

function until(held: Frames, frame: number): Frames {
  const kept = Math.max(0, frame - held.firstFrame);
  return {
    ...held,
    sizes: held.sizes.subarray(0, kept),
    windows: held.windows.subarray(0, kept),
    bytes: held.bytes.subarray(0, sum(held.sizes, kept)),
  };
}

const runOf = ({ bytes, sizes }: Frames): FrameRun => ({ bytes, sizes });

function sum(sizes: Uint32Array, count: number): number {
  let total = 0;
  for (let i = 0; i < Math.min(count, sizes.length); i++) total += sizes[i]!;
  return total;
}
