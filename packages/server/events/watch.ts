// Wakes the streams of projects with new events. While there are listeners, one query each quarter of a second serves all of
// them, so it also sees changes of other processes on the same database. Without listeners there are no queries.

import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { accountsWithNews, type EventPlace, presentPlace, projectsWithNews } from "./store.ts";

const ASK_MS = 250;

export interface Followed {
  readonly kind: "project" | "account";
  readonly id: string;
}

export interface Watch {
  /** Calls `wake` whenever the project or account may have new events, until it is disposed. */
  add(of: Followed, wake: () => void): Disposable;
}

export function createWatch(services: Pick<Services, "db" | "log">): Watch {
  const listeners = new Map<string, Set<() => void>>();
  let place: EventPlace | null = null;
  let timer: NodeJS.Timeout | undefined;

  const wake = (names: Iterable<string>) => {
    for (const name of names) for (const listener of listeners.get(name) ?? []) listener();
  };
  const ask = async () => {
    if (place === null) {
      place = await presentPlace(services);
      // Events between the first listener and this position.
      wake(listeners.keys());
      return;
    }
    const from = place;
    const idsOf = (kind: Followed["kind"]) =>
      [...listeners.keys()].flatMap((name) => (name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : []));
    // The position is read first, so that accounts are not asked for less than is taken as seen.
    const { projects, upTo } = await projectsWithNews(services, idsOf("project"), from);
    const accounts = await accountsWithNews(services, idsOf("account"), from);
    place = upTo;
    wake([...projects.map((id) => `project ${id}`), ...accounts.map((id) => `account ${id}`)]);
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
    add({ kind, id }, listener) {
      const name = `${kind} ${id}`;
      const those = listeners.get(name) ?? new Set();
      listeners.set(name, those.add(listener));
      // Outside the transaction of the first listener, if there is one.
      if (timer === undefined) timer = services.db.outside(() => setTimeout(tick, ASK_MS)).unref();
      return {
        [Symbol.dispose]() {
          those.delete(listener);
          if (those.size === 0 && listeners.get(name) === those) listeners.delete(name);
        },
      };
    },
  };
}
