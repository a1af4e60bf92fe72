import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text as streamText } from "node:stream/consumers";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { type Client, hasCode } from "../connection/client.ts";
import { givenPath } from "../paths.ts";
import { findProjectAndSection, type SectionRef, sectionsOf } from "../stories/find-project.ts";
import { joinScripts, splitScripts } from "../stories/script-file.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { printable } from "../terminal/text-table.ts";

interface ScriptOptions extends StoryOptions {
  readonly set?: string;
}

/** Lines that are shown of those that need new audio. */
const MOST_SHOWN = 10;
const SHOWN_UNITS = 70;

export function scriptCommand(): Command {
  return withDataDir(new Command("script").description("Write the script of a project, or set an edited one."))
    .argument("<project>", "a project's name or id; PROJECT/SECTION for one section, by number or title")
    .option("--set <file>", 'set the script from this file ("-": standard input)')
    .addHelpText(
      "after",
      `
The script is plain text: "NAME: words", "NAME (whispering): words", "[PAUSE 2s]", "[SFX: rain, 4s]", "(stage direction)",
and paragraphs of narration, with blank lines between. Lines that did not change keep their audio. Of a project with
several sections each script begins with a line like "=== 2. The Storm ===".

Examples:
  fullcast script "The Lighthouse" > lighthouse.script.txt
  fullcast script "The Lighthouse" --set lighthouse.script.txt
  fullcast script "My Book/3" > chapter-3.txt
  fullcast script "My Book/The Storm" --set chapter-3.txt`,
    )
    .action((project: string, options: ScriptOptions) =>
      withConnection(options, async ({ client }) => {
        const text = options.set === undefined ? null : await readScriptFile(options.set);
        const found = await findProjectAndSection(client, project);
        const sections = found.section === null ? await sectionsOf(client, found.project) : [found.section];
        if (text === null) await writeScripts(client, sections);
        else await setScripts(client, sections, text);
      }),
    );
}

async function writeScripts(client: Client, sections: readonly SectionRef[]): Promise<void> {
  const scripts = [];
  for (const { id, number, title } of sections) {
    const { text } = await client.call("readScript", { params: { sectionId: id } });
    scripts.push({ number, title, text });
  }
  process.stdout.write(joinScripts(scripts));
}

async function setScripts(client: Client, sections: readonly SectionRef[], text: string): Promise<void> {
  const scripts = splitScripts(
    text,
    sections.map(({ number }) => number),
  );
  for (const { number, text: script } of scripts) {
    const section = sections.find((one) => one.number === number);
    if (section === undefined) continue;
    const prefix = sections.length > 1 ? `${number}. ${printable(section.title)}: ` : "";
    for (const line of await setScript(client, section, script)) console.error(`${prefix}${line}`);
  }
}

/** Sets one script. @returns what came of it, in lines for people */
async function setScript(client: Client, { id: sectionId }: SectionRef, text: string): Promise<readonly string[]> {
  const params = { sectionId };
  const before = new Set(await linesWithoutAudio(client, sectionId));
  const { document_version } = await client.call("readScript", { params });
  const body = {
    schema_version: 1,
    actor_session_id: randomUUID(),
    client_mutation_id: randomUUID(),
    base_document_version: document_version,
    text,
  } as const;
  const set = await client.call("importScript", { params, body }).catch((error: unknown) => {
    if (hasCode(error, "VERSION_CONFLICT"))
      throw new CliError("failed", "The script was changed on the server at the same moment; run the command again.");
    throw error;
  });
  if (set.document_version === document_version) return ["Nothing changed."];
  const stale = (await linesWithoutAudio(client, sectionId)).filter((blockId) => !before.has(blockId));
  const created = set.speakers_created.map(({ name }) => printable(name));
  return [
    ...(created.length === 0 ? [] : [`New in the cast: ${created.join(", ")}.`]),
    stale.length === 0
      ? "The script is set; all lines keep their audio."
      : `The script is set; ${stale.length} ${stale.length === 1 ? "line needs" : "lines need"} new audio, all others keep theirs:`,
    ...(await shownLines(client, sectionId, new Set(stale))),
  ];
}

/** Blocks that have no audio or stale audio. */
async function linesWithoutAudio(client: Client, sectionId: string): Promise<string[]> {
  const { blocks } = await client.call("readSectionMedia", { params: { sectionId } });
  return blocks.flatMap(({ block_id, freshness }) =>
    freshness === "stale" || freshness === "absent" ? [block_id] : [],
  );
}

/** The beginnings of the first lines of some blocks. */
async function shownLines(client: Client, sectionId: string, ids: ReadonlySet<string>): Promise<readonly string[]> {
  if (ids.size === 0) return [];
  const { document, speakers } = await client.call("readDocument", { params: { sectionId } });
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const lines = document.blocks.flatMap(({ id, content, speaker_id }) => {
    if (!ids.has(id)) return [];
    const words = printable(content.type === "sfx" ? `[SFX: ${content.prompt}]` : content.text).trim();
    const name = speaker_id === null ? "" : `${printable(names.get(speaker_id) ?? "")}: `;
    const said = words.toLowerCase().startsWith(name.trim().toLowerCase()) ? words : `${name}${words}`;
    return [`  ${said.length > SHOWN_UNITS ? `${said.slice(0, SHOWN_UNITS).toWellFormed()}…` : said}`];
  });
  const more = lines.length > MOST_SHOWN ? [`  and ${lines.length - MOST_SHOWN} more`] : [];
  return [...lines.slice(0, MOST_SHOWN), ...more];
}

async function readScriptFile(path: string): Promise<string> {
  const bytes =
    path === "-" ? Buffer.from(await streamText(process.stdin)) : await readFile(givenPath(path)).catch(unreadable);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError("failed", `${path} is no UTF-8 text; save the script as UTF-8.`);
  }
}

function unreadable(error: NodeJS.ErrnoException): never {
  if (error.code === "ENOENT") throw new CliError("failed", `There is no file ${error.path ?? ""}.`);
  if (error.code === "EISDIR") throw new CliError("failed", `${error.path ?? "It"} is a folder; name a file.`);
  throw error;
}
