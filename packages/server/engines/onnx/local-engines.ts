// What the commands "engines add" and "voices install" do in a data directory. No server takes part.

import type { Settings } from "../../settings.ts";
import { readEnginesFile } from "../brought/engines-file.ts";
import { enginesFile, enter } from "../brought/presets.ts";
import { checkRuntime } from "./models.ts";
import { hasRuntime, installRuntime, RuntimeError } from "./runtime.ts";
import type { VoiceType } from "./voice-files.ts";

export { addService, enteredEngines, PRESETS, type PresetName } from "../brought/presets.ts";
export {
  bytesLeft,
  installedVoices,
  installVoice,
  PUBLIC_CATALOGUES,
  planInstallation,
  readOffers,
  removeVoice,
} from "../install/install-voice.ts";
export { CatalogueError } from "../install/offers.ts";
export { SourceError } from "../install/voice-source.ts";
export type { VoiceType } from "./voice-files.ts";

export type Added =
  | { readonly version: string; readonly file: string; readonly entered: boolean }
  | { readonly fault: string };

/** What still has to be done before an engine of this type speaks. @throws SettingsError for a faulty engines file */
export function readinessOf(
  settings: Pick<Settings, "dataDir" | "enginesFile">,
  type: VoiceType,
): "ready" | "not entered" | "no runtime" {
  if (!readEnginesFile(settings).entries.some((entry) => entry.type === type)) return "not entered";
  return type === "flite" || hasRuntime(settings.dataDir) ? "ready" : "no runtime";
}

/** Enters the engine of Flite's installed voices, which needs nothing else. @returns the engines file; null if it stood there */
export async function addInstalledFlite(settings: Pick<Settings, "dataDir" | "enginesFile">): Promise<string | null> {
  if (readinessOf(settings, "flite") === "ready") return null;
  return await enter(settings, { provider: "flite-voices", type: "flite" });
}

/**
 * Installs onnxruntime unless it is there, tries it in a process of its own, and enters the engine in the engines file.
 * @param from a folder with npm's archives; null: npm fetches them
 * @param installing called before onnxruntime is installed, which takes its time
 * @throws SettingsError for a faulty engines file
 */
export async function addNeuralEngine(
  settings: Pick<Settings, "dataDir" | "enginesFile">,
  type: Exclude<VoiceType, "flite">,
  from: string | null,
  installing: () => void = () => {},
): Promise<Added> {
  // A faulty file stops here, before the download.
  const { entries: known } = readEnginesFile(settings);
  try {
    if (!hasRuntime(settings.dataDir)) {
      installing();
      await installRuntime(settings.dataDir, from);
    }
  } catch (error) {
    if (error instanceof RuntimeError) return { fault: error.message };
    throw error;
  }
  const check = await checkRuntime(settings.dataDir);
  if ("fault" in check) return check;
  const file = enginesFile(settings);
  if (known.some((entry) => entry.type === type)) return { version: check.version, file, entered: false };
  if (known.some((entry) => entry.provider === type)) {
    return {
      fault: `Another engine in ${file} has the name ${type}. Add { "provider": "NAME", "type": "${type}" } yourself.`,
    };
  }
  return { version: check.version, file: await enter(settings, { provider: type, type }), entered: true };
}
