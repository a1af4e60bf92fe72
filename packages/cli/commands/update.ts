// "fullcast update": brings a new edition of a book into its story.

import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { type EditionUpdate, LIMITS } from "@fullcast/contract/client";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { hasCode } from "../connection/client.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { openBook } from "../stories/book-upload.ts";
import { findProject } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { counted } from "../terminal/amounts.ts";
import { printable, textTable } from "../terminal/text-table.ts";

interface UpdateOptions extends StoryOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function updateCommand(): Command {
  return withDataDir(new Command("update").description("Update a story from a new edition of its book."))
    .argument("<project>", "the project's name or id")
    .argument("<book>", "the new file: EPUB, DOCX, HTML, Markdown or text; the whole book or only the next chapters")
    .option("-y, --yes", "update without asking")
    .option("-n, --dry-run", "only state what would change")
    .addHelpText(
      "after",
      `
States what is new, changed and gone, chapter by chapter and with the words, and asks before it changes anything. Lines that the file did not
change keep their speaker, direction and audio, also when their paragraph or chapter moved. What you edited stays. A chapter
that the file does not have stays too. Afterwards "fullcast narrate" or the studio speaks what is new.

Examples:
  fullcast update "The Lighthouse" lighthouse-2nd-edition.epub
  fullcast update "The Serial" chapter-12.md --yes
  fullcast update "The Lighthouse" lighthouse.docx --dry-run`,
    )
    .action(run);
}

async function run(project: string, given: string, options: UpdateOptions): Promise<void> {
  const { path, bytes } = await openBook(given);
  using interruption = untilInterrupted();
  await withConnection(options, async ({ client }) => {
    const { id: projectId } = await findProject(client, project);
    const call = (query: { readonly mode: "preview" | "apply"; readonly comparison?: string }) =>
      client.call("updateFromBook", {
        params: { projectId },
        headers: { "idempotency-key": randomUUID() },
        query: { ...query, filename: basename(path).slice(-LIMITS.import_filename_units) },
        upload: { contentType: "application/octet-stream", bytes },
        signal: interruption.signal,
      });
    const preview = await call({ mode: "preview" });
    for (const line of inWords(preview)) console.error(line);
    for (const line of passagesInWords(preview, options.dryRun === true ? preview.passages.length : SHOWN_PASSAGES))
      console.error(line);
    if (preview.is_other_book) console.error("This looks like another book: few of its lines stand in the story.");
    if (!preview.chapters.some(isChange)) return;
    const { page } = await client.call("readProjectShare", { params: { projectId } });
    if (page !== null)
      console.error(
        page.follow_edits
          ? "Listeners of the published page get these changes at once."
          : 'Listeners of the published page keep the present story until you run "fullcast publish".',
      );
    if (options.dryRun === true) return;
    if (options.yes !== true && !(await agreed())) {
      console.error("Nothing was changed.");
      return;
    }
    await call({ mode: "apply", comparison: preview.comparison }).catch((error: unknown) => {
      if (hasCode(error, "VERSION_CONFLICT"))
        throw new CliError("failed", "The story was changed on the server in the meantime; run the command again.");
      throw error;
    });
    console.error("Updated.");
  });
}

const isChange = ({ change, is_moved }: EditionUpdate["chapters"][number]): boolean =>
  is_moved || (change !== "same" && change !== "not_in_file");

const CHANGES = {
  same: "same",
  changed: "changed",
  new: "new",
  not_in_file: "not in the file, stays",
  deleted: "merged into others",
} as const;

/** What an update would do, in lines for people. */
function inWords({ chapters, counts, characters_to_speak, snowcoins }: EditionUpdate): readonly string[] {
  if (!chapters.some(isChange)) return ["The file has nothing new. Every line stays as it is."];
  const rows = chapters
    .filter(isChange)
    .map(({ title, change, is_moved, counts: own }) => [
      title,
      is_moved ? (change === "changed" ? "changed, at another place" : "at another place") : CHANGES[change],
      ...[own.lines_changed, own.paragraphs_new, own.lines_gone, own.lines_moved].map((one) =>
        one === 0 ? "" : String(one),
      ),
    ]);
  const number = (title: string) => ({ title, align: "right" as const });
  const edited = counts.paragraphs_kept_as_edited;
  return [
    textTable(
      [{ title: "Chapter" }, { title: "" }, number("changed"), number("new"), number("gone"), number("moved here")],
      rows,
    ),
    "",
    `${counted(counts.lines_kept, "line")} ${counts.lines_kept === 1 ? "stays" : "stay"} with their audio. ${counted(characters_to_speak, "character")} to speak${snowcoins > 0 ? `, for ${counted(snowcoins, "snowcoin")}` : ""}.`,
    ...(edited === 0
      ? []
      : [
          `${counted(edited, "paragraph")} that you edited ${edited === 1 ? "is" : "are"} different in the file. Your words stay.`,
        ]),
  ].map((line) => line.split("\n").map(printable).join("\n"));
}

/** Passages above the question. */
const SHOWN_PASSAGES = 10;

/** The first passages: what the story says now behind "-", what it will say behind "+". */
function passagesInWords({ chapters, passages, passages_left_out }: EditionUpdate, most: number): readonly string[] {
  const shown = passages.slice(0, most);
  const more = passages.length - shown.length + passages_left_out;
  const byChapter = Map.groupBy(shown, ({ chapter_index }) => chapter_index);
  const lines = [...byChapter].flatMap(([index, own]) => [
    "",
    chapters[index]?.title ?? "",
    ...own.flatMap(({ before, after }) => [
      ...(before === null ? [] : [`  - ${before}`]),
      ...(after === null ? [] : [`  + ${after}`]),
    ]),
  ]);
  const rest = `${counted(more, "more passage")} ${more === 1 ? "changes" : "change"}.`;
  const hint = passages.length > shown.length ? " --dry-run prints them." : "";
  return [...lines, ...(lines.length === 0 || more === 0 ? [] : ["", `${rest}${hint}`])].map(printable);
}

async function agreed(): Promise<boolean> {
  if (process.stdin.isTTY !== true)
    throw new CliError("usage", "Nothing was changed. Add --yes to update without a question.");
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question("Update the story? [y/N] ")).trim());
  } finally {
    asking.close();
  }
}
