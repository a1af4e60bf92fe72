import { CliError } from "../cli-error.ts";

/** npm forwards a signal that the terminal also sent to the whole group. Both together count as one. */
const SAME_SIGNAL_MS = 500;

export interface Interruption extends Disposable {
  /** Aborted with a CliError by the first Ctrl-C or SIGTERM. A later one ends the process at once. */
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
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]() {
      process.off("SIGINT", heard);
      process.off("SIGTERM", heard);
    },
  };
}

/** Resolves when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<"aborted"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("aborted");
    else signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
}
