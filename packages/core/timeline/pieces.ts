// Cuts a timeline into pieces for players, in the pauses between lines. A piece ends only when the next line is known,
// because the pause, the limiter's look-ahead and the encoder's look-ahead depend on it.

/** The sample rate of the mix, and the samples of an AAC frame. Pieces begin and end at whole frames. */
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
  /** The end of the last piece. */
  readonly from: number;
  /** The index of the next piece. */
  readonly index: number;
  /** Consecutive lines that are not in a piece yet. */
  readonly lines: readonly KnownLine[];
  /** The end of the timeline, ms, if `lines` contain its last line. Otherwise null. */
  readonly end_ms: number | null;
}

/** The first pieces are short for a fast start. Later pieces cost less per second. */
const LENGTHS_S = [1, 3, 6];
const LENGTH_S = 12;
/** A longer line is cut inside of its speech. */
const LONGEST_S = 30;

const samples = (ms: number): number => Math.round((ms * RATE) / 1000);
const wholeFrames = (position: number): number => Math.round(position / FRAME) * FRAME;

/** The final pieces, at most `most`. The last known line stays for a later cut, unless the timeline ends with it. */
export function cutPieces({ from, index, lines, end_ms }: PieceCut, most: number): readonly TimelinePiece[] {
  const pieces: TimelinePiece[] = [];
  let start = from;
  let own: KnownLine[] = [];
  const cut = (to: number, isEnd: boolean): void => {
    // A very long line has its own pieces. Those after the first name the continuing line.
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

/** The start of a stream from a line: the whole frame before it. */
export const pieceStart = (start_ms: number): number => Math.floor(samples(start_ms) / FRAME) * FRAME;
