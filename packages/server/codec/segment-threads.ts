// Makes the segments of a timeline on several threads and returns them in order. Only a few segments are in memory at a time,
// regardless of the length of the timeline. A single segment is made here.

import { createThreadPool, ThreadError } from "../compute/compute.ts";
import { RenderError } from "./render-error.ts";
import type { ThreadAnswer } from "./render-thread.ts";
import type { Segment, SegmentTask } from "./segment.ts";

/** A segment takes a second or two; a slow disk may delay its reads. */
const PATIENCE_MS = 600_000;

/** @param threads How many to use; at least 1. @throws RenderError */
export async function* makeSegments(
  count: number,
  taskOf: (index: number) => SegmentTask,
  threads: number,
): AsyncGenerator<Segment> {
  if (count === 1) {
    // A thread takes a tenth of a second to start, and there is nothing to do beside it.
    const { createSegmentMaker } = await import("./make-segment.ts");
    using maker = createSegmentMaker();
    yield maker.make(taskOf(0));
    return;
  }
  const used = Math.max(1, Math.min(Math.floor(threads) || 1, count));
  await using pool = createThreadPool<SegmentTask, ThreadAnswer>({
    program: new URL("./render-thread.ts", import.meta.url),
    threads: used,
    // A thread has few, small objects. V8's default would let hundreds of megabytes of garbage accumulate.
    heapMib: 256,
    youngMib: 4,
    patienceMs: () => PATIENCE_MS,
  });
  const make = async (index: number): Promise<Segment> => {
    const answer = await pool.run(taskOf(index)).catch((error: unknown) => {
      if (!(error instanceof ThreadError)) throw error;
      throw new RenderError("internal", "A render thread failed.");
    });
    if (answer.kind === "segment") return answer.segment;
    const { kind, message, asset_id } = answer.failure;
    throw new RenderError(kind, message, asset_id);
  };
  const started: Promise<Segment>[] = [];
  let next = 0;
  const startMore = (): void => {
    // Two finished segments may wait while every thread works.
    while (next < count && started.length < used + 2) {
      const segment = make(next++);
      // The loop below awaits the same promise later and throws its error.
      segment.catch(() => undefined);
      started.push(segment);
    }
  };
  startMore();
  for (let segment = started[0]; segment !== undefined; segment = started[0]) {
    const made = await segment;
    void started.shift();
    startMore();
    yield made;
  }
}
