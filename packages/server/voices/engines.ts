// The engines of the installation, as the API returns them.

import { ApiError, type Engine } from "@fullcast/contract";
import { type Prices, priceOf } from "@fullcast/core/ledger";
import type { EngineTimes } from "../engines/catalogue-store.ts";
import type { EngineModel } from "../engines/engine.ts";
import type { CatalogEngine } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { refreshInBackground } from "./refresh.ts";

export async function listEngines(
  services: Pick<Services, "engines" | "log" | "settings">,
): Promise<{ engines: Engine[] }> {
  refreshInBackground(services);
  const [{ engines }, times] = await Promise.all([services.engines.catalogue(), services.engines.times()]);
  return { engines: engines.map((engine) => toWireEngine(services, engine, times.get(engine.provider))) };
}

const UNKNOWN = { word_timings: false, seed: false, controls: [], max_characters: 0, languages: [] };

function toWireEngine(
  { settings }: Pick<Services, "settings">,
  engine: CatalogEngine,
  times: EngineTimes | undefined,
): Engine {
  const { provider, name, kind, status, notice, models, limits } = engine;
  const [first] = models;
  const languages = [...new Set(models.flatMap((model) => model.languages))];
  return {
    provider,
    name,
    kind,
    models: models.map((model) => model.id),
    status,
    notice,
    // Of the model that speaks unless a profile names another one; the languages are those of all models.
    capabilities:
      first === undefined
        ? UNKNOWN
        : {
            word_timings: first.word_timings,
            seed: first.seed,
            controls: [...first.controls],
            max_characters: first.max_characters,
            languages,
          },
    model_details: models.map((model) => ({
      model: model.id,
      languages: [...model.languages],
      max_characters: model.max_characters,
      controls: [...model.controls],
      word_timings: model.word_timings,
      seed: model.seed,
      snowcoins_per_1000: priceIn(settings.prices, provider, model),
    })),
    limits: wireLimits(limits),
    last_seen_at: times?.last_seen_at?.toISOString() ?? null,
    checked_at: times?.checked_at?.toISOString() ?? null,
  };
}

function wireLimits({ custom_voices, ...limits }: CatalogEngine["limits"]): Engine["limits"] {
  if (custom_voices == null) return limits;
  const { kinds, references } = custom_voices;
  return { ...limits, custom_voices: { kinds: [...kinds], references: { ...references } } };
}

/** What the installation charges; its own price wins over the one that the engine states. */
function priceIn(prices: Prices, provider: string, { snowcoins_per_1000: stated }: EngineModel): number {
  return Object.hasOwn(prices, provider) ? priceOf(prices, provider) : (stated ?? 0);
}

/** Removes the voices of an engine that the installation no longer has. */
export async function forgetEngine(
  { engines }: Pick<Services, "engines">,
  provider: string,
): Promise<{ provider: string; voices_removed: number }> {
  const outcome = await engines.forget(provider);
  if (outcome === null) throw new ApiError("NOT_FOUND", { resource: "engine" });
  if (outcome === "served") throw new ApiError("ENGINE_IN_USE", { provider });
  return { provider, voices_removed: outcome.voices };
}
