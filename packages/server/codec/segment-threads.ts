// Makes the segments of a line on several threads and hands them out in order. Only a few are under way or waiting at any
// moment, however long the line is.

import { Worker } from "node:worker_threads";
import { passedEnvironment } from "../compute/passed-environment.ts";
import { RenderError } from "./render-error.ts";
import type { ThreadAnswer } from "./render-thread.ts";
import type { Segment, SegmentTask } from "./segment.ts";

interface Thread {
  make(task: SegmentTask): Promise<Segment>;
  end(): Promise<number>;
}

function startThread(): Thread {
  const worker = new Worker(new URL("./render-thread.ts", import.meta.url), {
    env: passedEnvironment(),
    execArgv: [],
    // A thread's objects are few and small; the default lets hundreds of megabytes of them gather before it tidies up.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  });
  let waiting: { resolve(segment: Segment): void; reject(error: Error): void } | null = null;
  const fail = (error: Error): void => {
    waiting?.reject(error);
    waiting = null;
  };
  worker.on("message", (answer: ThreadAnswer) => {
    if (answer.kind === "failure") {
      const { kind, message, asset_id } = answer.failure;
      fail(new RenderError(kind, message, asset_id));
    } else {
      waiting?.resolve(answer.segment);
      waiting = null;
    }
  });
  worker.on("error", () => fail(new RenderError("internal", "A render thread failed.")));
  worker.on("exit", () => fail(new RenderError("internal", "A render thread ended early.")));
  return {
    make: (task) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage(task);
      }),
    end: () => worker.terminate(),
  };
}

/** @param threads How many to use; at least 1. @throws RenderError */
export async function* makeSegments(
  count: number,
  taskOf: (index: number) => SegmentTask,
  threads: number,
): AsyncGenerator<Segment> {
  const all = Array.from({ length: Math.max(1, Math.min(Math.floor(threads) || 1, count)) }, startThread);
  const idle = [...all];
  const underWay: Promise<Segment>[] = [];
  let next = 0;
  const beginWhatCan = (): void => {
    while (idle.length > 0 && next < count && underWay.length < all.length + 2) {
      const thread = idle.pop()!;
      const made = thread.make(taskOf(next++)).then((segment) => {
        idle.push(thread);
        beginWhatCan();
        return segment;
      });
      // A failure is looked at when its turn comes; until then nobody awaits it.
      made.catch(() => undefined);
      underWay.push(made);
    }
  };
  try {
    beginWhatCan();
    for (let made = underWay[0]; made !== undefined; made = underWay[0]) {
      const segment = await made;
      void underWay.shift();
      beginWhatCan();
      yield segment;
    }
  } finally {
    next = count;
    await Promise.all(all.map((thread) => thread.end()));
  }
}
