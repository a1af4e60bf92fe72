// The fullcast command: thin. It reads arguments, calls the server or the contract's client, and shows what came.
// What always holds: results go to stdout, everything else to stderr; exit code 0 done, 1 failed, 2 wrong usage or a
// refused start, 130 interrupted; an error is one clear message, never a stack.

import { Command, CommanderError } from "commander";
import { EXIT_CODES } from "./cli-error.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { keysCommand } from "./commands/keys.ts";
import { narrateCommand } from "./commands/narrate.ts";
import { serveCommand } from "./commands/serve.ts";
import { structureCommand } from "./commands/structure.ts";
import { voicesCommand } from "./commands/voices.ts";
import { failureOf } from "./failure.ts";
import manifest from "./package.json" with { type: "json" };

// A reader that stops early ("fullcast structure … | head") is no fault.
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
  fullcast structure story.txt                  who says what, as JSON

Settings are FULLCAST_* environment variables; "fullcast serve --help" lists them.`,
  );
for (const command of [serveCommand, narrateCommand, structureCommand, keysCommand, voicesCommand, doctorCommand]) {
  program.addCommand(command().copyInheritedSettings(program));
}
for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
  command.exitOverride();
}

try {
  // For "nope --help" commander would show the help of all commands, as if there were such a command: it gets the name only.
  const [node = "", file = "", named = ""] = process.argv;
  const isUnknown = /^\w/.test(named) && !["help", ...program.commands.map((one) => one.name())].includes(named);
  await program.parseAsync(isUnknown ? [node, file, named] : process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said it already: help and version end with 0, everything else is wrong usage.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  } else {
    const failure = failureOf(error);
    if (failure.message !== "") console.error(`fullcast: ${failure.message}`);
    process.exitCode = EXIT_CODES[failure.kind];
  }
}
// Whatever a library left open must not keep a finished command alive; what was printed goes out first.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write("", done))));
process.exit();
