/**
 * Why bytes cannot be read as a book. `damaged`: not what it says it is made of. `encrypted`: locked by a password or a
 * shop. `empty`, `blank`: nothing in it, nothing to be read. `too_long`: more text than is taken. `too_many_chapters`.
 * `binary`, `not_text`, `nul`, `surrogate`: no text, or text with what no text may hold. `wrong_type`: another kind of
 * file than it came as. `limits`: reading it takes more memory or time than a file may.
 */
export type BookFault =
  | "damaged"
  | "encrypted"
  | "empty"
  | "blank"
  | "too_long"
  | "too_many_chapters"
  | "binary"
  | "not_text"
  | "nul"
  | "surrogate"
  | "wrong_type"
  | "limits";

/** The message is for people, says what to do, and holds nothing of the text. */
export class BookError extends Error {
  override readonly name = "BookError";
  readonly fault: BookFault;
  constructor(fault: BookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
