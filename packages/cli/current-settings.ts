import { readSettings, type Settings } from "@fullcast/server/settings";
import { givenPath } from "./paths.ts";

/**
 * The settings of this process. A data directory given by a person is meant from where they stand; the default one lies
 * in the folder the program runs in. Throws SettingsError.
 */
export function currentSettings(dataDir?: string): Settings {
  const given = dataDir ?? process.env.FULLCAST_DATA_DIR?.trim();
  const env =
    given === undefined || given === "" ? process.env : { ...process.env, FULLCAST_DATA_DIR: givenPath(given) };
  return readSettings(env, process.cwd());
}
