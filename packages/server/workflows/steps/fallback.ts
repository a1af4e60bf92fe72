// Chooses another voice for a line that its engine cannot speak: fallback of the generation profile (interface.md).

import type { IntentVoice } from "@fullcast/core/media";
import type { CastLookup, StoredBlock } from "../../documents/documents.ts";
import type { EngineError } from "../../engines/engine.ts";
import type { Services } from "../../services.ts";
import { nearestElsewhere } from "../other-voices.ts";

/**
 * Returns the voice that speaks instead. Returns null if the line must fail: its profile has `strict`, the account allows no
 * fallback, or no engine with the same or a lower price has a voice in its language. A used up account and a refused key need a
 * person, so there another voice speaks only if a profile or that person requests it explicitly.
 */
export async function fallbackVoice(
  services: Pick<Services, "engines" | "ledger">,
  { block }: StoredBlock,
  casts: CastLookup,
  {
    error,
    allowed,
    chosen,
    stopped,
  }: {
    readonly error: EngineError;
    readonly allowed: boolean;
    /** A person chose other voices for the lines of this engine. */
    readonly chosen: boolean;
    readonly stopped: ReadonlySet<string>;
  },
): Promise<IntentVoice | null> {
  const cast = block.speaker_id === null ? undefined : casts.get(block.speaker_id);
  if (cast === undefined || !allowed) return null;
  const stored = cast.profile as { readonly fallback?: "strict" | "best_effort" } | null;
  const asked = block.generation_profile_override?.fallback ?? stored?.fallback;
  const isClosed = error.kind === "quota" || error.kind === "auth";
  if (asked === "strict" || (isClosed && !chosen && asked !== "best_effort")) return null;
  return nearestElsewhere(services, cast.voice, stopped);
}
