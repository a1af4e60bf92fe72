// The catalogue: every engine and voice that this installation has met, as casts, intents, lists and quotes read it. Reading
// it asks no engine. catalogue-keeper.ts keeps it in the database.
// Always true: an engine that is away keeps its models and voices; a voice has the same id on every installation.

import type {
  EngineDescription,
  EngineLimits,
  EngineModel,
  EngineStatus,
  EngineVoice,
  SpeechEngine,
} from "./engine.ts";
import { voiceId } from "./voice-id.ts";

/** A voice as the rest of the server uses it. */
export interface CatalogVoice extends EngineVoice {
  /** The same on every installation. */
  readonly voice_id: string;
  readonly provider: string;
  /** The engine's own id, which `SpeechEngine.speak` takes. Equal to `id`. */
  readonly engine_voice_id: string;
  /** The first of `models`. */
  readonly model: string;
  /** The first of `languages`. */
  readonly language: string;
  /** False while the engine is away, and when it does not list the voice any more. */
  readonly available: boolean;
  /** The account that had it made, which alone may use it; null: every account may. */
  readonly account_id: string | null;
  /** Whether its account removed it: it is not used any more, although the engine may still have it. */
  readonly removed: boolean;
}

/** An engine as it described itself last. */
export interface CatalogEngine extends EngineStatus {
  readonly provider: string;
  readonly name: string;
  readonly kind: SpeechEngine["kind"];
  /** The first is the default. */
  readonly models: readonly EngineModel[];
  readonly limits: EngineLimits;
}

export interface Catalogue {
  readonly engines: readonly CatalogEngine[];
  /** By engine, in the engines' order. */
  readonly voices: readonly CatalogVoice[];
  engine(provider: string): CatalogEngine | undefined;
  voice(voiceId: string): CatalogVoice | undefined;
}

/** A voice as it is kept. */
export interface KnownVoice {
  readonly provider: string;
  readonly voice: EngineVoice;
  /** False when the engine does not list it any more. */
  readonly listed: boolean;
  /** Of a custom voice: the account that had it made, and how this account described it. */
  readonly owner?: CustomVoiceOwner | null;
}

export interface CustomVoiceOwner {
  readonly account_id: string;
  readonly removed: boolean;
  readonly about: Pick<EngineVoice, "name" | "gender" | "age" | "description" | "tags" | "license" | "publishable"> & {
    readonly language: string;
  };
}

/** Whether an engine in this state can be reached at all. An exhausted one can: its account is at a limit. */
const isThere = ({ status }: EngineStatus) => status === "available" || status === "exhausted";

/** A custom voice that no account of this installation had made belongs to another one. No account here may use it. */
const isOwned = ({ voice, owner }: KnownVoice) => voice.custom === undefined || owner != null;

function describedBy(voice: EngineVoice, { about }: CustomVoiceOwner): EngineVoice {
  const { language, ...own } = about;
  return { ...voice, ...own, languages: [...new Set([language, ...voice.languages])] };
}

/** Whether an account may choose and use a voice. */
export const mayUse = ({ account_id, removed }: Pick<CatalogVoice, "account_id" | "removed">, accountId: string) =>
  account_id === null || (account_id === accountId && !removed);

export function catalogueOf(engines: readonly CatalogEngine[], known: readonly KnownVoice[]): Catalogue {
  const byProvider = new Map(engines.map((engine) => [engine.provider, engine]));
  const ofEngine = Map.groupBy(known, ({ provider }) => provider);
  const voices = engines.flatMap((engine) =>
    (ofEngine.get(engine.provider) ?? []).filter(isOwned).map(({ voice: listedVoice, listed, owner }) => ({
      ...(owner == null ? listedVoice : describedBy(listedVoice, owner)),
      voice_id: voiceId(engine.provider, listedVoice.id),
      provider: engine.provider,
      engine_voice_id: listedVoice.id,
      model: listedVoice.models[0] ?? engine.models[0]?.id ?? "",
      language: owner?.about.language ?? listedVoice.languages[0] ?? "und",
      available: listed && isThere(engine) && owner?.removed !== true,
      account_id: owner?.account_id ?? null,
      removed: owner?.removed === true,
    })),
  );
  const byId = new Map(voices.map((voice) => [voice.voice_id, voice]));
  return { engines, voices, engine: (provider) => byProvider.get(provider), voice: (id) => byId.get(id) };
}

/** An engine with what it said about itself. */
export interface Described {
  readonly engine: CatalogEngine;
  readonly voices: readonly EngineVoice[];
}

export function described(engine: SpeechEngine, description: EngineDescription): Described {
  const { provider, name, kind, concurrency } = engine;
  const { status, notice, models, voices, limits } = description;
  return {
    engine: {
      provider,
      name,
      kind,
      status,
      notice,
      models,
      limits: { concurrency, requests_per_minute: null, monthly_characters: null, ...limits },
    },
    voices,
  };
}

const isEmbedded = ({ kind }: SpeechEngine) => kind === "embedded";

/** What the embedded engines of a list say about themselves; they answer at once. */
export async function describeEmbedded(engines: readonly SpeechEngine[]): Promise<readonly Described[]> {
  const signal = new AbortController().signal;
  return Promise.all(
    engines.filter(isEmbedded).map(async (engine) => described(engine, await engine.describe(signal))),
  );
}

/** A catalogue of the embedded engines alone, without a database. */
export async function embeddedCatalogue(engines: readonly SpeechEngine[]): Promise<Catalogue> {
  const all = await describeEmbedded(engines);
  return catalogueOf(
    all.map(({ engine }) => engine),
    all.flatMap(({ engine, voices }) => voices.map((voice) => ({ provider: engine.provider, voice, listed: true }))),
  );
}
