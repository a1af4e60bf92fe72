// `fullcast structure`: who says what in a story, as JSON, as a page to study, or the text that the offsets point into.

import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { StructureResult } from "@fullcast/core/structure";
import { Command } from "commander";
import { givenPath } from "../paths.ts";
import { readStory } from "../story/story-file.ts";

export function structureCommand(): Command {
  return new Command("structure")
    .description("Print who says what in a story, as JSON; nothing is stored.")
    .argument("<story>", 'text, Markdown, HTML, EPUB or DOCX file, or "-" for standard input')
    .option(
      "--html <file>",
      "write a page to study: who says what, how sure, by what evidence; then no JSON is printed",
    )
    .option("--text", "print the text that the offsets point into, instead of the JSON")
    .addHelpText(
      "after",
      `
Prints { blocks: [{ kind, start_utf16, end_utf16, speaker, confidence }], characters: [{ name, aliases, gender, age,
quotes }], sections: [{ title, start_utf16, end_utf16 }] }. Offsets count UTF-16 units of the text that --text prints; the
blocks cover it without gaps. The sections are those that narrate makes: a book has one for each chapter, and people of
earlier chapters are known in later ones.

Examples:
  fullcast structure story.txt > story.json
  npm run --silent structure -- story.txt
  fullcast structure book.epub --text > book.txt
  fullcast structure story.txt --html report.html
  cat story.txt | fullcast structure -

The page of --html is one file that loads nothing: the text coloured by speaker; point at a line, or move to it with the
Tab key, for its confidence, its method and up to three candidates. Unsure lines are dashed, what is not read is struck
through.`,
    )
    .action(async (path: string, { html, text: isText }: { html?: string; text?: boolean }) => {
      const story = await readStory(path === "-" ? path : givenPath(path));
      // Loaded only here: the other commands start faster without it.
      const { structureSections } = await import("../story/structure-sections.ts");
      const { planStory } = await import("../narrate/story-plan.ts");
      const { sections } = planStory(story, { perChapter: false, maxLines: null });
      const { structured, text, sections: places } = structureSections(sections, story.isBook ? "\n\n" : "");
      if (isText) process.stdout.write(text);
      else if (html === undefined) {
        process.stdout.write(`${JSON.stringify({ ...structureReport(structured), sections: places }, null, 2)}\n`);
      }
      if (html === undefined) return;
      const { structureHtml } = await import("../story/structure-html.ts");
      const title = path === "-" ? "Standard input" : basename(path);
      await writeFile(givenPath(html), structureHtml(title, text, structured));
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
