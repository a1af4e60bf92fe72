// Makes pieces of mixes in long-lived processes, because a listener waits for a piece and a process takes several tenths of
// a second to start. A crash of the codec library ends one process and loses at most one piece. A piece reads no hostile
// bytes: takes and sounds are WAV files that this server wrote.

import { fileURLToPath } from "node:url";
import { type LastingProcess, lastingProcess } from "../compute/compute.ts";
import type { Piece, PieceJob } from "./piece.ts";
import type { PieceAnswer } from "./piece-process.ts";
import { RenderError } from "./render-error.ts";

const PROGRAM = fileURLToPath(new URL("./piece-process.ts", import.meta.url));
/** A piece takes tenths of a second. A long sound under it must be measured first. */
const PATIENCE_MS = 60_000;
/** A listener who pauses for less than this finds the process ready. */
const IDLE_MS = 600_000;
/** A piece is a minute of AAC at most; as PCM it is 5 MB. */
const ANSWER_BYTES = 64 * 1024 * 1024;
/** Retries of a piece after its process crashed. An earlier piece may have caused the crash. */
const MOST_CRASHES = 2;

export interface PieceProcesses extends AsyncDisposable {
  /** @throws RenderError; the signal's reason */
  make(job: PieceJob, signal: AbortSignal): Promise<Piece>;
  /** Starts a process, so that the next piece finds it ready. Returns at once. */
  warm(): void;
}

/**
 * @param most The most processes at once. The second starts when the first is busy.
 * @param program For tests: another program.
 */
export function createPieceProcesses(most: number, program = PROGRAM): PieceProcesses {
  type Maker = LastingProcess<PieceJob, PieceAnswer>;
  const makers: Maker[] = Array.from({ length: Math.max(1, most) }, () =>
    lastingProcess(program, { heapMib: 256, idleMs: IDLE_MS, answerBytes: ANSWER_BYTES, trusted: true }),
  );
  /** The first idle process, otherwise the one with the least work. */
  const freest = (): Maker => makers.reduce((best, one) => (one.load < best.load ? one : best));
  return {
    async make(job, signal) {
      for (let crashes = 0; ; ) {
        signal.throwIfAborted();
        const end = await freest().ask(job, PATIENCE_MS, signal);
        signal.throwIfAborted();
        if (end.kind === "answered") return pieceOf(end.answer);
        if (end.kind === "closed") throw new RenderError("killed", "The server stops.");
        if (end.kind !== "crashed" || ++crashes === MOST_CRASHES)
          throw new RenderError("internal", "The process of a mix failed.");
      }
    },
    warm: () => makers[0]?.warm(),
    async [Symbol.asyncDispose]() {
      await Promise.all(makers.map((maker) => maker[Symbol.asyncDispose]()));
    },
  };
}

function pieceOf(answer: PieceAnswer): Piece {
  if (answer.kind === "piece") return answer.piece;
  const { kind, message, asset_id } = answer.failure;
  throw new RenderError(kind, message, asset_id);
}
