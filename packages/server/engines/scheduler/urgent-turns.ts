// Fair turns by urgency: what a person waits for is next, and of five turns one belongs to the least urgent that waits.

import { createFairTurns, type FairTurns, type Urgency } from "../../compute/compute.ts";

export interface UrgentTurns<T> extends Omit<FairTurns<T>, "add" | "addRunning"> {
  add(item: T, account: string, group: string, urgency: Urgency): void;
}

/** Turns in a row that pass over less urgent items. */
const PASSED_OVER = 4;

export function createUrgentTurns<T>(): UrgentTurns<T> {
  const classes: readonly FairTurns<T>[] = [createFairTurns(), createFairTurns(), createFairTurns()];
  let passedOver = 0;
  const waiting = () => classes.filter(({ size }) => size > 0);
  return {
    get size() {
      return classes.reduce((sum, { size }) => sum + size, 0);
    },
    add: (item, account, group, urgency) => classes[urgency]!.add(item, account, group),
    peek: () => (passedOver >= PASSED_OVER ? waiting().at(-1) : waiting()[0])?.peek(),
    start(item) {
      const before = waiting();
      const own = before.find((one) => one.start(item));
      if (own === undefined) return false;
      passedOver = before.length > 1 && own !== before.at(-1) ? passedOver + 1 : 0;
      return true;
    },
    end(item) {
      for (const one of classes) one.end(item);
    },
    leave(item) {
      for (const one of classes) one.leave(item);
    },
    clear: () => classes.flatMap((one) => [...one.clear()]),
  };
}
