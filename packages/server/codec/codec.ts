// Everything that decodes or encodes sound, outside of the API process. What always holds: the work is done in a child
// process that holds no secrets, can be killed at any moment, ends with its parent, and leaves no partial file behind.

import { fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { passedEnvironment } from "./passed-environment.ts";
import { RenderError } from "./render-error.ts";
import { type RenderJob, type RenderProgress, type RenderResult, writtenPaths } from "./render-job.ts";
import type { ProcessAnswer } from "./render-process.ts";
import { showsText } from "./render-timeline.ts";

export { checkImage, type ImageType, imageTypeOf, redrawImage } from "./image-file.ts";
export { measureFile } from "./measure-file.ts";
export { RenderError, type RenderErrorKind } from "./render-error.ts";
export type * from "./render-job.ts";
export { partStarts } from "./render-job.ts";
export { renderTimeline, showsText } from "./render-timeline.ts";

/**
 * Renders a job in a process of its own. When it resolves, the file at `job.output_path` is complete and on disk; when it
 * rejects, nothing is left there.
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
        if (!(error instanceof ToldToEnd) || time === MOST_TOLD_TO_END) throw error;
        await pause(SAME_SIGNAL_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      }
    }
  } catch (error) {
    for (const path of writtenPaths(job)) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * A terminal's Ctrl-C or a service manager's stop reaches the child as well as us, and may reach it first. That is no
 * failure of the render: our own end aborts it a moment later, and if none comes it is begun again.
 */
class ToldToEnd extends RenderError {
  constructor() {
    super("killed", "The render process was told to end before it was done.");
  }
}
const STOP_SIGNALS: readonly (NodeJS.Signals | null)[] = ["SIGINT", "SIGTERM", "SIGHUP"];
const SAME_SIGNAL_MS = 2_000;
const MOST_TOLD_TO_END = 3;

function runChild(
  job: RenderJob,
  onProgress: ((progress: RenderProgress) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<RenderResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./render-process.ts", import.meta.url), {
      env: passedEnvironment(),
      execArgv: ["--max-semi-space-size=2"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let outcome: RenderResult | RenderError | null = null;
    const abort = (): void => {
      outcome ??= new RenderError("killed", "The render was aborted.");
      child.kill("SIGKILL");
    };
    signal?.addEventListener("abort", abort, { once: true });
    child.on("message", (answer: ProcessAnswer) => {
      if (answer.kind === "progress") onProgress?.(answer.progress);
      else if (answer.kind === "result") outcome ??= answer.result;
      else outcome ??= new RenderError(answer.failure.kind, answer.failure.message, answer.failure.asset_id);
    });
    child.on("error", () => {
      outcome ??= new RenderError("internal", "The render process could not be started.");
      if (child.pid === undefined) settle(null);
    });
    // "close" comes after the last message; the file is removed only when nobody writes to it any more.
    child.on("close", (_code, by) => settle(by));
    // Word times are many and only subtitles and books want them.
    const told = showsText(job.format)
      ? job
      : { ...job, parts: job.parts.map((part) => ({ ...part, word_timings: [] })) };
    child.send(told, (error) => {
      if (error !== null) child.kill("SIGKILL");
    });

    function settle(by: NodeJS.Signals | null): void {
      signal?.removeEventListener("abort", abort);
      if (outcome === null && STOP_SIGNALS.includes(by)) reject(new ToldToEnd());
      else if (outcome === null) reject(new RenderError("killed", "The render process ended before it was done."));
      else if (outcome instanceof RenderError) reject(outcome);
      else resolve(outcome);
    }
  });
}
