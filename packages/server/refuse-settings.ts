// Settings that are well formed but that this version cannot follow. They stop the start before anything is written.

import { StartError } from "./db/start-error.ts";
import { readEnginesFile } from "./engines/brought/brought-engines.ts";
import type { Settings } from "./settings.ts";

/** @throws StartError SettingNotAvailable */
export async function refuseSettings(settings: Settings): Promise<void> {
  const { entries } = readEnginesFile(settings);
  if (Object.keys(settings.prices).length > 0) {
    await refuseUnknownPrices(
      settings.prices,
      entries.map(({ provider }) => provider),
    );
  }
}

/** A price for an unknown engine would never charge anything, and the mistake would stay hidden. */
async function refuseUnknownPrices(prices: Settings["prices"], brought: readonly string[]): Promise<void> {
  const { createEngines } = await import("./engines/registry.ts");
  await using engines = createEngines();
  const known = [...engines.list().map((engine) => engine.provider), ...brought];
  for (const provider of Object.keys(prices)) {
    if (known.includes(provider)) continue;
    throw new StartError(
      "SettingNotAvailable",
      `FULLCAST_PRICES: there is no engine "${provider}". The engines of this server: ${known.join(", ")}. Sound effects cost nothing.`,
    );
  }
}
