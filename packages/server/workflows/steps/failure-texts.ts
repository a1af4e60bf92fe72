// The messages of lines that an engine did not speak.

import type { EngineError } from "../../engines/engine.ts";

/** Engines write their messages for people; each names the engine where there can be several. */
export function failureTexts(error: EngineError): { code: string; message: string } {
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
      return { code: "STUDIO_WORKFLOW_ENGINE_REJECTED", message: error.message };
  }
}
