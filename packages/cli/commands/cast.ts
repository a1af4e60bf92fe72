import { randomUUID } from "node:crypto";
import { comparedName } from "@fullcast/core/document";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { allVoices, type Voice } from "../narrate/cast.ts";
import { findProject, quoted } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { csvRow } from "../terminal/csv.ts";
import { nearestName } from "../terminal/nearest.ts";
import { printable, textTable } from "../terminal/text-table.ts";

interface CastOptions extends StoryOptions {
  readonly set: readonly string[];
  readonly csv?: boolean;
}

type Speaker = Answer<"listSpeakers">["speakers"][number];

export function castCommand(): Command {
  return withDataDir(new Command("cast").description("Show who speaks with which voice, or choose a voice."))
    .argument("<project>", "a project's name or id")
    .option(
      "--set <speaker=voice>",
      "give a speaker a voice (repeatable); nothing after = gives the choice back",
      collected,
      [],
    )
    .option("--csv", "as CSV")
    .addHelpText(
      "after",
      `
A voice is named as "fullcast voices" lists it, as ENGINE/NAME where several have the name, or by its id. A voice that you choose is never changed by automatic casting.

Examples:
  fullcast cast "The Lighthouse"
  fullcast cast "The Lighthouse" --set "Mara=Fiona" --set "Tom=Angus"
  fullcast cast "The Lighthouse" --set "Mara=piper/Lessac"
  fullcast cast "The Lighthouse" --set "Mara="
  fullcast cast "The Lighthouse" --csv > cast.csv`,
    )
    .action((given: string, options: CastOptions) =>
      withConnection(options, async ({ client }) => {
        const choices = options.set.map(choiceOf);
        const { id: projectId } = await findProject(client, given);
        for (const choice of choices) console.error(await choose(client, projectId, choice));
        await show(client, projectId, options.csv === true);
        const { unspoken_language } = await client.call("listVoiceMisfits", { params: { projectId } });
        if (unspoken_language !== null) console.error(`\nWarning: ${unspoken_language.message}`);
      }),
    );
}

const collected = (value: string, before: readonly string[]): readonly string[] => [...before, value];

interface Choice {
  readonly speaker: string;
  /** Empty: automatic casting chooses again. */
  readonly voice: string;
}

function choiceOf(given: string): Choice {
  const at = given.lastIndexOf("=");
  const [speaker, voice] = [given.slice(0, Math.max(at, 0)).trim(), given.slice(at + 1).trim()];
  if (at < 0 || speaker === "") throw new CliError("usage", `--set ${quoted(given)}: write it as "Speaker=Voice".`);
  return { speaker, voice };
}

async function choose(client: Client, projectId: string, { speaker: name, voice: wanted }: Choice): Promise<string> {
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
  const speaker = speakerNamed(speakers, name);
  const voice = wanted === "" ? null : voiceNamed(await allVoices(client), wanted);
  const { stale_block_count } = await client.call("castSpeaker", {
    params: { projectId, speakerId: speaker.id },
    body: {
      schema_version: 1,
      actor_session_id: randomUUID(),
      client_mutation_id: randomUUID(),
      base_speaker_registry_version: speaker_registry_version,
      voice_id: voice?.voice_id ?? null,
    },
  });
  const who = printable(speaker.name);
  const now = voice === null ? `${who} is cast automatically again` : `${who} speaks as ${printable(voice.name)} now`;
  return `${now}; ${stale_block_count} ${stale_block_count === 1 ? "line needs" : "lines need"} new audio.`;
}

function speakerNamed(speakers: readonly Speaker[], name: string): Speaker {
  const wanted = comparedName(name);
  const found =
    speakers.find((one) => comparedName(one.name) === wanted) ??
    speakers.find(({ aliases }) => aliases.some((alias) => comparedName(alias) === wanted));
  if (found !== undefined) return found;
  const names = speakers.map((one) => printable(one.name));
  throw new CliError("failed", `There is no speaker ${quoted(name)}. The cast: ${names.join(", ")}.`);
}

function voiceNamed(voices: readonly Voice[], name: string): Voice {
  const wanted = comparedName(name);
  const namesOf = ({ name, provider }: Voice) => [comparedName(name), comparedName(`${provider}/${name}`)];
  const found = voices.filter((voice) => voice.voice_id === wanted || namesOf(voice).includes(wanted));
  const [voice] = found;
  if (voice === undefined) {
    const meant = nearestName(
      name,
      voices.map((one) => one.name),
    );
    const advice = meant === null ? "; " : `. Did you mean ${quoted(meant)}? `;
    throw new CliError("failed", `There is no voice ${quoted(name)}${advice}"fullcast voices" lists them.`);
  }
  if (found.length === 1) return voice;
  const lines = found.map((one) => `  ${one.voice_id}  ${one.language}  ${printable(`${one.provider}/${one.name}`)}`);
  throw new CliError(
    "failed",
    `${found.length} voices are called ${quoted(name)}; name the engine too, or give the id:\n${lines.join("\n")}`,
  );
}

async function show(client: Client, projectId: string, isCsv: boolean): Promise<void> {
  const { speakers } = await client.call("listSpeakers", { params: { projectId } });
  const voices = new Map((await allVoices(client)).map((voice) => [voice.voice_id, voice]));
  const titles = ["speaker", "lines", "voice", "accent", "engine", "chosen"];
  const rows = speakers.map(({ name, usage, casting }) => [
    name,
    String(usage.block_count),
    casting?.voice_name ?? "",
    voices.get(casting?.voice_id ?? "")?.accent ?? "",
    casting?.provider ?? "",
    casting === null ? "" : casting.source === "user" ? "by you" : "automatically",
  ]);
  if (isCsv) process.stdout.write([titles, ...rows].map(csvRow).join(""));
  else
    console.log(
      textTable(
        titles.map((title) => ({ title })),
        rows,
      ),
    );
}
