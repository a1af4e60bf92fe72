/**
 * - `disk_full`: the file does not fit.
 * - `input`: an asset is missing, damaged or different from the timeline, or there is nothing to render.
 * - `original`: the sound cannot be put into the original EPUB.
 * - `killed`: the render was aborted, or its process ended before it answered.
 * - `internal`: any other fault, of Fullcast or of the output's file system.
 */
export type RenderErrorKind = "disk_full" | "input" | "original" | "killed" | "internal";

/** The message is for people and contains no path and no story text. */
export class RenderError extends Error {
  override readonly name = "RenderError";
  readonly kind: RenderErrorKind;
  /** The asset that caused the error. Null: none. */
  readonly assetId: string | null;

  constructor(kind: RenderErrorKind, message: string, assetId: string | null = null) {
    super(message);
    this.kind = kind;
    this.assetId = assetId;
  }
}

/** A RenderError as plain data, for messages between threads and processes. */
export interface RenderFailure {
  readonly kind: RenderErrorKind;
  readonly message: string;
  readonly asset_id: string | null;
}

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export function failureOf(error: unknown): RenderFailure {
  if (error instanceof RenderError) return { kind: error.kind, message: error.message, asset_id: error.assetId };
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  if (code !== null && FULL.has(code)) {
    return { kind: "disk_full", message: "There is no space left for the file.", asset_id: null };
  }
  return {
    kind: "internal",
    message: code === null ? "The render failed unexpectedly." : `The render failed (${code}).`,
    asset_id: null,
  };
}
