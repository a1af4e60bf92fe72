// "fullcast import": makes a project of a bundle.

import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { LIMITS } from "@fullcast/contract/client";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { givenPath } from "../paths.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";

export function importCommand(): Command {
  return withDataDir(new Command("import").description('Make a project of a bundle that "fullcast export" wrote.'))
    .argument("<bundle>", "a .fullcast file")
    .addHelpText(
      "after",
      `
The project has the same scripts, cast, lexicon, levels, sounds and takes; no line needs to be spoken again.
Books and plain texts are not bundles: use "fullcast narrate" for them.

Examples:
  fullcast import lighthouse.fullcast`,
    )
    .action(run);
}

async function run(given: string, options: StoryOptions): Promise<void> {
  const path = givenPath(given);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) throw new CliError("usage", `There is no file ${path}.`);
  if (found.size > LIMITS.bundle_bytes) {
    const most = LIMITS.bundle_bytes / 1024 ** 3;
    throw new CliError("usage", `${path} is larger than ${most} GiB, the most that a bundle may have.`);
  }
  const bytes = await openAsBlob(path);
  using interruption = untilInterrupted();
  await withConnection(options, async ({ client }) => {
    const { project, sections, take_count, withheld_take_count } = await client.call("importBundle", {
      headers: { "idempotency-key": randomUUID() },
      upload: { contentType: "application/octet-stream", bytes },
      signal: interruption.signal,
    });
    const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;
    console.error(`Imported with ${count(sections.length, "section")} and ${count(take_count, "take")}.`);
    if (withheld_take_count > 0)
      console.error(`${count(withheld_take_count, "take")} left out: the consent of the person was withdrawn.`);
    console.log(`${project.id}  ${project.name ?? sections[0]?.title ?? ""}`);
  });
}
