// A thread of the render process. It makes one segment at a time.

import { answerJobs } from "../compute/thread-side.ts";
import { createSegmentMaker } from "./make-segment.ts";
import { failureOf, type RenderFailure } from "./render-error.ts";
import type { Segment, SegmentTask } from "./segment.ts";

export type ThreadAnswer =
  | { readonly kind: "segment"; readonly segment: Segment }
  | { readonly kind: "failure"; readonly failure: RenderFailure };

const maker = createSegmentMaker();

answerJobs<SegmentTask, ThreadAnswer>(
  (task) => {
    try {
      return { kind: "segment", segment: maker.make(task) };
    } catch (error) {
      return { kind: "failure", failure: failureOf(error) };
    }
  },
  (answer) => {
    if (answer.kind === "failure") return [];
    const { bytes, sizes, windows } = answer.segment;
    return [bytes.buffer, sizes.buffer, windows.buffer];
  },
);
