// How urgent the present work is, carried along by the async context. What an HTTP request does is urgent without a mark: a
// person waits for it. A job marks its work.

import { AsyncLocalStorage } from "node:async_hooks";

/** 0: a person waits. 1: short work. 2: a batch. */
export type Urgency = 0 | 1 | 2;

const context = new AsyncLocalStorage<Urgency>();

export const withUrgency = <T>(urgency: Urgency, work: () => T): T => context.run(urgency, work);

export const presentUrgency = (): Urgency => context.getStore() ?? 0;
