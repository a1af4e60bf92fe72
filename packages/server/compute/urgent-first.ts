// A queue in order of urgency, and first in, first out among equals. Of five turns one belongs to the least urgent item that
// waits: urgent work is delayed by a quarter at most, and other work never stands still.

import type { Urgency } from "./urgency.ts";

export interface UrgentFirst<T> {
  readonly size: number;
  add(item: T, urgency: Urgency): void;
  /** Before the others of its urgency: it had a turn already. */
  putBack(item: T, urgency: Urgency): void;
  take(): T | undefined;
  leave(item: T): void;
  clear(): readonly T[];
}

/** Turns in a row that pass over less urgent items. */
const PASSED_OVER = 4;

export function createUrgentFirst<T>(): UrgentFirst<T> {
  const classes: readonly Set<T>[] = [new Set(), new Set(), new Set()];
  let passedOver = 0;
  const size = () => classes.reduce((sum, one) => sum + one.size, 0);
  return {
    get size() {
      return size();
    },
    add: (item, urgency) => void classes[urgency]!.add(item),
    putBack(item, urgency) {
      const own = classes[urgency]!;
      const others = [...own];
      own.clear();
      for (const one of [item, ...others]) own.add(one);
    },
    take() {
      const filled = classes.filter((one) => one.size > 0);
      const isOthersTurn = filled.length > 1 && passedOver >= PASSED_OVER;
      const own = isOthersTurn ? filled.at(-1) : filled[0];
      passedOver = filled.length > 1 && !isOthersTurn ? passedOver + 1 : 0;
      const [item] = own ?? [];
      if (item !== undefined) own!.delete(item);
      return item;
    },
    leave: (item) => classes.forEach((one) => void one.delete(item)),
    clear() {
      const all = classes.flatMap((one) => [...one]);
      for (const one of classes) one.clear();
      return all;
    },
  };
}
