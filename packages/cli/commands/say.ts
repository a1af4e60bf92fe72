import { randomUUID } from "node:crypto";
import { comparedName } from "@fullcast/core/document";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { findProject, quoted } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { printable, textTable } from "../terminal/text-table.ts";

export function sayCommand(): Command {
  return withDataDir(new Command("say").description("Say how words are pronounced, wherever they occur in a project."))
    .argument("<project>", "a project's name or id")
    .argument("[words...]", '"word=/IPA/" or "word=other words"; "word=" forgets it; none lists them all')
    .addHelpText(
      "after",
      `
Only lines that hold the word need new audio.

Examples:
  fullcast say "The Lighthouse" "Tamarisk=/ˈtæmərɪsk/"
  fullcast say "The Lighthouse" "St. Ives=Saint Ives" "Slough=/slaʊ/"
  fullcast say "The Lighthouse" "Tamarisk="
  fullcast say "The Lighthouse"`,
    )
    .action((given: string, words: readonly string[], options: StoryOptions) =>
      withConnection(options, async ({ client }) => {
        const sayings = words.map(sayingOf);
        const { id: projectId } = await findProject(client, given);
        if (sayings.length > 0) await change(client, projectId, sayings);
        await list(client, projectId);
      }),
    );
}

interface Saying {
  readonly term: string;
  /** Null forgets the term. */
  readonly said: { readonly alphabet: "ipa" | "alias"; readonly value: string } | null;
}

function sayingOf(given: string): Saying {
  const at = given.indexOf("=");
  const [term, value] = [given.slice(0, Math.max(at, 0)).trim(), given.slice(at + 1).trim()];
  if (at < 0 || term === "")
    throw new CliError("usage", `${quoted(given)}: write it as "word=/IPA/" or "word=other words".`);
  const ipa = /^\/(.+)\/$/u.exec(value)?.[1]?.trim();
  if (ipa === undefined && (value.startsWith("/") || value.endsWith("/")))
    throw new CliError("usage", `${quoted(given)}: IPA stands between two slashes, as in "${printable(term)}=/…/".`);
  if (value === "") return { term, said: null };
  return { term, said: ipa === undefined ? { alphabet: "alias", value } : { alphabet: "ipa", value: ipa } };
}

type Entry = Answer<"readLexicon">["entries"][number];

/** The entry of a term without conditions. */
const entryOf = (entries: readonly Entry[], term: string): Entry | undefined =>
  entries.find(
    (entry) =>
      comparedName(entry.term) === comparedName(term) &&
      !entry.case_sensitive &&
      entry.language === null &&
      entry.speaker_id === null,
  );

async function change(client: Client, projectId: string, sayings: readonly Saying[]): Promise<void> {
  const { entries, lexicon_version } = await client.call("readLexicon", { params: { projectId } });
  const upsert = sayings.flatMap(({ term, said }) => {
    const known = entryOf(entries, term);
    return said === null ? [] : [{ ...(known === undefined ? {} : { id: known.id }), term, ...said }];
  });
  const forgotten = sayings.flatMap(({ term, said }) => {
    if (said !== null) return [];
    const known = entryOf(entries, term);
    if (known === undefined) throw new CliError("failed", `The lexicon has no entry for ${quoted(term)}.`);
    return [known.id];
  });
  const { stale_block_count } = await client.call("changeLexicon", {
    params: { projectId },
    body: {
      schema_version: 1,
      actor_session_id: randomUUID(),
      client_mutation_id: randomUUID(),
      base_lexicon_version: lexicon_version,
      upsert,
      delete: forgotten,
    },
  });
  console.error(`${stale_block_count} ${stale_block_count === 1 ? "line needs" : "lines need"} new audio.`);
}

async function list(client: Client, projectId: string): Promise<void> {
  const { entries } = await client.call("readLexicon", { params: { projectId } });
  const { speakers } = await client.call("listSpeakers", { params: { projectId } });
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const rows = entries.map(({ term, alphabet, value, case_sensitive, language, speaker_id }) => {
    const conditions = [
      ...(case_sensitive ? ["in this case"] : []),
      ...(language === null ? [] : [`in ${language}`]),
      ...(speaker_id === null ? [] : [`said by ${names.get(speaker_id) ?? "?"}`]),
    ];
    return [term, alphabet === "ipa" ? `/${value}/` : value, alphabet, conditions.join(", ")];
  });
  if (rows.length === 0) console.error("The lexicon is empty.");
  else
    console.log(
      textTable(
        ["term", "said", "alphabet", "only"].map((title) => ({ title })),
        rows,
      ),
    );
}
