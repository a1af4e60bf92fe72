// Checks a generation profile that a client writes against the engines that this installation knows.

import type { GenerationProfileOverride } from "@fullcast/core/document";
import type { EngineModel } from "../engines/engine.ts";
import type { CatalogEngine, Catalogue } from "../engines/registry.ts";

export interface ProfileFault {
  /** Inside the profile: "model", "options.rate". */
  readonly path: string;
  readonly message: string;
}

/**
 * The first fault of a generation profile for a speaker whose voice belongs to the engine `own` (undefined: no voice yet). The
 * voice decides the provider; every name in the profile must be known to that engine. Without a voice and a provider, one
 * engine that knows all of them is enough. Null when the profile has no fault.
 */
export function profileFault(
  catalogue: Catalogue,
  own: string | undefined,
  profile: GenerationProfileOverride,
): ProfileFault | null {
  const { provider, model, options } = profile;
  const { engines } = catalogue;
  if (provider !== undefined && catalogue.engine(provider) === undefined)
    return {
      path: "provider",
      message: `"${provider}" is no engine of this server. Its engines: ${engines.map((one) => one.provider).join(", ")}`,
    };
  if (provider !== undefined && own !== undefined && provider !== own)
    return { path: "provider", message: `the speaker's voice belongs to ${own}, not to ${provider}` };
  const named = provider ?? own;
  const possible = named === undefined ? engines : [catalogue.engine(named)].filter((one) => one !== undefined);
  const models = possible.flatMap((engine) => engine.models.map((one) => ({ engine, model: one })));
  const meant = models.filter((one) => model === undefined || one.model.id === model);
  if (model !== undefined && meant.length === 0)
    return { path: "model", message: `is unknown. Known models: ${models.map((one) => one.model.id).join(", ")}` };
  const faults = meant.map((one) => optionFault(one.engine, one.model, options ?? {}));
  return faults.every((fault) => fault !== null) ? (faults[0] ?? null) : null;
}

function optionFault(
  { provider }: CatalogEngine,
  { options: known = {} }: EngineModel,
  options: NonNullable<GenerationProfileOverride["options"]>,
): ProfileFault | null {
  for (const [name, value] of Object.entries(options)) {
    const path = `options.${name}`;
    const range = Object.hasOwn(known, name) ? known[name] : undefined;
    const names = Object.keys(known);
    const which = names.length === 0 ? `${provider} has no options` : `Options of ${provider}: ${names.join(", ")}`;
    if (range === undefined) return { path, message: `is unknown. ${which}` };
    if (typeof value !== "number" || !(value >= range.min && value <= range.max))
      return { path, message: `must be a number from ${range.min} to ${range.max}` };
  }
  return null;
}
