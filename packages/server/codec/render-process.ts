// The render process. It receives one job, reports progress, answers with one result, and ends.

import { rmSync } from "node:fs";
import { answerParent } from "../compute/child-side.ts";
import { render } from "./render.ts";
import { failureOf, type RenderFailure } from "./render-error.ts";
import { type RenderJob, type RenderProgress, type RenderResult, writtenPaths } from "./render-job.ts";

export type RenderAnswer =
  | { readonly kind: "result"; readonly result: RenderResult }
  | { readonly kind: "failure"; readonly failure: RenderFailure };

answerParent<RenderJob, RenderAnswer, RenderProgress>({
  answer: (job, report) =>
    render(job, report).then(
      (result) => ({ kind: "result", result }),
      (error: unknown) => ({ kind: "failure", failure: failureOf(error) }),
    ),
  abandon: (job) => {
    for (const path of writtenPaths(job)) rmSync(path, { force: true });
  },
});
