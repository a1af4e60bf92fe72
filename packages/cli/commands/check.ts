// `fullcast check`: what a listener would hear as a fault of the manuscript, before any audio is made.

import { basename } from "node:path";
import { checkManuscript, FINDING_KINDS, type Finding, lineCounter } from "@fullcast/core/manuscript";
import { Command } from "commander";
import { givenPath } from "../paths.ts";
import { describeFindings } from "../story/manuscript-findings.ts";
import { readStory } from "../story/story-file.ts";

interface Options {
  readonly json?: true;
  readonly all?: true;
}

export function checkCommand(): Command {
  return new Command("check")
    .description("Check a manuscript before it becomes audio; nothing is changed or stored.")
    .argument("<story>", 'text, Markdown, HTML, EPUB or DOCX file, or "-" for standard input')
    .option("--all", "show every place, not only the first ones of each kind")
    .option("--json", "print every place as JSON")
    .addHelpText(
      "after",
      `
Finds ${FINDING_KINDS.map((kind) => kind.replaceAll("_", " ")).join(", ")}. Each place has its chapter, its line, the words
around it and, where there is one, a proposed mend. Mend the manuscript in the program where you write it, then check it again.

With --json: { title, language, chapters: [{ title }], findings: [{ kind, chapter, line, start_utf16, end_utf16, words, mend }] }.
chapter counts from 0, line from 1; offsets count UTF-16 units of the chapter's text; mend is the text that would stand there,
"" removes it, null leaves the decision to you.

Examples:
  fullcast check book.epub
  fullcast check draft.docx --all
  fullcast check draft.md --json > findings.json`,
    )
    .action(async (path: string, { json, all }: Options) => {
      const story = await readStory(path === "-" ? path : givenPath(path));
      const { chapters, language } = story;
      const findings = checkManuscript(chapters, { language });
      const name = path === "-" ? "Standard input" : basename(path);
      process.stdout.write(
        json === true
          ? `${JSON.stringify(reportOf(story, findings), null, 2)}\n`
          : `${describeFindings(name, chapters, findings, all === true)}\n`,
      );
    });
}

function reportOf({ title, language, chapters }: Awaited<ReturnType<typeof readStory>>, findings: readonly Finding[]) {
  const lineAt = chapters.map(({ text }) => lineCounter(text));
  return {
    title,
    language,
    chapters: chapters.map((chapter) => ({ title: chapter.title })),
    findings: findings.map(({ kind, chapter, start_utf16, end_utf16, mend }) => {
      const text = chapters[chapter]?.text ?? "";
      const line = lineAt[chapter]?.(start_utf16) ?? 1;
      return { kind, chapter, line, start_utf16, end_utf16, words: text.slice(start_utf16, end_utf16), mend };
    }),
  };
}
