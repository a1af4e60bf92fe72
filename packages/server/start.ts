// The front of the package: starts the service. The embedded database opens in its thread while this thread loads the
// rest of the service; each takes about a second.

import { refuseUnfinishedRestore } from "./backup/unfinished-restore.ts";
import type { EmbeddedSource } from "./db/embedded/embedded.ts";
import { openEmbedded } from "./db/embedded/embedded.ts";
import { keepDirectoryPrivate } from "./files/files.ts";
import type { RunningServer, ServerOptions } from "./main.ts";
import { refuseSettings } from "./refuse-settings.ts";
import type { Settings } from "./settings.ts";

export { StartError } from "./db/start-error.ts";
export { createLog, type Log, type LogLevel } from "./log.ts";
export type { RunningServer, ServerOptions } from "./main.ts";
export { readSettings, SETTINGS_HELP, type Settings, SettingsError } from "./settings.ts";
export { VERSION } from "./version.ts";

/** @throws StartError with a message for the person who starts it; nothing is left open then. */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  await refuseSettings(settings);
  refuseUnfinishedRestore(settings.dataDir);
  keepDirectoryPrivate(settings.dataDir, options.log);
  const fatal = Promise.withResolvers<Error>();
  const embedded = settings.databaseUrl === null ? openAhead(settings.dataDir, options, fatal) : null;
  try {
    // A refused lock has failed by now. It is reported before the rest of the service is loaded.
    await Promise.race([embedded, null]);
    const { startService } = await import("./main.ts");
    return await startService(settings, options, embedded, fatal);
  } catch (error) {
    await (await embedded?.catch(() => undefined))?.close();
    throw error;
  }
}

function openAhead(
  dataDir: string,
  { log }: ServerOptions,
  fatal: PromiseWithResolvers<Error>,
): Promise<EmbeddedSource> {
  const embedded = openEmbedded(dataDir, (error) => {
    log.error("The database has stopped", { error });
    fatal.resolve(error);
  });
  // startService awaits the same promise and reports its failure.
  embedded.catch(() => undefined);
  return embedded;
}
