/**
 * Why bytes cannot be read as a book. `damaged`: the structure of the file is broken. `encrypted`: locked by a password or DRM.
 * `empty`: no bytes. `blank`: no readable text. `too_long`, `too_many_chapters`: above a limit. `binary`, `not_text`: not text.
 * `nul`, `surrogate`: text with invalid characters. `wrong_type`: the content differs from the stated format. `limits`: reading
 * it exceeds the limit of memory or time.
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

/** The message is for people, states what to do, and contains no text of the book. */
export class BookError extends Error {
  override readonly name = "BookError";
  readonly fault: BookFault;
  constructor(fault: BookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
