// The engines of this installation. Adding one is a folder beside this file and one line in `createEngines`.
// Always true: provider names are unique, and a voice has the same `voice_id` on every installation.

import { type Catalogue, embeddedCatalogue } from "./catalogue.ts";
import type { CatalogueKeeper } from "./catalogue-keeper.ts";
import { createEffectMaker, type EffectMaker } from "./effects/effects.ts";
import type { SpeechEngine } from "./engine.ts";
import { createEspeakEngine } from "./espeak/espeak.ts";
import { createFliteEngine } from "./flite/flite.ts";
import { createPicoEngine } from "./pico/pico.ts";

export { type CatalogEngine, type Catalogue, type CatalogVoice, mayUse } from "./catalogue.ts";
export { voiceId } from "./voice-id.ts";

export interface EngineSettings {
  /** Processors that embedded and local engines may use; all by default. */
  readonly threads?: number;
  /** Engines that people bring (brought/). */
  readonly brought?: readonly SpeechEngine[];
}

export interface Engines extends AsyncDisposable {
  /** The engines that this process can speak with. */
  list(): readonly SpeechEngine[];
  byProvider(provider: string): SpeechEngine | undefined;
  /** The maker of sound effects that is part of the program. */
  readonly effects: EffectMaker;
  /** The engine that makes sound effects in its place, the first whose entry allows it; null without one. */
  readonly effectService: EffectService | null;
  /** Whether any maker takes this prompt. */
  canMakeEffect(prompt: string): boolean;
  /** All engines and voices that the installation knows, those that are away too. Asks no engine. */
  catalogue(): Promise<Catalogue>;
}

/** An engine that makes sound effects. */
export type EffectService = SpeechEngine & Required<Pick<SpeechEngine, "effects">>;

const makesEffects = (engine: SpeechEngine): engine is EffectService => engine.effects !== undefined;

/** The engines of a running server: their catalogue is kept in the database. */
export interface KeptEngines extends Engines, CatalogueKeeper {}

/** `engines` with a catalogue that is kept. Disposing it disposes both. */
export function withKeeper(engines: Engines, keeper: CatalogueKeeper): KeptEngines {
  return {
    ...engines,
    ...keeper,
    async [Symbol.asyncDispose]() {
      await keeper[Symbol.asyncDispose]();
      await engines[Symbol.asyncDispose]();
    },
  };
}

/**
 * The engines without a database: their catalogue holds the embedded ones. Benches and tools use it as it is.
 */
export function createEngines(settings: EngineSettings = {}): Engines {
  const threads = settings.threads === undefined ? {} : { threads: settings.threads };
  return engineRegistry(
    [createFliteEngine(threads), createPicoEngine(threads), createEspeakEngine(threads), ...(settings.brought ?? [])],
    createEffectMaker({ threads: settings.threads ?? 2 }),
  );
}

/** @throws when two engines share a provider name. */
export function engineRegistry(
  engines: readonly SpeechEngine[],
  effects: EffectMaker = createEffectMaker({ threads: 1 }),
): Engines {
  const byProvider = new Map(engines.map((engine) => [engine.provider, engine]));
  if (byProvider.size !== engines.length) throw new Error("Two engines share a provider name.");
  let embedded: Promise<Catalogue> | undefined;
  const effectService = engines.find(makesEffects) ?? null;
  return {
    list: () => engines,
    effects,
    effectService,
    canMakeEffect: (prompt) => effectService !== null || effects.understands(prompt),
    byProvider: (provider) => byProvider.get(provider),
    catalogue: () => (embedded ??= embeddedCatalogue(engines)),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...engines, effects].map((engine) => engine[Symbol.asyncDispose]()));
    },
  };
}
