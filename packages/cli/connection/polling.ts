import { setTimeout as sleep } from "node:timers/promises";

const FIRST_MS = 50;
const LONGEST_MS = 500;

/** Yields immediately, then at growing intervals up to half a second. Ends by throwing the signal's reason. */
export async function* polling(signal: AbortSignal): AsyncGenerator<void, void> {
  for (let wait = FIRST_MS; ; wait = Math.min(LONGEST_MS, wait * 1.3)) {
    signal.throwIfAborted();
    yield;
    await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
