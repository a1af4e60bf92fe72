// Durable workflows. The rows of runs and steps hold the state; a job only requests "advance run X". Always true: a step's
// result, the recomputed status of its run and the job for the next step commit together, so a run continues after a crash
// exactly where it was. A finished run never changes.

export { advanceRun, giveUpRun, type RunningSteps, runningSteps } from "./advance.ts";
export { cancelRunsOfAccount, cancelWorkflow } from "./cancel.ts";
export { createWorkflow } from "./create.ts";
export { countFailedRuns, failedRuns, retryFailedRun } from "./failed-runs.ts";
export { createLocalTurns } from "./local-turns.ts";
export { type OnDemand, prepareOnDemand, type SpokenOnDemand, speakOnDemand } from "./on-demand.ts";
export { workflowProgress } from "./progress.ts";
export { quoteWorkflow } from "./quote.ts";
export { getWorkflow, latestWorkflow } from "./read.ts";
export { resumeWorkflow } from "./resume.ts";
export { StepFailure } from "./step.ts";
export { removeOldAnswers } from "./steps/kept-answers.ts";
export { structureAway, warmStructuring } from "./steps/structure-text.ts";
export { leaveSection, stopRunsOfProject } from "./stop-work.ts";
export { enqueueRun, unfinishedRuns, WORKFLOW_QUEUE } from "./store.ts";
export { startTakesRun, wireRun } from "./takes-run.ts";
