// "fullcast voices clone", "design" and "custom": voices that an engine makes for the account, and their removal.

import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { comparedName } from "@fullcast/core/document";
import { Command, Option } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import type { Connection } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { polling } from "../connection/polling.ts";
import { givenPath } from "../paths.ts";
import { quoted } from "../stories/find-project.ts";
import { findSound, uploadSound } from "../stories/sound-upload.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { counted } from "../terminal/amounts.ts";
import { printable, textTable } from "../terminal/text-table.ts";

type CustomVoice = Answer<"readCustomVoice">["custom_voice"];
type Use = Answer<"readCustomVoice">["use"];
type Kind = CustomVoice["kind"];

interface MakeOptions extends StoryOptions {
  readonly name: string;
  readonly engine?: string;
  readonly language: string;
  readonly gender: CustomVoice["gender"];
  readonly age: CustomVoice["age"];
  readonly json?: true;
}
interface CloneOptions extends MakeOptions {
  readonly person: string;
  readonly proof?: string;
  readonly textLanguage: "en" | "de";
  readonly description: string;
  readonly confirm?: string;
}
interface CustomOptions extends StoryOptions {
  readonly json?: true;
}
export interface RemoveOptions extends StoryOptions {
  readonly takes?: "keep" | "delete";
  readonly json?: true;
}

/** Characters of the hash that confirm a text. */
const LEAST_OF_HASH = 12;
/** The tag of the sounds that are uploaded for a voice. */
const TAG = "voice";

const withMaking = (command: Command): Command =>
  withDataDir(command)
    .requiredOption("--name <name>", "the name of the voice")
    .option("--engine <provider>", "the engine that makes it (the only one that can)")
    .option("--language <tag>", "what it speaks, such as en-GB", "en")
    .addOption(new Option("--gender <gender>").choices(["male", "female", "neutral"]).default("neutral"))
    .addOption(new Option("--age <age>").choices(["child", "young", "adult", "old"]).default("adult"))
    .option("--json", "as JSON");

/** The commands below "fullcast voices". */
export function customVoiceCommands(): readonly Command[] {
  return [
    withMaking(new Command("clone").description("Have an engine make a voice from recordings of a person who agreed."))
      .argument("<recordings...>", "sound files, or names or ids of sounds of the account")
      .requiredOption("--person <name>", "the person whose voice it is")
      .option("--proof <place>", "where the agreement of another person is kept; without it the person confirms it")
      .option("--description <words>", "how it sounds, shown beside the name", "")
      .addOption(new Option("--text-language <language>", "of the consent").choices(["en", "de"]).default("en"))
      .option("--confirm <hash>", `the first ${LEAST_OF_HASH} characters of the hash that stands below the text`)
      .addHelpText(
        "after",
        `
Without --confirm the text of the consent is printed and nothing is made. Read it, then give the hash below it.

Examples:
  fullcast voices clone anna.wav --name Anna --person "Anna Bell" --engine box --language en-GB --gender female
  fullcast voices clone anna.wav --name Anna --person "Anna Bell" --engine box --language en-GB --gender female --confirm 9f86d081884c
  fullcast voices clone "Ben reads" --name Ben --person "Ben Hill" --proof "signed letter of 2026-11-20"`,
      )
      .action((given: readonly string[], _options, command: Command) => clone(given, command.optsWithGlobals())),
    withMaking(new Command("design").description("Have an engine make a voice from words."))
      .argument("<description>", "how it sounds, in at least 20 characters")
      .addHelpText(
        "after",
        `
Example:
  fullcast voices design "A harbour master of seventy, hoarse and friendly." --name "Old Tom" --gender male --age old`,
      )
      .action((description: string, _options, command: Command) => design(description, command.optsWithGlobals())),
    withDataDir(
      new Command("custom").description("List cloned and designed voices, or show one with its use and consent."),
    )
      .argument("[voice]", "its name or id")
      .option("--json", "as JSON")
      .action((given: string | undefined, _options, command: Command) => custom(given, command.optsWithGlobals())),
  ];
}

