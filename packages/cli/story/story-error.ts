export type StoryFault =
  | "missing"
  | "unreadable"
  | "empty"
  | "blank"
  | "too-long"
  | "binary"
  | "not-text"
  | "nul"
  | "surrogate";

/** Why a file cannot be a story; the message is for people and says what to do. */
export class StoryError extends Error {
  override readonly name = "StoryError";
  readonly fault: StoryFault;
  constructor(fault: StoryFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
