import { readSettings, type Settings } from "@fullcast/server/settings";
import { givenPath } from "./paths.ts";

/**
 * The settings of this process. A given data directory is relative to the caller's folder; the default one is in the folder
 * that the program runs in. Throws SettingsError.
 */
export function currentSettings(dataDir?: string): Settings {
  const given = dataDir ?? process.env.FULLCAST_DATA_DIR?.trim();
  const env =
    given === undefined || given === "" ? process.env : { ...process.env, FULLCAST_DATA_DIR: givenPath(given) };
  return readSettings(env, process.cwd());
}
