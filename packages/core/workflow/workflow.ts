// Workflows as decisions: the steps of a request, and the state of a run from its steps.
// Always true: a plan has 1 to 100 steps; the state of a run depends only on its steps and a request to cancel.

export {
  createAudioSectionLimit,
  MAX_PREPARED_SECTIONS,
  MAX_STEPS,
  type PlannedStep,
  planResume,
  planWorkflow,
  type ResumableStep,
  type TargetScope,
  takesPlan,
  type WorkflowPlan,
  type WorkflowRequest,
} from "./plan.ts";
export {
  type ChildExport,
  type ChildExportStatus,
  type ProjectExportState,
  type ProjectExportStatus,
  projectExportState,
} from "./project-export.ts";
export { costOfWork, type ProviderQuote, type Quote, type QuotedWork, quoteOf } from "./quote.ts";
export {
  nextStep,
  type RunProgress,
  type RunState,
  type RunStatus,
  runStateOf,
  type StepIssue,
  type StepState,
  stepsBlockedBy,
} from "./status.ts";
export {
  BLOCKED_BY,
  type IssueKind,
  OUTCOME_OF,
  STAGE_OF,
  type Stage,
  type StepKind,
  type StepStatus,
} from "./steps.ts";
export { type RunUrgency, urgencyOfRun } from "./urgency.ts";
