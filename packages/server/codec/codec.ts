// Decodes and encodes sound and images outside of the API's process. Always true: the work runs in a limited child process
// that holds no secrets, can be killed at any moment, ends with its parent, and leaves no partial file behind.

import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ProcessLimits, runLimited } from "../compute/compute.ts";
import { RenderError } from "./render-error.ts";
import { type RenderJob, type RenderProgress, type RenderResult, writtenPaths } from "./render-job.ts";
import type { RenderAnswer } from "./render-process.ts";
import { showsText } from "./render-timeline.ts";

export { drawCover, drawSquare, type PlannedCover, planCover } from "./draw-cover.ts";
export { drawSvg } from "./draw-svg.ts";
export { encodeSpeech, type SpokenPart } from "./encode-speech.ts";
export { checkImage, type ImageType, imageTypeOf, redrawImage } from "./image-file.ts";
export { measureFile } from "./measure-file.ts";
export { type Piece, type PieceJob, pieceTimeline } from "./piece.ts";
export { createPieceProcesses, type PieceProcesses } from "./piece-processes.ts";
export { RenderError, type RenderErrorKind } from "./render-error.ts";
export type * from "./render-job.ts";
export { isSubtitles, partStarts } from "./render-job.ts";
export { renderTimeline, showsText } from "./render-timeline.ts";
export { spokenText, subtitlesOf } from "./subtitles.ts";

/**
 * Renders a job in a separate process. When the promise resolves, the file at `job.output_path` is complete and synced. When
 * it rejects, no file is left.
 *
 * @param options.signal Kills the process within moments; the promise rejects with a RenderError `killed`.
 * @throws RenderError
 */
export async function renderInChildProcess(
  job: RenderJob,
  options: { readonly onProgress?: (progress: RenderProgress) => void; readonly signal?: AbortSignal } = {},
): Promise<RenderResult> {
  const { onProgress, signal } = options;
  try {
    for (let time = 1; ; time++) {
      if (signal?.aborted) throw new RenderError("killed", "The render was aborted.");
      try {
        return await runChild(job, onProgress, signal);
      } catch (error) {
        if (!(error instanceof AskedToStop) || time === MOST_STOPS) throw error;
        await pause(SAME_SIGNAL_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      }
    }
  } catch (error) {
    for (const path of writtenPaths(job)) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * A service manager may stop the child shortly before it stops this process. If this process continues, the render
 * restarts.
 */
class AskedToStop extends RenderError {
  constructor() {
    super("killed", "The render process was asked to stop before it was done.");
  }
}
const SAME_SIGNAL_MS = 2_000;
const MOST_STOPS = 3;

const PROGRAM = fileURLToPath(new URL("./render-process.ts", import.meta.url));
/**
 * A render keeps a few segments in memory, regardless of the length of the file. Its time grows with the length. A failing
 * write reports a full disk.
 */
const limitsOf = ({ concurrency }: RenderJob): ProcessLimits => ({
  memoryKib: (3_072 + 384 * concurrency) * 1024,
  heapMib: 2_048,
  cpuSeconds: 0,
  wallSeconds: 12 * 3_600,
  fileBytes: Number.POSITIVE_INFINITY,
});

async function runChild(
  job: RenderJob,
  onProgress: ((progress: RenderProgress) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<RenderResult> {
  // There are many word times, and only formats that show text need them.
  const sent = showsText(job.format)
    ? job
    : { ...job, parts: job.parts.map((part) => ({ ...part, word_timings: [] })) };
  const end = await runLimited<RenderAnswer, RenderProgress>(PROGRAM, sent, {
    limits: limitsOf(job),
    signal,
    onProgress,
    trusted: true,
    tidiesUp: true,
  });
  switch (end.kind) {
    case "answered": {
      if (end.answer.kind === "result") return end.answer.result;
      const { kind, message, asset_id } = end.answer.failure;
      throw new RenderError(kind, message, asset_id);
    }
    case "stopped":
      throw new AskedToStop();
    case "aborted":
      throw new RenderError("killed", "The render was aborted.");
    case "unstarted":
      throw new RenderError("internal", "The render process could not be started.");
    case "limits":
    case "killed":
    case "broken":
      throw new RenderError("killed", "The render process ended before it was done.");
  }
}
