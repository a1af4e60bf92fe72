// A thread of the render process: makes one segment after the other as they are asked for.

import { parentPort } from "node:worker_threads";
import { AV_LOG_QUIET } from "node-av/constants";
import { Log } from "node-av/lib";
import { createSegmentMaker } from "./make-segment.ts";
import { failureOf, type RenderFailure } from "./render-error.ts";
import type { Segment, SegmentTask } from "./segment.ts";

export type ThreadAnswer =
  | { readonly kind: "segment"; readonly segment: Segment }
  | { readonly kind: "failure"; readonly failure: RenderFailure };

if (parentPort !== null) {
  const port = parentPort;
  Log.setLevel(AV_LOG_QUIET);
  const maker = createSegmentMaker();
  port.on("message", (task: SegmentTask) => {
    let answer: ThreadAnswer;
    try {
      answer = { kind: "segment", segment: maker.make(task) };
    } catch (error) {
      answer = { kind: "failure", failure: failureOf(error) };
    }
    const moved =
      answer.kind === "segment"
        ? [answer.segment.bytes.buffer, answer.segment.sizes.buffer, answer.segment.windows.buffer]
        : [];
    port.postMessage(answer, moved);
  });
}
