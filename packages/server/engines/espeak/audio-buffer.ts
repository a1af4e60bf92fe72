// An audio buffer that grows in pieces of fixed size: growth copies nothing, and the memory of a long utterance is released.

/** 12 s of audio at 22,050 Hz. */
const PIECE_SAMPLES = 1 << 18;
/** Pieces kept for the next utterance: 4 MB. */
const KEPT_PIECES = 8;

export interface AudioBuffer {
  readonly length: number;
  append(samples: Int16Array): void;
  /** First sample whose magnitude reaches `level`, or -1. */
  firstAt(level: number): number;
  /** Sample after the last one whose magnitude reaches `level`, or -1. */
  lastAt(level: number): number;
  /** A copy that owns its memory. */
  slice(start: number, end: number): Int16Array;
  clear(): void;
}

export function audioBuffer(): AudioBuffer {
  const pieces: Int16Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(samples) {
      let taken = 0;
      while (taken < samples.length) {
        const index = Math.floor(length / PIECE_SAMPLES);
        const at = length % PIECE_SAMPLES;
        pieces[index] ??= new Int16Array(PIECE_SAMPLES);
        const count = Math.min(samples.length - taken, PIECE_SAMPLES - at);
        pieces[index].set(samples.subarray(taken, taken + count), at);
        taken += count;
        length += count;
      }
    },
    firstAt(level) {
      for (let start = 0; start < length; start += PIECE_SAMPLES) {
        const piece = pieces[start / PIECE_SAMPLES]!;
        const end = Math.min(PIECE_SAMPLES, length - start);
        for (let i = 0; i < end; i++) if (Math.abs(piece[i]!) >= level) return start + i;
      }
      return -1;
    },
    lastAt(level) {
      for (let index = Math.ceil(length / PIECE_SAMPLES) - 1; index >= 0; index--) {
        const piece = pieces[index]!;
        const end = Math.min(PIECE_SAMPLES, length - index * PIECE_SAMPLES);
        for (let i = end - 1; i >= 0; i--) if (Math.abs(piece[i]!) >= level) return index * PIECE_SAMPLES + i + 1;
      }
      return -1;
    },
    slice(start, end) {
      const copy = new Int16Array(end - start);
      for (let at = start; at < end; ) {
        const offset = at % PIECE_SAMPLES;
        const count = Math.min(PIECE_SAMPLES - offset, end - at);
        copy.set(pieces[Math.floor(at / PIECE_SAMPLES)]!.subarray(offset, offset + count), at - start);
        at += count;
      }
      return copy;
    },
    clear() {
      length = 0;
      pieces.length = Math.min(pieces.length, KEPT_PIECES);
    },
  };
}
