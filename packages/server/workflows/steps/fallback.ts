// Chooses another voice for a line that its engine cannot speak: fallback of the generation profile (interface.md).

import { nearestVoice } from "@fullcast/core/direction";
import type { IntentVoice } from "@fullcast/core/media";
import type { CastLookup, StoredBlock } from "../../documents/documents.ts";
import type { EngineError } from "../../engines/engine.ts";
import { voiceId } from "../../engines/registry.ts";
import type { Services } from "../../services.ts";

/**
 * Returns the voice that speaks instead. Returns null if the line must fail: its profile has `strict`, the account allows no
 * fallback, or no engine with the same or a lower price has a voice in its language. A used up account and a refused key need a
 * person, so there another voice speaks only if a profile requests it explicitly.
 */
export async function fallbackVoice(
  services: Pick<Services, "engines" | "ledger">,
  { block }: StoredBlock,
  casts: CastLookup,
  {
    error,
    allowed,
    stopped,
  }: { readonly error: EngineError; readonly allowed: boolean; readonly stopped: ReadonlySet<string> },
): Promise<IntentVoice | null> {
  const cast = block.speaker_id === null ? undefined : casts.get(block.speaker_id);
  if (cast === undefined || !allowed) return null;
  const stored = cast.profile as { readonly fallback?: "strict" | "best_effort" } | null;
  const asked = block.generation_profile_override?.fallback ?? stored?.fallback;
  const isClosed = error.kind === "quota" || error.kind === "auth";
  if (asked === "strict" || (isClosed && asked !== "best_effort")) return null;
  const { provider, engine_voice_id } = cast.voice;
  const catalogue = await services.engines.catalogue();
  const own = catalogue.voice(voiceId(provider, engine_voice_id));
  if (own === undefined) return null;
  const price = (name: string) => services.ledger.cost(name, 1_000);
  const found = nearestVoice({
    voice: own,
    provider,
    price: price(provider),
    language: own.language,
    engines: services.engines
      .list()
      .filter((engine) => !stopped.has(engine.provider))
      .map((engine) => ({
        provider: engine.provider,
        price: price(engine.provider),
        voices: catalogue.voices.filter((voice) => voice.provider === engine.provider && voice.available),
      })),
  });
  if (found === null) return null;
  const { voice } = found;
  return {
    provider: voice.provider,
    model: voice.model,
    engine_voice_id: voice.engine_voice_id,
    engine_revision: voice.revision,
  };
}
