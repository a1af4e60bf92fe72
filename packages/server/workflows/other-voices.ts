// The engines whose lines the voices of other engines speak in a run, because a person chose so.

import { nearestVoice } from "@fullcast/core/direction";
import type { JsonValue } from "@fullcast/core/document";
import type { IntentVoice } from "@fullcast/core/media";
import type { CastLookup } from "../documents/documents.ts";
import { voiceId } from "../engines/registry.ts";
import type { Services } from "../services.ts";

type Chooser = Pick<Services, "engines" | "ledger">;

/** The providers that a run states. Null: the preference of the account decides for each line. */
export function otherVoicesFor(run: {
  readonly profile_snapshot: { readonly [option: string]: JsonValue };
}): ReadonlySet<string> | null {
  const stated = run.profile_snapshot.other_voices_for;
  return Array.isArray(stated) ? new Set(stated.filter((one) => typeof one === "string")) : null;
}

/** The nearest voice of an engine that is not among these, and costs no more. Null: there is none. */
export async function nearestElsewhere(
  { engines, ledger }: Chooser,
  { provider, engine_voice_id }: Pick<IntentVoice, "provider" | "engine_voice_id">,
  without: ReadonlySet<string>,
): Promise<IntentVoice | null> {
  const catalogue = await engines.catalogue();
  const own = catalogue.voice(voiceId(provider, engine_voice_id));
  if (own === undefined) return null;
  const price = (name: string) => ledger.cost(name, 1_000);
  const found = nearestVoice({
    voice: own,
    provider,
    price: price(provider),
    language: own.language,
    engines: engines
      .list()
      .filter((engine) => !without.has(engine.provider))
      .map((engine) => ({
        provider: engine.provider,
        price: price(engine.provider),
        // A custom voice speaks only where a person chose it.
        voices: catalogue.voices.filter(
          (voice) => voice.provider === engine.provider && voice.available && voice.account_id === null,
        ),
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

/** The casts as a run speaks them: for quotes and holds. A speaker that no other voice can speak for keeps the own one. */
export async function castsAsSpoken(
  services: Chooser,
  casts: CastLookup,
  without: ReadonlySet<string> | null,
): Promise<CastLookup> {
  if (without === null || without.size === 0) return casts;
  const spoken = new Map(casts);
  for (const [speakerId, cast] of casts) {
    if (!without.has(cast.voice.provider)) continue;
    const voice = await nearestElsewhere(services, cast.voice, without);
    if (voice !== null) spoken.set(speakerId, { ...cast, voice });
  }
  return spoken;
}
