// A thread with a stand-in for a speech service, so that the stand-in does not load the measured server.

import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { type Mode, type StandIn, startStandIn } from "../packages/server/engines/brought/stand-in.ts";

/** What a stand-in counted. */
export interface Counted {
  readonly requests: number;
  /** Each request and how it was answered, in the order of the answers. */
  readonly answered: StandIn["answered"];
  readonly running: StandIn["running"];
  /** ms from the first request to the last. */
  readonly asked_ms: number;
}

export interface ServiceInThread extends AsyncDisposable {
  readonly url: string;
  /** How it answers from now on. */
  set(how: { readonly delayMs?: number; readonly usual?: Mode; readonly next?: readonly Mode[] }): Promise<void>;
  counted(): Promise<Counted>;
}

export async function serviceInThread(): Promise<ServiceInThread> {
  const worker = new Worker(new URL(import.meta.url));
  const answer = () => new Promise<unknown>((resolve) => worker.once("message", resolve));
  const ask = (message: unknown) => {
    const answered = answer();
    worker.postMessage(message);
    return answered;
  };
  return {
    url: (await answer()) as string,
    set: async (how) => void (await ask(how)),
    counted: async () => (await ask("counted")) as Counted,
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const service = await startStandIn();
  port.on("message", (message: "counted" | { next?: Mode[] }) => {
    if (message === "counted") {
      const { texts, answered, running, arrivals } = service;
      const asked_ms = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
      port.postMessage({ requests: texts.length, answered, running, asked_ms } satisfies Counted);
      return;
    }
    const { next = [], ...rest } = message;
    Object.assign(service, rest);
    service.next.push(...next);
    port.postMessage(null);
  });
  port.postMessage(service.url);
}
