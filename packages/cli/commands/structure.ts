import type { StructureResult } from "@fullcast/core/structure";
import { Command } from "commander";
import { givenPath } from "../paths.ts";
import { readStory } from "../story/story-file.ts";

export function structureCommand(): Command {
  return new Command("structure")
    .description("Tell who says what in a story, as JSON on stdout; nothing is stored.")
    .argument("<story>", 'text file, or "-" for standard input')
    .addHelpText(
      "after",
      `
Prints { blocks: [{ kind, start_utf16, end_utf16, speaker, confidence }], characters: [{ name, aliases, gender, age,
quotes }] }. Offsets count UTF-16 units of the decoded text; the blocks cover it without gaps.

Examples:
  fullcast structure story.txt > story.json
  npm run --silent structure -- story.txt
  cat story.txt | fullcast structure -`,
    )
    .action(async (path: string) => {
      const story = await readStory(path === "-" ? path : givenPath(path));
      // Loaded only here: the other commands start quicker without it.
      const { structureText } = await import("@fullcast/core/structure");
      process.stdout.write(`${JSON.stringify(structureReport(structureText(story.text)), null, 2)}\n`);
    });
}

/** The published shape: speakers by name. */
export function structureReport({ blocks, characters }: StructureResult) {
  return {
    blocks: blocks.map(({ kind, start_utf16, end_utf16, speaker, confidence }) => ({
      kind,
      start_utf16,
      end_utf16,
      speaker: speaker === null ? null : (characters[speaker]?.name ?? null),
      confidence,
    })),
    characters: characters.map(({ name, aliases, gender, age, quotes }) => ({ name, aliases, gender, age, quotes })),
  };
}
