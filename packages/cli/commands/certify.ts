// "fullcast certify": a recogniser of speech listens to a story's audio, and every word is compared with the text.

import { setTimeout as pause } from "node:timers/promises";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { findProjectAndSection, quoted, sectionsOf } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { clock, counted, whole } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

interface Options extends StoryOptions {
  readonly json?: true;
  readonly kept?: true;
  readonly cancel?: true;
  readonly quiet?: true;
}

type Words = Answer<"readConfirmedWords">;

const LOOK_MS = 500;
const PAGE = 500;
/** Characters of the line around the words. */
const AROUND = 30;

export function certifyCommand(): Command {
  return withDataDir(new Command("certify").description("Check word by word that a story's audio says its text."))
    .argument("<project>", "a project's name or id, or one section: BOOK/3")
    .option("--kept", "show what was heard before, and listen to nothing")
    .option("--cancel", "stop a check that runs on the server")
    .option("--json", "print every divergence as JSON")
    .option("-q, --quiet", "show no progress")
    .addHelpText(
      "after",
      `
Needs a recogniser of speech, which you configure: a service in OpenAI's dialect, or a program.
  FULLCAST_RECOGNISER_BASE_URL=http://127.0.0.1:8000/v1   and, where needed, _MODEL and _API_KEY
  FULLCAST_RECOGNISER_COMMAND='["whisper-cli", "-nt", "-f", "{input}"]'

Audio that was listened to before is not sent again. Ctrl-C leaves the check running on a server; --cancel stops it.
A divergence is a place to listen to, not always a fault: recognisers mishear. docs/certificate.md explains it.

Examples:
  fullcast certify "The Lighthouse"
  fullcast certify "The Lighthouse/3" --json > divergences.json`,
    )
    .action((given: string, options: Options) =>
      withConnection(options, async ({ client }) => {
        const { project, section } = await findProjectAndSection(client, given);
        const params = { projectId: project.id };
        if (options.cancel === true) {
          const { state, heard_lines, lines } = await client.call("cancelCertificate", { params });
          console.error(`The check is ${state}: ${whole(heard_lines)} of ${counted(lines, "line")} heard.`);
          return;
        }
        if (options.kept !== true) await listen(client, project.id, project.name, options.quiet === true);
        const found = await allWords(client, project.id, section?.id);
        if (options.json === true) {
          process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
          return;
        }
        const titles = new Map((await sectionsOf(client, project)).map(({ id, title }) => [id, title]));
        process.stdout.write(`${describe(found, titles)}\n`);
      }),
    );
}

async function listen(client: Client, projectId: string, name: string, quiet: boolean): Promise<void> {
  const params = { projectId };
  let now = await client.call("startCertificate", { params });
  if (now.lines === 0) throw new CliError("failed", `${quoted(name)} has no audio yet. Create it first.`);
  const isShown = !quiet && process.stderr.isTTY;
  while (now.state === "running") {
    if (isShown) process.stderr.write(`\r${whole(now.heard_lines)} of ${counted(now.lines, "line")} heard `);
    await pause(LOOK_MS);
    now = await client.call("readCertificate", { params });
  }
  if (isShown) process.stderr.write("\r\u001b[K");
  if (now.state === "failed") throw new CliError("failed", now.fault ?? "The check failed.");
  if (now.state === "cancelled") throw new CliError("failed", "The check was cancelled. Start it again to continue.");
}

async function allWords(client: Client, projectId: string, sectionId: string | undefined): Promise<Words> {
  const divergences: Words["divergences"][number][] = [];
  for (let from = 0; ; ) {
    const page = await client.call("readConfirmedWords", {
      params: { projectId },
      query: { from, limit: PAGE, ...(sectionId === undefined ? {} : { section_id: sectionId }) },
    });
    divergences.push(...page.divergences);
    if (page.next_from === null) return { ...page, divergences };
    from = page.next_from;
  }
}

function describe(found: Words, titles: ReadonlyMap<string, string>): string {
  const { words, confirmed_words, lines, heard_lines, divergences } = found;
  const shown: string[] = [];
  let chapter = "";
  for (const { section_id, start_ms, before, words: written, after, expected, heard } of divergences) {
    if (section_id !== chapter) shown.push(printable(titles.get(section_id) ?? section_id));
    chapter = section_id;
    const line = printable(
      `${before.slice(-AROUND)}[${written}]${after.slice(0, AROUND)}`.replaceAll(/\s+/gu, " ").trim().toWellFormed(),
    );
    // Figures and abbreviations are spoken in other words than they are written.
    const spoken = expected === "" || expected === written ? "" : ` (spoken: ${quoted(expected)})`;
    const what =
      heard === "" ? "not heard" : expected === "" ? `also heard: ${quoted(heard)}` : `heard: ${quoted(heard)}`;
    shown.push(`  ${clock(start_ms)}  ${line}${spoken}  ${what}`);
  }
  const rest = lines - heard_lines;
  shown.push(
    `${whole(confirmed_words)} of ${counted(words, "word")} confirmed, in ${whole(heard_lines)} of ${counted(lines, "line")}.`,
  );
  if (rest > 0) shown.push(`${counted(rest, "line")} could not be heard, or changed since.`);
  return shown.join("\n");
}
