// The fullcast command. It reads arguments, calls the server or the contract's client, and shows the result.
// Always true: results go to stdout, everything else to stderr; the exit code is 0 for done, 1 for failed, 2 for wrong
// usage or a refused start, 130 for interrupted; an error is one clear message, never a stack.

import { Command, CommanderError } from "commander";
import { EXIT_CODES } from "./cli-error.ts";
import { backupCommand } from "./commands/backup.ts";
import { castCommand } from "./commands/cast.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { enginesCommand } from "./commands/engines.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { keysCommand } from "./commands/keys.ts";
import { modelCommand } from "./commands/model.ts";
import { moveToPostgresCommand } from "./commands/move-to-postgres.ts";
import { narrateCommand } from "./commands/narrate.ts";
import { projectsCommand } from "./commands/projects.ts";
import { recordCommand } from "./commands/record.ts";
import { restoreCommand } from "./commands/restore.ts";
import { sayCommand } from "./commands/say.ts";
import { scriptCommand } from "./commands/script.ts";
import { serveCommand } from "./commands/serve.ts";
import { structureCommand } from "./commands/structure.ts";
import { updateCommand } from "./commands/update.ts";
import { voicesCommand } from "./commands/voices.ts";
import { failureOf } from "./failure.ts";
import manifest from "./package.json" with { type: "json" };
import { refuseUnknownOptions } from "./unknown-options.ts";

// A reader that stops early ("fullcast structure … | head") is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

const program = new Command("fullcast")
  .description("Turns story text into fully cast, multi-voice audio.")
  .version(manifest.version)
  .showHelpAfterError("(--help shows what can be given)")
  .addHelpText(
    "after",
    `
Examples:
  fullcast narrate story.txt --out story.m4b    one audio file from one story, no server needed
  fullcast serve                                the service on http://127.0.0.1:7411
  fullcast script "The Lighthouse" > script.txt the script of a story, to edit and --set again
  fullcast structure story.txt                  who says what, as JSON

Settings are FULLCAST_* environment variables; "fullcast serve --help" lists them.`,
  );
const COMMANDS = [
  serveCommand,
  narrateCommand,
  updateCommand,
  projectsCommand,
  scriptCommand,
  castCommand,
  sayCommand,
  recordCommand,
  exportCommand,
  importCommand,
  structureCommand,
  keysCommand,
  voicesCommand,
  enginesCommand,
  modelCommand,
  backupCommand,
  restoreCommand,
  moveToPostgresCommand,
  doctorCommand,
];
for (const command of COMMANDS) {
  program.addCommand(command().copyInheritedSettings(program));
}
for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
  command.exitOverride();
}

try {
  // For "nope --help" commander would show the general help without an error, so it gets the name only.
  const [node = "", file = "", named = ""] = process.argv;
  const isUnknown = /^\w/.test(named) && !["help", ...program.commands.map((one) => one.name())].includes(named);
  if (!isUnknown) refuseUnknownOptions(program, process.argv.slice(2));
  await program.parseAsync(isUnknown ? [node, file, named] : process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed the message: help and version end with 0, everything else is wrong usage.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  } else {
    const failure = failureOf(error);
    if (failure.message !== "") console.error(`fullcast: ${failure.message}`);
    process.exitCode = EXIT_CODES[failure.kind];
  }
}
// Handles that a library left open must not keep a finished command alive. Printed text is flushed first.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write("", done))));
process.exit();
