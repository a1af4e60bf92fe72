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
 * What is wrong with a generation profile for somebody who is cast like this (undefined: not cast). The voice decides
 * the provider; what the profile names must be known to that engine. Null when nothing is.
 */
export function profileFault(
  { engines }: Pick<Services, "engines">,
  cast: Pick<Cast, "voice"> | undefined,
  profile: GenerationProfileOverride,
): ProfileFault | null {
  const { provider, model, options } = profile;
  if (provider !== undefined && engines.byProvider(provider) === undefined)
    return { path: "provider", message: "no engine of this server has this name" };
  if (provider !== undefined && cast !== undefined && provider !== cast.voice.provider)
    return { path: "provider", message: `the speaker's voice is one of ${cast.voice.provider}` };
  const named = provider ?? cast?.voice.provider;
  const possible =
    named === undefined ? engines.list() : [engines.byProvider(named)].filter((one) => one !== undefined);
  if (model !== undefined && !possible.some((engine) => engine.models.includes(model)))
    return { path: "model", message: named === undefined ? "no engine has this model" : `${named} has no such model` };
  const faults = possible.map((engine) => optionFault(engine, options ?? {}));
  return faults.every((fault) => fault !== null) ? (faults[0] ?? null) : null;
}

function optionFault(
  engine: SpeechEngine,
  options: NonNullable<GenerationProfileOverride["options"]>,
): ProfileFault | null {
  for (const [name, value] of Object.entries(options)) {
    const path = `options.${name}`;
    const range =
      engine.profileOptions !== undefined && Object.hasOwn(engine.profileOptions, name)
        ? engine.profileOptions[name]
        : undefined;
    if (range === undefined) return { path, message: `${engine.provider} has no such option` };
    if (typeof value !== "number" || !(value >= range.min && value <= range.max))
      return { path, message: `must be a number from ${range.min} to ${range.max}` };
  }
  return null;
}
