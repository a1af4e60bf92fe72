// Cuts a timeline into pieces for players, in the pauses between lines. A piece ends where the next line is known: only
// then are the pause, the limiter's look-ahead and the encoder's look-ahead settled.

/** Hz of the mix, and samples of an AAC frame: pieces begin and end at whole frames. */
const RATE = 44_100;
const FRAME = 1024;

/** A line of the timeline whose audio is known. */
export interface KnownLine {
  readonly block_id: string;
  readonly start_ms: number;
  readonly duration_ms: number;
}

export interface TimelinePiece {
  /** Samples at 44.1 kHz. */
  readonly from: number;
  readonly to: number;
  /** Whether the timeline ends here. */
  readonly isEnd: boolean;
  /** Lines that begin in it. */
  readonly lines: readonly KnownLine[];
}

export interface PieceCut {
  /** Where the last piece ended. */
  readonly from: number;
  /** Number of the first piece that is cut. */
  readonly index: number;
  /** Lines that were not in a piece yet, one after the other, without a gap between them. */
  readonly lines: readonly KnownLine[];
  /** The end of the timeline, ms, when the last line is its last one; else null. */
  readonly end_ms: number | null;
}

/** The first pieces are short, so that a listener hears something soon; later ones cost less for each second. */
const LENGTHS_S = [1, 3, 6];
const LENGTH_S = 12;
/** A line that is longer is cut where it speaks. */
const LONGEST_S = 30;

const samples = (ms: number): number => Math.round((ms * RATE) / 1000);
const wholeFrames = (position: number): number => Math.round(position / FRAME) * FRAME;

/** The pieces that are settled, at most `most`. The last known line stays for a later cut, unless the timeline ends with it. */
export function cutPieces({ from, index, lines, end_ms }: PieceCut, most: number): readonly TimelinePiece[] {
  const pieces: TimelinePiece[] = [];
  let start = from;
  let own: KnownLine[] = [];
  const cut = (to: number, isEnd: boolean): void => {
    // A line that takes very long has pieces of its own; those without a beginning name the line that goes on.
    while (to - start > LONGEST_S * RATE * 1.5) {
      const middle = start + wholeFrames(LONGEST_S * RATE);
      pieces.push({ from: start, to: middle, isEnd: false, lines: own });
      own = [];
      start = middle;
    }
    pieces.push({ from: start, to, isEnd, lines: own });
    own = [];
    start = to;
  };
  for (const [at, line] of lines.entries()) {
    own.push(line);
    const next = lines[at + 1];
    if (next === undefined) {
      if (end_ms !== null) cut(samples(end_ms), true);
      break;
    }
    const wanted = (LENGTHS_S[index + pieces.length] ?? LENGTH_S) * RATE;
    const to = wholeFrames((samples(line.start_ms + line.duration_ms) + samples(next.start_ms)) / 2);
    if (to - start >= wanted) cut(to, false);
    if (pieces.length >= most) break;
  }
  return pieces.slice(0, most);
}

/** Where a stream begins that plays from a line on: the whole frame before it. */
export const pieceStart = (start_ms: number): number => Math.floor(samples(start_ms) / FRAME) * FRAME;
