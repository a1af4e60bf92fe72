// Quality of takes: figures of a take (take-facts.ts) and what they say about it (take-findings.ts).

export { frameLevels } from "./frame-levels.ts";
export { RECORDING_FINDING_KINDS, type RecordingFinding, recordingFindings } from "./recording-findings.ts";
export { endsRepeating, spokenUnits } from "./spoken-units.ts";
export { type TakeFacts, takeFacts } from "./take-facts.ts";
export {
  expectedMs,
  FINDING_KINDS,
  type FindingKind,
  isUnusable,
  msPerUnit,
  type RunningRate,
  type TakeFinding,
  type TakeText,
  takeFindings,
  USUAL_RATE,
  withTake,
} from "./take-findings.ts";