async function clone(given: readonly string[], options: CloneOptions): Promise<void> {
  const { person, proof, confirm } = options;
  if (confirm !== undefined && confirm.length < LEAST_OF_HASH)
    throw new CliError(
      "usage",
      `--confirm needs at least ${LEAST_OF_HASH} characters of the hash, not ${quoted(confirm)}.`,
    );
  await withConnection(options, async (connection) => {
    const { client } = connection;
    const provider = await engineFor(client, "cloned", options.engine);
    const by = proof === undefined ? ("self" as const) : ("other" as const);
    const language = options.textLanguage;
    const text = await client.call("readCloneConsent", { query: { provider, person, by, language } });
    if (confirm === undefined || !text.text_sha256.startsWith(confirm.toLowerCase())) {
      console.log(printableText(text.text));
      console.log(`\nSHA-256 ${text.text_sha256}`);
      if (confirm !== undefined)
        throw new CliError("failed", `${quoted(confirm)} is not the hash of this text. Read it, and give its hash.`);
      console.error(
        `\nNothing is made yet. To confirm this text, add: --confirm ${text.text_sha256.slice(0, LEAST_OF_HASH)}`,
      );
      return;
    }
    using interruption = untilInterrupted();
    const sound_ids: string[] = [];
    for (const one of given) sound_ids.push(await recordingOf(client, one, interruption.signal));
    const { custom_voice } = await client.call("requestCustomVoice", {
      body: {
        ...aboutOf(options, provider),
        ...{ kind: "cloned", description: options.description, sound_ids },
        consent: { person, by, language, text_sha256: text.text_sha256, ...(proof === undefined ? {} : { proof }) },
      },
    });
    await made(client, custom_voice.id, { ...options, signal: interruption.signal });
  });
}

async function design(description: string, options: MakeOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const provider = await engineFor(client, "designed", options.engine);
    using interruption = untilInterrupted();
    const { custom_voice } = await client.call("requestCustomVoice", {
      body: { ...aboutOf(options, provider), kind: "designed", description },
    });
    await made(client, custom_voice.id, { ...options, signal: interruption.signal });
  });
}

const aboutOf = ({ name, language, gender, age }: MakeOptions, provider: string) => ({
  ...{ schema_version: 1 as const, client_mutation_id: randomUUID() },
  ...{ provider, name, language, gender, age },
});

/** The id of a sound: of the file, which is uploaded, or of a sound that is there. */
async function recordingOf(client: Client, given: string, signal: AbortSignal): Promise<string> {
  const path = givenPath(given);
  const isFile = (await stat(path).catch(() => null))?.isFile() === true;
  return (isFile ? await uploadSound(client, path, TAG, signal) : await findSound(client, given)).id;
}

/** @throws CliError without an engine that makes such voices, or with several and no choice */
async function engineFor(client: Client, kind: Kind, given: string | undefined): Promise<string> {
  const { engines } = await client.call("listEngines");
  const able = engines
    .filter(({ limits }) => limits.custom_voices?.kinds.includes(kind))
    .map(({ provider }) => provider);
  const doing = kind === "cloned" ? "clones" : "designs";
  if (able.length === 0)
    throw new CliError("failed", `No engine of this installation ${doing} voices; see docs/custom-voices.md.`);
  if (given === undefined) {
    const [only, ...more] = able;
    if (only !== undefined && more.length === 0) return only;
    throw new CliError("usage", `--engine is needed: ${able.join(", ")} can do it.`);
  }
  if (able.includes(given)) return given;
  throw new CliError("usage", `The engine ${quoted(given)} ${doing} no voices. These do: ${able.join(", ")}.`);
}

async function made(
  client: Client,
  customVoiceId: string,
  { json, signal }: { readonly json?: true; readonly signal: AbortSignal },
): Promise<void> {
  const params = { customVoiceId };
  let voice: CustomVoice | null = null;
  for await (const _ of polling(signal)) {
    voice = (await client.call("readCustomVoice", { params, signal })).custom_voice;
    if (voice.state !== "making") break;
  }
  if (voice === null || voice.state !== "ready")
    throw new CliError("failed", `The voice was not made. ${voice?.fault ?? ""} "fullcast voices custom" lists it.`);
  if (json === true) return asJson(voice);
  console.log(voice.voice_id);
  console.error(
    `${quoted(voice.name)} is ready: fullcast cast PROJECT --set ${quotedForShell(`SPEAKER=${voice.name}`)}`,
  );
}

