// Options and commands that a command does not have, found before anything else is checked: commander looks for missing
// options first, so that "--ouput x.mp3" would be answered with "--out is missing" instead of the mistyped name.

import type { Command } from "commander";

/** Ends with commander's own error, which suggests the nearest option, when an option of the arguments is unknown. */
export function refuseUnknownOptions(program: Command, args: readonly string[]): void {
  let command = program;
  let isValue = false;
  for (const arg of args) {
    if (arg === "--") return;
    const subcommand = isValue ? undefined : command.commands.find((one) => one.name() === arg);
    if (subcommand !== undefined) {
      command = subcommand;
      continue;
    }
    if (isGroup(command) && !isValue && arg !== "help" && !arg.startsWith("-")) unknownCommand(command, arg);
    const [name = "", value] = arg.split("=", 2);
    const isOption = !isValue && /^--\w/u.test(arg) && command !== program;
    const option = command.options.find(({ long, short }) => name === long || arg === short);
    if (isOption && option === undefined && name !== "--help") unknownOption(command, name);
    isValue = !isValue && option !== undefined && !option.isBoolean() && value === undefined;
  }
}

/** Whether a command below the program has commands and takes no argument of its own, such as "voices". */
const isGroup = (command: Command) =>
  command.parent !== null && command.commands.length > 0 && command.registeredArguments.length === 0;

/** Without this, "voices lst" would be answered with "too many arguments" instead of the nearest name. */
function unknownCommand(command: Command, name: string): void {
  command.args = [name];
  (command as unknown as { unknownCommand(): void }).unknownCommand();
}

/** Commander has this method and its types do not. */
function unknownOption(command: Command, name: string): void {
  (command as unknown as { unknownOption(flag: string): void }).unknownOption(name);
}
