// The messages of lines that an engine did not speak: the reason, and what a person can do about it.

import type { FailureCode } from "@fullcast/contract";
import type { EngineError } from "../../engines/engine.ts";

/** What failed: a line of speech, or a sound. */
export type FailedKind = "line" | "sound" | "automatic_sound";

const REJECTED = "STUDIO_WORKFLOW_ENGINE_REJECTED";
const NO_VOICE = "STUDIO_WORKFLOW_VOICE_UNAVAILABLE";
const FAILED = "STUDIO_WORKFLOW_AUDIO_FAILED";

/** The same request is refused again, so the advice says what to change. */
const CHANGES = {
  line: "Change the text of the line, or give it another voice.",
  voice: "Choose another voice for the speaker.",
  sound: "Describe the sound in other words, or delete it.",
};

export interface FailureTexts {
  readonly code: FailureCode;
  readonly message: string;
}

/** Engines write their messages for people; each names the engine where there can be several. */
export function failureTexts(error: EngineError, kind: FailedKind = "line"): FailureTexts {
  if (error.scope === "plan") return { code: "PLAN_NOT_SUFFICIENT", message: error.message };
  switch (error.kind) {
    case "quota":
      return { code: "PROVIDER_QUOTA_EXCEEDED", message: error.message };
    case "auth":
      return { code: "PROVIDER_ACCESS_DENIED", message: error.message };
    case "rate_limited":
    case "busy":
    case "unavailable":
      return { code: "PROVIDER_UNAVAILABLE", message: error.message };
    case "broken_answer":
      return { code: "PROVIDER_AUDIO_INVALID", message: error.message };
    case "rejected":
      if (kind !== "line") return { code: REJECTED, message: `${error.message} ${CHANGES.sound}` };
      return error.scope === "voice"
        ? { code: NO_VOICE, message: `${error.message} ${CHANGES.voice}` }
        : { code: REJECTED, message: `${error.message} ${CHANGES.line}` };
  }
}

export interface FailedLine {
  readonly error: EngineError;
  readonly kind: FailedKind;
}

/** The failure that a step reports: one that a person must remove comes before those that pass by themselves. */
export function reported<T extends FailedLine>(failures: readonly T[]): T | undefined {
  return failures.find(({ error }) => error.kind === "rejected") ?? failures[0];
}

/**
 * The code of a step whose lines failed, and what to do after the message of the reported line. Trying again helps only where
 * no engine refused a line.
 */
export function stepFailureOf(failures: readonly FailedLine[]): {
  readonly code: FailureCode;
  readonly advice: string;
} {
  const codes = new Set(failures.map(({ error, kind }) => failureTexts(error, kind).code));
  const isRefused = codes.has(REJECTED) || codes.has(NO_VOICE);
  const [only] = codes;
  return {
    code: isRefused && codes.size === 1 && only !== undefined ? only : FAILED,
    advice: isRefused
      ? "Finished audio is kept; resume after the change."
      : "Finished audio is kept; resume to try the rest again.",
  };
}
