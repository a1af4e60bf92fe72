// The render process: gets one job from its parent, answers with progress and one result, and ends. It also ends when the
// parent does, whatever it is doing.

import { rmSync } from "node:fs";
import { render } from "./render.ts";
import { failureOf, type RenderFailure } from "./render-error.ts";
import { type RenderJob, type RenderProgress, type RenderResult, writtenPaths } from "./render-job.ts";

export type ProcessAnswer =
  | { readonly kind: "progress"; readonly progress: RenderProgress }
  | { readonly kind: "result"; readonly result: RenderResult }
  | { readonly kind: "failure"; readonly failure: RenderFailure };

const answer = (message: ProcessAnswer): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });

process.once("message", (job: RenderJob) => {
  process.on("disconnect", () => {
    for (const path of writtenPaths(job)) rmSync(path, { force: true });
    process.exit(1);
  });
  render(job, (progress) => void answer({ kind: "progress", progress }))
    .then((result) => answer({ kind: "result", result }))
    .catch((error: unknown) => answer({ kind: "failure", failure: failureOf(error) }))
    .finally(() => process.exit(0));
});
