// The takes of a line: listed, chosen, locked, and added to by more takes of its engine or a person's recording.
// Always true: a line plays one take at a time; only people change a locked line and a line that plays a recording.

export { activateTake, setTakeLock } from "./choose-take.ts";
export { listTakes } from "./list-takes.ts";
export {
  addRecording,
  keptRecording,
  RECORDING_TYPE,
  receiveRecording,
  recordTake,
} from "./record-take.ts";
export { requestTakes } from "./request-takes.ts";
