// What all commands on stories share: a server, and one option.

import type { Command } from "commander";
import { type Connection, connect } from "../connection/connect.ts";
import { currentSettings } from "../current-settings.ts";

export interface StoryOptions {
  readonly dataDir?: string;
}

/** Adds the option that every command on stories has. */
export const withDataDir = (command: Command): Command =>
  command.option("--data-dir <folder>", "folder that holds everything (FULLCAST_DATA_DIR, else ./data)");

/** Runs work on the running server, or on one that is started for it. */
export async function withConnection<T>(
  options: StoryOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await using connection = await connect(currentSettings(options.dataDir));
  return await work(connection);
}
