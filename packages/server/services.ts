// What a room may ask for. Every verb takes an object that names only what it uses: `Pick<Services, "db" | "clock">`.
// main.ts builds the one full object; tests build it from the same parts in a temporary folder.

import type { Database } from "./db/db.ts";
import type { KeptEngines } from "./engines/registry.ts";
import type { EngineScheduler } from "./engines/scheduler/scheduler.ts";
import type { Files } from "./files/files.ts";
import type { UrlSigner } from "./http/http.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { LanguageModel } from "./language-model/language-model.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Log } from "./log.ts";
import type { Settings } from "./settings.ts";

export interface Services {
  readonly db: Database;
  readonly files: Files;
  readonly engines: KeptEngines;
  /** Turns at engines that are not embedded. */
  readonly scheduler: EngineScheduler;
  /** Null if the installation has none. */
  readonly languageModel: LanguageModel | null;
  readonly jobs: Jobs;
  readonly signer: UrlSigner;
  readonly ledger: Ledger;
  readonly log: Log;
  readonly settings: Settings;
  /** Processors that may be used. */
  readonly cores: number;
  /** Now. The only clock of the service. */
  readonly clock: () => Date;
  /** A fresh random UUID (version 4). */
  readonly newId: () => string;
  /** Where clients reach this server, e.g. "http://127.0.0.1:7411"; signed URLs begin with it. */
  readonly publicUrl: () => string;
}
