// The engines of this installation. Adding one is a folder beside this file and one line in `createEngines`.
// Always true: provider names are unique, and a voice has the same `voice_id` on every installation.

import { createEffectMaker, type EffectMaker } from "./effects/effects.ts";
import type { EngineVoice, SpeechEngine } from "./engine.ts";
import { createEspeakEngine } from "./espeak/espeak.ts";
import { voiceId } from "./voice-id.ts";

export { voiceId } from "./voice-id.ts";

export interface EngineSettings {
  /** Processors that embedded and local engines may use; all by default. */
  readonly threads?: number;
}

/** A voice as the rest of the server uses it. */
export interface CatalogVoice extends EngineVoice {
  /** The same on every installation. */
  readonly voice_id: string;
  readonly provider: string;
  /** The engine's own id, which `SpeechEngine.speak` takes. Equal to `id`. */
  readonly engine_voice_id: string;
}

export interface Engines extends AsyncDisposable {
  list(): readonly SpeechEngine[];
  byProvider(provider: string): SpeechEngine | undefined;
  /** The maker of sound effects. */
  readonly effects: EffectMaker;
  /** Voices of all engines. An engine whose voices cannot be listed now contributes none. */
  voices(): Promise<CatalogVoice[]>;
}

export function createEngines(settings: EngineSettings = {}): Engines {
  const threads = settings.threads === undefined ? {} : { threads: settings.threads };
  return engineRegistry([createEspeakEngine(threads)], createEffectMaker({ threads: settings.threads ?? 2 }));
}

/** @throws when two engines share a provider name. */
export function engineRegistry(
  engines: readonly SpeechEngine[],
  effects: EffectMaker = createEffectMaker({ threads: 1 }),
): Engines {
  const byProvider = new Map(engines.map((engine) => [engine.provider, engine]));
  // Each id costs a hash, and most requests read the catalogue.
  const ids = new Map<string, string>();
  const idOf = (provider: string, voice: string): string => {
    const key = `${provider} ${voice}`;
    const id = ids.get(key) ?? voiceId(provider, voice);
    ids.set(key, id);
    return id;
  };
  if (byProvider.size !== engines.length) throw new Error("Two engines share a provider name.");
  return {
    list: () => engines,
    effects,
    byProvider: (provider) => byProvider.get(provider),
    async voices() {
      const lists = await Promise.allSettled(engines.map((engine) => engine.voices()));
      return lists.flatMap((list, i) => {
        if (list.status === "rejected") return [];
        const { provider } = engines[i]!;
        return list.value.map((voice) => ({
          ...voice,
          voice_id: idOf(provider, voice.id),
          provider,
          engine_voice_id: voice.id,
        }));
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...engines, effects].map((engine) => engine[Symbol.asyncDispose]()));
    },
  };
}
