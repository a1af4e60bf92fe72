// "fullcast move-to-postgres": copies the embedded database to a server.

import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { currentSettings } from "../current-settings.ts";
import { withDataDir } from "../stories/with-connection.ts";
import { whole } from "../terminal/amounts.ts";

export function moveToPostgresCommand(): Command {
  return withDataDir(
    new Command("move-to-postgres").description("Copy the embedded database into an empty PostgreSQL database."),
  )
    .argument("<url>", "postgres://user:password@host/database, of PostgreSQL 15 or newer")
    .addHelpText(
      "after",
      `
Stop the service first. The data folder is not changed: its audio files are used further, and its embedded database stays for
going back. Afterwards start the service with FULLCAST_DATABASE_URL.

Examples:
  fullcast move-to-postgres postgres://fullcast:secret@db.example/fullcast
  FULLCAST_DATABASE_URL=postgres://fullcast:secret@db.example/fullcast fullcast serve`,
    )
    .action(run);
}

async function run(url: string, options: { readonly dataDir?: string }): Promise<void> {
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw new CliError("usage", "The address must begin with postgres://.");
  const { dataDir } = currentSettings(options.dataDir);
  const { createLog } = await import("@fullcast/server");
  const { moveToPostgres } = await import("@fullcast/server/backup");
  const { rows } = await moveToPostgres({ dataDir, url, log: createLog("error", process.stderr) });
  console.log(
    `${whole(rows)} rows are in the PostgreSQL database. Start the service with FULLCAST_DATABASE_URL set to its address, and with the same data folder ${dataDir}.`,
  );
}
