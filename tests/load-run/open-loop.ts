// An open loop: requests are sent at a stated rate, whether the ones before are answered or not, as independent people do.

import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../power/random.ts";

export interface OpenLoop {
  /** Requests that were sent. */
  readonly sent: () => number;
  /** Requests that are not answered yet. */
  readonly open: () => number;
  /** Sends no more, and resolves when all are answered. */
  stop(): Promise<void>;
}

/** Moments are checked this often; a timer of Node is exact to about a millisecond. */
const STEP_MS = 2;

/**
 * The pauses between two requests are random, with the stated rate as their mean.
 * @param send must not reject
 */
export function startOpenLoop(perSecond: number, random: Random, send: () => Promise<void>): OpenLoop {
  const open = new Set<Promise<void>>();
  let isStopped = false;
  let sent = 0;
  const run = async () => {
    let due = performance.now();
    while (!isStopped) {
      for (; due <= performance.now(); due += pauseOf(random, perSecond)) {
        sent += 1;
        const one = send();
        open.add(one);
        void one.then(() => open.delete(one));
      }
      await delay(STEP_MS);
    }
  };
  const running = run();
  return {
    sent: () => sent,
    open: () => open.size,
    async stop() {
      isStopped = true;
      await running;
      await Promise.all(open);
    },
  };
}

const FINENESS = 1_000_000;

/** Exponentially distributed, as between arrivals that do not depend on each other. ms */
function pauseOf(random: Random, perSecond: number): number {
  return (-Math.log((random.below(FINENESS) + 1) / FINENESS) * 1000) / perSecond;
}
