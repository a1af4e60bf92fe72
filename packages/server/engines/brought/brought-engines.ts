// The engines that people bring, from the entries of their file. A new type does not compile until it stands here.

import { createCommandEngine } from "../command/command.ts";
import { createElevenLabsEngine } from "../elevenlabs/elevenlabs.ts";
import type { SpeechEngine } from "../engine.ts";
import { createInstalledFlite } from "../flite/installed.ts";
import { createKokoroEngine } from "../kokoro/kokoro.ts";
import { createOpenAiEngine } from "../openai-compatible/openai-compatible.ts";
import { createPiperEngine } from "../piper/piper.ts";
import type { EngineEntry } from "./engines-file.ts";
import { keyOf } from "./key.ts";

export { type EngineEntry, readEnginesFile } from "./engines-file.ts";

export function broughtEngines(
  entries: readonly EngineEntry[],
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): readonly SpeechEngine[] {
  const engineOf = (entry: EngineEntry): SpeechEngine => {
    switch (entry.type) {
      case "openai-compatible":
        return createOpenAiEngine(entry, keyOf(entry, env));
      case "elevenlabs":
        return createElevenLabsEngine(entry, keyOf(entry, env));
      case "piper":
        return createPiperEngine(entry, dataDir);
      case "kokoro":
        return createKokoroEngine(entry, dataDir);
      case "flite":
        return createInstalledFlite(entry, dataDir);
      case "command":
        return createCommandEngine(entry);
    }
  };
  return entries.map(engineOf);
}

/** Snowcoins for 1,000 characters as the entries state them. */
export function pricesOf(entries: readonly EngineEntry[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    entries.flatMap((entry) =>
      entry.snowcoins_per_1000 === undefined ? [] : [[entry.provider, entry.snowcoins_per_1000]],
    ),
  );
}
