// Checks a generation profile that a client writes against the engines of this server.

import type { GenerationProfileOverride } from "@fullcast/core/document";
import type { Cast } from "../documents/documents.ts";
import type { SpeechEngine } from "../engines/engine.ts";
import type { Services } from "../services.ts";

export interface ProfileFault {
  /** Inside the profile: "model", "options.rate". */
  readonly path: string;
  readonly message: string;
}

/**
 * The first fault of a generation profile for a speaker with this cast (undefined: no voice yet). The voice decides the
 * provider; every name in the profile must be known to that engine. Without a cast and a provider, one engine that knows
 * all of them is enough. Null when the profile has no fault.
 */
export function profileFault(
  { engines }: Pick<Services, "engines">,
  cast: Pick<Cast, "voice"> | undefined,
  profile: GenerationProfileOverride,
): ProfileFault | null {
  const { provider, model, options } = profile;
  if (provider !== undefined && engines.byProvider(provider) === undefined)
    return {
      path: "provider",
      message: `"${provider}" is no engine of this server. Its engines: ${namesOf(engines.list())}`,
    };
  if (provider !== undefined && cast !== undefined && provider !== cast.voice.provider)
    return { path: "provider", message: `the speaker's voice belongs to ${cast.voice.provider}, not to ${provider}` };
  const named = provider ?? cast?.voice.provider;
  const possible =
    named === undefined ? engines.list() : [engines.byProvider(named)].filter((one) => one !== undefined);
  if (model !== undefined && !possible.some((engine) => engine.models.includes(model)))
    return {
      path: "model",
      message: `is unknown. Known models: ${possible.flatMap(({ models }) => models).join(", ")}`,
    };
  const faults = possible.map((engine) => optionFault(engine, options ?? {}));
  return faults.every((fault) => fault !== null) ? (faults[0] ?? null) : null;
}

function optionFault(
  engine: SpeechEngine,
  options: NonNullable<GenerationProfileOverride["options"]>,
): ProfileFault | null {
  const known = engine.profileOptions ?? {};
  for (const [name, value] of Object.entries(options)) {
    const path = `options.${name}`;
    const range = Object.hasOwn(known, name) ? known[name] : undefined;
    if (range === undefined) return { path, message: `is unknown. ${optionsOf(engine)}` };
    if (typeof value !== "number" || !(value >= range.min && value <= range.max))
      return { path, message: `must be a number from ${range.min} to ${range.max}` };
  }
  return null;
}

const namesOf = (engines: readonly SpeechEngine[]): string => engines.map(({ provider }) => provider).join(", ");

function optionsOf({ provider, profileOptions = {} }: SpeechEngine): string {
  const names = Object.keys(profileOptions);
  return names.length === 0 ? `${provider} has no options` : `Options of ${provider}: ${names.join(", ")}`;
}
