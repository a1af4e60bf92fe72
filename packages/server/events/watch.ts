// Who wants to know of which project. While anybody does, one question a quarter of a second is asked for all of them
// together: also changes made by other processes on the same database are seen. Nobody listening costs nothing.

import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { type EventPlace, presentPlace, projectsWithNews } from "./store.ts";

const ASK_MS = 250;

export interface Watch {
  /** Calls `wake` whenever the project may have news, until it is disposed. */
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
      // Whatever happened before this place and after somebody began to listen.
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
      // Outside of whatever transaction the first listener stands in.
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
