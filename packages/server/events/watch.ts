// Wakes the streams of projects with new events. While there are listeners, one query each quarter of a second serves all of
// them, so it also sees changes of other processes on the same database. Without listeners there are no queries.

import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { type EventPlace, presentPlace, projectsWithNews } from "./store.ts";

const ASK_MS = 250;

export interface Watch {
  /** Calls `wake` whenever the project may have new events, until it is disposed. */
  add(projectId: string, wake: () => void): Disposable;
}

export function createWatch(services: Pick<Services, "db" | "log">): Watch {
  const listeners = new Map<string, Set<() => void>>();
  let place: EventPlace | null = null;
  let timer: NodeJS.Timeout | undefined;

  const wake = (projectIds: Iterable<string>) => {
    for (const id of projectIds) for (const listener of listeners.get(id) ?? []) listener();
  };
  const ask = async () => {
    if (place === null) {
      place = await presentPlace(services);
      // Events between the first listener and this position.
      wake(listeners.keys());
      return;
    }
    const { projects, upTo } = await projectsWithNews(services, [...listeners.keys()], place);
    place = upTo;
    wake(projects);
  };
  const tick = () => {
    if (listeners.size === 0) {
      timer = undefined;
      place = null;
      return;
    }
    ask()
      .catch((error: unknown) => services.log.warn("events could not be looked for", faultFields(error)))
      .finally(() => {
        timer = setTimeout(tick, ASK_MS);
        timer.unref();
      });
  };

  return {
    add(projectId, listener) {
      const those = listeners.get(projectId) ?? new Set();
      listeners.set(projectId, those.add(listener));
      // Outside the transaction of the first listener, if there is one.
      if (timer === undefined) timer = services.db.outside(() => setTimeout(tick, ASK_MS)).unref();
      return {
        [Symbol.dispose]() {
          those.delete(listener);
          if (those.size === 0 && listeners.get(projectId) === those) listeners.delete(projectId);
        },
      };
    },
  };
}
