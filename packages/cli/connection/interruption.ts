import { CliError } from "../cli-error.ts";

/** How often a command that npm started looks whether its shell is still there. */
const LOOK_MS = 250;

/** npm forwards a signal that the terminal also sent to the whole group. Both together count as one. */
const SAME_SIGNAL_MS = 500;

export interface Interruption extends Disposable {
  /** Aborted with a CliError by the first Ctrl-C or SIGTERM, also one that only npm received. A later one ends the process at once. */
  readonly signal: AbortSignal;
  abort(reason: CliError): void;
}

/** Listens for Ctrl-C and SIGTERM until it is disposed of. */
export function untilInterrupted(): Interruption {
  const controller = new AbortController();
  let first: number | null = null;
  const heard = () => {
    const now = performance.now();
    if (first === null) {
      first = now;
      controller.abort(
        new CliError(
          "interrupted",
          "Interrupted. Finished work is kept: the same command continues where this one stopped.",
        ),
      );
    } else if (now - first > SAME_SIGNAL_MS) {
      process.exit(130);
    }
  };
  process.on("SIGINT", heard);
  process.on("SIGTERM", heard);
  const watch = watchShell(heard);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]() {
      clearInterval(watch);
      process.off("SIGINT", heard);
      process.off("SIGTERM", heard);
    },
  };
}

/**
 * `npm start` runs the command in a shell. A SIGTERM to npm ends npm and the shell only, so the command watches whether its
 * parent is still the same process. Not on Windows, where a process keeps the id of a parent that has ended.
 */
function watchShell(heard: () => void): NodeJS.Timeout | undefined {
  const isScriptOfNpm = /^fullcast\s/.test(process.env.npm_lifecycle_script ?? "");
  if (!isScriptOfNpm || process.platform === "win32") return undefined;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    heard();
  }, LOOK_MS);
  return watch.unref();
}

/** Resolves when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<"aborted"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("aborted");
    else signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
}
