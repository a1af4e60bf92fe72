import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { StructureResult } from "@fullcast/core/structure";
import { Command } from "commander";
import { givenPath } from "../paths.ts";
import { readStory } from "../story/story-file.ts";

export function structureCommand(): Command {
  return new Command("structure")
    .description("Tell who says what in a story, as JSON on stdout; nothing is stored.")
    .argument("<story>", 'text, Markdown, HTML, EPUB or DOCX file, or "-" for standard input')
    .option(
      "--html <file>",
      "write a page to study: who says what, how sure, by what evidence; then no JSON is printed",
    )
    .addHelpText(
      "after",
      `
Prints { blocks: [{ kind, start_utf16, end_utf16, speaker, confidence }], characters: [{ name, aliases, gender, age,
quotes }] }. Offsets count UTF-16 units of the decoded text; the blocks cover it without gaps.

Examples:
  fullcast structure story.txt > story.json
  npm run --silent structure -- story.txt
  fullcast structure story.txt --html report.html
  cat story.txt | fullcast structure -

The page of --html is one file that loads nothing: the text coloured by speaker; point at a line, or move to it with the
Tab key, for its confidence, its method and up to three candidates. Unsure lines are dashed, what is not read is struck
through.`,
    )
    .action(async (path: string, { html }: { html?: string }) => {
      const story = await readStory(path === "-" ? path : givenPath(path));
      // Loaded only here: the other commands start quicker without it.
      const { structureText } = await import("@fullcast/core/structure");
      const structured = structureText(story.text);
      if (html === undefined) {
        process.stdout.write(`${JSON.stringify(structureReport(structured), null, 2)}\n`);
        return;
      }
      const { structureHtml } = await import("../story/structure-html.ts");
      const title = path === "-" ? "Standard input" : basename(path);
      await writeFile(givenPath(html), structureHtml(title, story.text, structured));
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
