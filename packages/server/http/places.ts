// How many requests are worked on at once. Without this, requests that come faster than they are answered all wait for each
// other, and every one of them is late. Others wait for a place, the clients in turns; a request that would wait for too long is refused.
// Always true: a refused request has changed nothing.

import { ApiError } from "@fullcast/contract";
import { createFairTurns } from "../compute/compute.ts";

export interface PlaceLimits {
  /** Requests that are worked on. */
  readonly atOnce?: number;
  readonly mostWaiting?: number;
  readonly patienceMs?: number;
}

export interface Places {
  /** Before a body is read. @throws ApiError SERVICE_UNAVAILABLE */
  refuseWhenFull(): void;
  /**
   * Takes a place, at once where one is free: nearly all requests find one, and a promise and a timer for each would cost a
   * fifth of the small ones. Returns a function that gives it back.
   * @param client an account, or an address without one; the one with the fewest places is next
   * @throws ApiError SERVICE_UNAVAILABLE
   */
  take(client: string): (() => void) | Promise<() => void>;
}

/** Twice the connections to a PostgreSQL server. More at once are not answered sooner. */
const AT_ONCE = 32;
const MOST_WAITING = 2_000;
/** A person sees that nothing happens. A refused program comes again. */
const PATIENCE_MS = 5_000;

interface Waiting {
  readonly start: () => void;
}

export function createPlaces({
  atOnce = AT_ONCE,
  mostWaiting = MOST_WAITING,
  patienceMs = PATIENCE_MS,
}: PlaceLimits = {}): Places {
  const turns = createFairTurns<Waiting>();
  let taken = 0;

  function startNext(): void {
    for (let next = turns.peek(); next !== undefined && taken < atOnce; next = turns.peek()) {
      turns.start(next);
      taken += 1;
      next.start();
    }
  }

  const refuseWhenFull = () => {
    if (turns.size >= mostWaiting) throw tooMany();
  };
  const returnOf = (place: Waiting) => () => {
    turns.end(place);
    taken -= 1;
    startNext();
  };
  async function wait(client: string): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      turns.leave(waiting);
      reject(tooMany());
    }, patienceMs);
    const waiting: Waiting = {
      start() {
        clearTimeout(timer);
        resolve();
      },
    };
    turns.add(waiting, client, client);
    await promise;
    return returnOf(waiting);
  }

  return {
    refuseWhenFull,
    take(client) {
      refuseWhenFull();
      if (taken >= atOnce || turns.size > 0) return wait(client);
      const place: Waiting = { start() {} };
      turns.addRunning(place, client);
      taken += 1;
      return returnOf(place);
    },
  };
}

const tooMany = () => new ApiError("SERVICE_UNAVAILABLE", { reason: "too many requests wait" });
