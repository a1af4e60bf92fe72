import { CliError } from "../cli-error.ts";

/** The process ends within ten seconds after a signal. */
export const CLOSE_WITHIN_MS = 9_500;
/** A command that has done its work waits longer: on a busy machine, closing takes its time, and that is no failure. */
export const CLOSE_AFTER_WORK_MS = 60_000;

/** Waits for a server to close, but no longer than `ms`: then throws CliError, and the caller ends the process. */
export async function closeWithin(ms: number, closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = "Closing took too long; work in progress continues at the next start.";
    timer = setTimeout(() => reject(new CliError("failed", message)), ms);
  });
  try {
    await Promise.race([closing, late]);
  } finally {
    clearTimeout(timer);
  }
}
