import { CliError } from "../cli-error.ts";

/** Ten seconds are promised from the signal to the end of the process. */
export const CLOSE_WITHIN_MS = 9_500;

/** Waits for a server to close, but no longer than `ms`: then throws CliError, and the caller ends the process. */
export async function closeWithin(ms: number, closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = "Closing took too long; what was running goes on at the next start.";
    timer = setTimeout(() => reject(new CliError("failed", message)), ms);
  });
  try {
    await Promise.race([closing, late]);
  } finally {
    clearTimeout(timer);
  }
}
