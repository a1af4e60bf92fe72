// A thread of the render process: makes one segment after the other as they are asked for.

import { parentPort } from "node:worker_threads";
import { AV_LOG_QUIET, Log } from "node-av";
import { createClipReader } from "./clip-reader.ts";
import { makeSegment, type Segment, type SegmentTask } from "./make-segment.ts";
import { failureOf, type RenderFailure } from "./render-error.ts";

export type ThreadAnswer =
  | { readonly kind: "segment"; readonly segment: Segment }
  | { readonly kind: "failure"; readonly failure: RenderFailure };

if (parentPort !== null) {
  const port = parentPort;
  Log.setLevel(AV_LOG_QUIET);
  const reader = createClipReader();
  port.on("message", (task: SegmentTask) => {
    let answer: ThreadAnswer;
    try {
      answer = { kind: "segment", segment: makeSegment(reader, task) };
    } catch (error) {
      answer = { kind: "failure", failure: failureOf(error) };
    }
    const moved =
      answer.kind === "segment"
        ? [
            answer.segment.bytes.buffer,
            answer.segment.sizes.buffer,
            answer.segment.windows.buffer,
            answer.segment.hops.buffer,
          ]
        : [];
    port.postMessage(answer, moved);
  });
}
