// One stream of the events of a project or an account, from a position on, until its signal aborts.

import { ApiError, type Caller, LIMITS } from "@fullcast/contract";
import type { ServerEvent } from "../http/http.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { accountEventsAfter, type EventPlace, eventsAfter, isAfter, presentPlace, removedUpTo } from "./store.ts";
import { createWatch, type Followed, type Watch } from "./watch.ts";

/** Events of one read. No more than these wait for a slow client. */
const PAGE = 200;
const RETRY_AFTER_SECONDS = 5;

export interface EventFollower {
  /**
   * Begins with an id alone, so that a client that loses its connection before the first event can continue.
   * @param lastEventId continue after this event; absent: from now
   * @throws ApiError NOT_FOUND for a project of another account, RATE_LIMITED when the key has too many open streams
   */
  follow(
    caller: Caller,
    projectId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ServerEvent>>;
  /** The events of all projects of the caller's account. @throws ApiError RATE_LIMITED */
  followAccount(
    caller: Caller,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ServerEvent>>;
}

export function createEventFollower(services: Pick<Services, "db" | "log">): EventFollower {
  const watch = createWatch(services);
  const openByKey = new Map<string, number>();
  const open = (caller: Caller, of: Followed, lastEventId: string | undefined, signal: AbortSignal) => {
    const count = openByKey.get(caller.keyId) ?? 0;
    if (count >= LIMITS.event_streams_per_key) {
      throw new ApiError("RATE_LIMITED", {
        retry_after_seconds: RETRY_AFTER_SECONDS,
        limit: LIMITS.event_streams_per_key,
        subject: "open event streams",
      });
    }
    openByKey.set(caller.keyId, count + 1);
    const release = () => {
      const rest = (openByKey.get(caller.keyId) ?? 1) - 1;
      if (rest === 0) openByKey.delete(caller.keyId);
      else openByKey.set(caller.keyId, rest);
    };
    if (signal.aborted) release();
    else signal.addEventListener("abort", release, { once: true });
    return events(services, watch, of, lastEventId === undefined ? null : placeOf(lastEventId), signal);
  };
  return {
    async follow(caller, projectId, lastEventId, signal) {
      await findProject(services, caller, projectId);
      return open(caller, { kind: "project", id: projectId }, lastEventId, signal);
    },
    async followAccount(caller, lastEventId, signal) {
      return open(caller, { kind: "account", id: caller.accountId }, lastEventId, signal);
    },
  };
}

async function* events(
  services: Pick<Services, "db">,
  watch: Watch,
  of: Followed,
  wanted: EventPlace | null,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  let news = Promise.withResolvers<void>();
  const wake = () => news.resolve();
  signal.addEventListener("abort", wake, { once: true });
  using _watching = watch.add(of, wake);
  const present = await presentPlace(services);
  let place = wanted ?? present;
  // A position in the future comes from another state of the database: this one was restored from a backup.
  if (isAfter(place, { ...present, id: Number.MAX_SAFE_INTEGER }) || isAfter(await removedUpTo(services), place)) {
    place = present;
    yield { id: idOf(place), event: "reset", data: { reason: "events_removed" } };
  } else {
    yield { id: idOf(place) };
  }
  while (!signal.aborted) {
    const rows = await (of.kind === "project" ? eventsAfter : accountEventsAfter)(services, of.id, place, PAGE);
    for (const row of rows) {
      place = row;
      yield { id: idOf(row), event: row.event, data: row.data };
      if (signal.aborted) return;
    }
    if (rows.length === PAGE) continue;
    await news.promise;
    news = Promise.withResolvers();
  }
}

const idOf = ({ transaction_id, id }: EventPlace) => `${transaction_id}-${id}`;

/** The contract checks the form of the id. */
function placeOf(lastEventId: string): EventPlace {
  const [transaction_id = 0, id = 0] = lastEventId.split("-").map(Number);
  return { transaction_id, id };
}