async function custom(given: string | undefined, options: CustomOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    if (given !== undefined) {
      const found = await client.call("readCustomVoice", {
        params: { customVoiceId: (await named(client, given)).id },
      });
      return options.json === true ? asJson(found) : describe(found.custom_voice, found.use);
    }
    const { custom_voices: voices } = await client.call("listCustomVoices");
    if (options.json === true) return asJson(voices);
    if (voices.length === 0) return console.error('No cloned or designed voice yet; "fullcast voices clone --help".');
    console.log(
      textTable(
        ["name", "kind", "state", "engine", "language", "person", "consent", "id"].map((title) => ({ title })),
        voices.map(({ name, kind, state, provider, language, consent, id }) => [
          ...[name, kind, state, provider, language, consent?.person ?? "", consentState(consent), id],
        ]),
      ),
    );
  });
}

/** Removes voices at their engines. @throws CliError */
export async function removeCustomVoices(given: readonly string[], options: RemoveOptions): Promise<void> {
  await withConnection(options, async ({ client }: Connection) => {
    for (const one of given) {
      const voice = await named(client, one);
      const takes = options.takes ?? "keep";
      const removed = await client.call("removeCustomVoice", { params: { customVoiceId: voice.id }, query: { takes } });
      if (options.json === true) {
        asJson(removed);
        continue;
      }
      const isWithdrawn = takes === "delete" && removed.custom_voice.consent !== null;
      console.log(
        `${printable(voice.name)} is removed${isWithdrawn ? ", and the consent is withdrawn" : ""}. Its engine deletes it.`,
      );
      describeUse(removed.use, takes === "delete" ? "What it spoke is deleted" : "What it spoke stays");
    }
  });
}

/** A voice by its id or name; one that is not removed counts before those that are. @throws CliError */
async function named(client: Client, given: string): Promise<CustomVoice> {
  const { custom_voices: voices } = await client.call("listCustomVoices");
  const byId = voices.find(({ id }) => id === given.toLowerCase());
  if (byId !== undefined) return byId;
  const all = voices.filter(({ name }) => comparedName(name) === comparedName(given));
  const there = all.filter(({ state }) => state !== "removed" && state !== "removing");
  const fitting = there.length > 0 ? there : all;
  const [found] = fitting;
  if (found === undefined)
    throw new CliError(
      "failed",
      `There is no cloned or designed voice ${quoted(given)}; "fullcast voices custom" lists them. Installed ones have a name such as piper/en_US-lessac-medium.`,
    );
  if (fitting.length > 1)
    throw new CliError(
      "failed",
      `${fitting.length} voices are called ${quoted(given)}; give the id of one:\n${fitting.map(({ id, state }) => `  ${id}  ${state}`).join("\n")}`,
    );
  return found;
}

function describe(voice: CustomVoice, use: Use): void {
  const { name, kind, state, provider, language, gender, age, description, fault, consent, recordings } = voice;
  console.log(`${printable(name)}: ${kind} at ${printable(provider)}, ${state}, ${language}, ${gender}, ${age}`);
  if (description !== "") console.log(`  ${printable(description)}`);
  if (fault !== null) console.log(`  ${printable(fault)}`);
  if (voice.voice_id !== null) console.log(`  voice ${voice.voice_id}`);
  describeUse(use, "Used by");
  if (consent === null) return;
  const { by, proof, agreed_at, text_sha256 } = consent;
  const who = by === "self" ? "confirmed by" : "agreement of";
  console.log(`Consent: ${who} ${printable(consent.person)} on ${day(agreed_at)}, ${consentState(consent)}`);
  if (proof !== null) console.log(`  kept: ${printable(proof)}`);
  console.log(`  recordings: ${recordings.map((one) => printable(one.name)).join(", ")}`);
  console.log(`  SHA-256 of the text ${text_sha256}\n`);
  console.log(printableText(consent.text));
}

function describeUse(use: Use, title: string): void {
  console.log(use.length === 0 ? "No project uses it." : `${title}:`);
  for (const { title: project, speakers, takes } of use) {
    const names = speakers.map(printable).join(", ");
    console.log(`  ${printable(project)}: ${names === "" ? "" : `${names}, `}${counted(takes, "take")}`);
  }
}

const consentState = (consent: CustomVoice["consent"]): string =>
  consent === null ? "" : consent.withdrawn_at === null ? "holds" : `withdrawn on ${day(consent.withdrawn_at)}`;
const printableText = (text: string): string => text.split("\n\n").map(printable).join("\n\n");
const quotedForShell = (name: string): string => JSON.stringify(printable(name));
const day = (time: string) => time.slice(0, 10);
const asJson = (value: unknown) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
