import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS_HELP } from "@fullcast/server/settings";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { CLOSE_WITHIN_MS, closeWithin } from "../connection/close-within.ts";
import { untilInterrupted, whenAborted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { studioLink } from "../terminal/studio-link.ts";

export function serveCommand(): Command {
  const settings = Object.entries(SETTINGS_HELP).map(([name, help]) => `  ${name.padEnd(31)} ${help}`);
  return new Command("serve")
    .description("Run the service: API, worker and storage in one process, until Ctrl-C.")
    .option("--data-dir <folder>", "folder that holds everything (FULLCAST_DATA_DIR, else ./data)")
    .addHelpText(
      "after",
      `
Settings, all optional, as environment variables (default in brackets):
${settings.join("\n")}

Examples:
  fullcast serve
  FULLCAST_PORT=8080 FULLCAST_DATA_DIR=/srv/fullcast fullcast serve`,
    )
    .action((options: { dataDir?: string }) => serve(options.dataDir));
}

async function serve(dataDir: string | undefined): Promise<void> {
  // This process writes no file that a person asked for, so everything it creates is private, whichever library does it.
  process.umask(0o077);
  const settings = currentSettings(dataDir);
  const { createLog, startServer } = await import("@fullcast/server");
  using interruption = untilInterrupted();
  const server = await startServer(settings, {
    log: createLog(settings.logLevel, process.stderr),
    isStudioBuilt: true,
  });
  if (server.url === null)
    console.log(
      `Fullcast is working; its health is at ${server.healthUrl}/v1/ready (no API here: FULLCAST_ROLES names the worker only).`,
    );
  else console.log(`Fullcast is listening on ${server.url}`);
  const keyFile = join(settings.dataDir, "owner-key");
  if (server.generatedKey !== null) {
    console.log(
      `Your API key, kept in ${keyFile}: ${server.generatedKey}\n` +
        `Sign in with it, e.g.: curl -H "Authorization: Bearer <key>" ${server.url ?? "http://…"}/v1/me`,
    );
  }
  const isKept = settings.ownerKey === null && existsSync(keyFile);
  if (server.generatedKey === null && isKept) console.log(`Your API key is in ${keyFile}`);
  if (server.url !== null) {
    const kept = isKept ? readFileSync(keyFile, "utf8").trim() : null;
    const keptKey = kept !== null && (await server.accepts(kept)) ? kept : null;
    const { url, generatedKey } = server;
    const isKeyGiven = settings.ownerKey !== null;
    console.log(studioLink({ url, generatedKey, keptKey, isKeyGiven, isTerminal: process.stdout.isTTY === true }));
  }
  const ended = await Promise.race([server.fatal, whenAborted(interruption.signal)]);
  await closeWithin(CLOSE_WITHIN_MS, server.close());
  if (ended instanceof Error) throw new CliError("failed", `The service had to stop: ${ended.message}`);
}
