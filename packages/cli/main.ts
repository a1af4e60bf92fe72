// The fullcast command. It reads arguments, calls the server or the contract's client, and shows the result.
// Always true: results go to stdout, everything else to stderr; the exit code is 0 for done, 1 for failed, 2 for wrong
// usage or a refused start, 130 for interrupted; an error is one clear message, never a stack.

import { Command, CommanderError } from "commander";
import { EXIT_CODES } from "./cli-error.ts";
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
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./commands/serve.ts")).serveCommand(),
  narrate: async () => (await import("./commands/narrate.ts")).narrateCommand(),
  watch: async () => (await import("./commands/watch.ts")).watchCommand(),
  update: async () => (await import("./commands/update.ts")).updateCommand(),
  projects: async () => (await import("./commands/projects.ts")).projectsCommand(),
  script: async () => (await import("./commands/script.ts")).scriptCommand(),
  cast: async () => (await import("./commands/cast.ts")).castCommand(),
  series: async () => (await import("./commands/series.ts")).seriesCommand(),
  guests: async () => (await import("./commands/guests.ts")).guestsCommand(),
  say: async () => (await import("./commands/say.ts")).sayCommand(),
  record: async () => (await import("./commands/record.ts")).recordCommand(),
  export: async () => (await import("./commands/export.ts")).exportCommand(),
  publish: async () => (await import("./commands/publish.ts")).publishCommand(),
  shelf: async () => (await import("./commands/shelf.ts")).shelfCommand(),
  passport: async () => (await import("./commands/passport.ts")).passportCommand(),
  import: async () => (await import("./commands/import.ts")).importCommand(),
  check: async () => (await import("./commands/check.ts")).checkCommand(),
  certify: async () => (await import("./commands/certify.ts")).certifyCommand(),
  structure: async () => (await import("./commands/structure.ts")).structureCommand(),
  keys: async () => (await import("./commands/keys.ts")).keysCommand(),
  voices: async () => (await import("./commands/voices.ts")).voicesCommand(),
  engines: async () => (await import("./commands/engines.ts")).enginesCommand(),
  model: async () => (await import("./commands/model.ts")).modelCommand(),
  backup: async () => (await import("./commands/backup.ts")).backupCommand(),
  restore: async () => (await import("./commands/restore.ts")).restoreCommand(),
  "move-to-postgres": async () => (await import("./commands/move-to-postgres.ts")).moveToPostgresCommand(),
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand(),
};
const isNamed = Object.hasOwn(COMMANDS, process.argv[2] ?? "");
// Loading the modules of all commands takes longer than most commands do.
for (const [name, load] of Object.entries(COMMANDS)) {
  if (!isNamed || name === process.argv[2]) program.addCommand((await load()).copyInheritedSettings(program));
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
