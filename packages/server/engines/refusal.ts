// The failure of an engine as the answer to a request that waited for it.

import { ApiError, invalidField } from "@fullcast/contract";
import { EngineError, isPassing } from "./speak.ts";

/**
 * @param field The field of the request that holds the text.
 * @returns what to throw: an ApiError for an EngineError, and any other error as it is
 */
export function refusalOf(error: unknown, provider: string, field: string): unknown {
  if (!(error instanceof EngineError)) return error;
  // The messages of engines are written for people and hold no key and no text.
  const details = { provider, explanation: error.message };
  if (error.kind === "quota") return new ApiError("ENGINE_QUOTA_EXCEEDED", details);
  if (error.kind === "auth") return new ApiError("ENGINE_ACCESS_DENIED", details);
  if (isPassing(error)) return new ApiError("ENGINE_UNREACHABLE", details);
  // The engine's own reason: a text that it cannot speak, or a service that refuses the request.
  return invalidField(field, `cannot be spoken: ${error.message}`);
}
