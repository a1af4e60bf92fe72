// The messages of lines that an engine did not speak.

import { failures } from "@fullcast/contract";
import type { EngineError } from "../../engines/engine.ts";

export function failureTexts(error: EngineError, made: "line" | "sound"): { code: string; message: string } {
  if (error.scope === "plan") return { code: "PLAN_NOT_SUFFICIENT", message: error.message };
  // A voice that cannot be prepared has a separate limit. The engine continues with other voices.
  if (error.scope === "voice" && error.kind === "quota") {
    return { code: "PROVIDER_QUOTA_EXCEEDED", message: error.message };
  }
  switch (error.kind) {
    case "quota":
      return { code: "PROVIDER_QUOTA_EXCEEDED", message: "The speech provider's account limit is reached." };
    case "auth":
      return { code: "PROVIDER_ACCESS_DENIED", message: failures.PROVIDER_ACCESS_DENIED.sentence };
    case "rate_limited":
    case "busy":
    case "unavailable":
      return { code: "PROVIDER_UNAVAILABLE", message: error.message };
    case "broken_answer":
      return { code: "PROVIDER_AUDIO_INVALID", message: error.message };
    case "rejected":
      return {
        code: "STUDIO_WORKFLOW_ENGINE_REJECTED",
        message: made === "line" ? "The speech engine refused this line." : error.message,
      };
  }
}
