// Work with an ending that always runs.

/**
 * Runs `work`, then `end`, whatever happened. Returns what `work` returns.
 *
 * `try … finally` would throw only the error of `end` when both fail, and the error that explains it would be lost.
 *
 * @throws the error of the one that fails; a SuppressedError when both fail: `suppressed` is the error of `work`, which
 *   came first, `error` that of `end`.
 */
export async function thenAlways<T>(work: () => Promise<T>, end: () => Promise<unknown>): Promise<T> {
  await using ending = new AsyncDisposableStack();
  ending.defer(async () => void (await end()));
  return await work();
}

/** What went wrong first: the error at the beginning of a chain of SuppressedErrors. */
export function firstError(error: unknown): unknown {
  return error instanceof SuppressedError ? firstError(error.suppressed) : error;
}
