// Chooses the next item when only a few may run at once: the account with the fewest running requests, among equals the
// account whose last turn is longest ago. Within an account its groups (runs) take turns; a group is first in, first out.

export interface FairTurns<T> {
  /** The number of waiting items. */
  readonly size: number;
  add(item: T, account: string, group: string): void;
  /** The next item. Undefined when none waits. */
  peek(): T | undefined;
  /** Adds an item that runs at once, while none waits. */
  addRunning(item: T, account: string): void;
  /** Marks a waiting item as running. Returns false if it is no longer waiting. */
  start(item: T): boolean;
  /** Ends an item that was started. */
  end(item: T): void;
  /** Removes a waiting item. */
  leave(item: T): void;
  /** Removes and returns all waiting items. */
  clear(): readonly T[];
}

interface Account<T> {
  /** Groups with items, the next one first. A group that had a turn moves to the end. */
  readonly groups: Map<string, Set<T>>;
  underWay: number;
  lastTurn: number;
}

export function createFairTurns<T>(): FairTurns<T> {
  const accounts = new Map<string, Account<T>>();
  const places = new Map<T, { readonly account: string; readonly group: string; started: boolean }>();
  let size = 0;
  let turn = 0;

  function accountOf(name: string): Account<T> {
    let one = accounts.get(name);
    if (one === undefined) {
      one = { groups: new Map(), underWay: 0, lastTurn: 0 };
      accounts.set(name, one);
    }
    return one;
  }

  function nextAccount(): Account<T> | undefined {
    let next: Account<T> | undefined;
    for (const one of accounts.values()) {
      if (one.groups.size === 0) continue;
      const isBefore =
        next === undefined ||
        one.underWay < next.underWay ||
        (one.underWay === next.underWay && one.lastTurn < next.lastTurn);
      if (isBefore) next = one;
    }
    return next;
  }

  function remove(item: T): boolean {
    const place = places.get(item);
    if (place === undefined || place.started) return false;
    const account = accounts.get(place.account)!;
    const items = account.groups.get(place.group)!;
    items.delete(item);
    account.groups.delete(place.group);
    if (items.size > 0) account.groups.set(place.group, items);
    size -= 1;
    return true;
  }

  const forget = (name: string) => {
    const account = accounts.get(name);
    if (account !== undefined && account.groups.size === 0 && account.underWay === 0) accounts.delete(name);
  };

  const leave = (item: T) => {
    const place = places.get(item);
    if (place === undefined || !remove(item)) return;
    places.delete(item);
    forget(place.account);
  };

  return {
    get size() {
      return size;
    },
    add(item, account, group) {
      const one = accountOf(account);
      const items = one.groups.get(group) ?? new Set<T>();
      one.groups.set(group, items);
      items.add(item);
      places.set(item, { account, group, started: false });
      size += 1;
    },
    addRunning(item, account) {
      places.set(item, { account, group: "", started: true });
      const one = accountOf(account);
      one.underWay += 1;
      one.lastTurn = ++turn;
    },
    peek() {
      const [items] = nextAccount()?.groups.values() ?? [];
      const [item] = items ?? [];
      return item;
    },
    start(item) {
      if (!remove(item)) return false;
      const place = places.get(item)!;
      place.started = true;
      const account = accounts.get(place.account)!;
      account.underWay += 1;
      account.lastTurn = ++turn;
      return true;
    },
    end(item) {
      const place = places.get(item);
      if (place?.started !== true) return;
      places.delete(item);
      accounts.get(place.account)!.underWay -= 1;
      forget(place.account);
    },
    leave,
    clear() {
      const all = [...places].filter(([, place]) => !place.started).map(([item]) => item);
      for (const item of all) leave(item);
      return all;
    },
  };
}
