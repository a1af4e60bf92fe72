// "fullcast voices": the voices of all engines, those that can be installed for the engines on this machine, and those that an
// engine makes for the account.

import {
  addInstalledFlite,
  CatalogueError,
  installedVoices,
  installVoice,
  planInstallation,
  readinessOf,
  readOffers,
  removeVoice,
  SourceError,
  type VoiceType,
} from "@fullcast/server/local-engines";
import { Command, Option } from "commander";
import { CliError } from "../cli-error.ts";
import { connect } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { allVoices } from "../narrate/cast.ts";
import { givenPath } from "../paths.ts";
import { type StoryOptions, withDataDir } from "../stories/with-connection.ts";
import { fileSize } from "../terminal/amounts.ts";
import { textTable } from "../terminal/text-table.ts";
import { transferDisplay } from "../terminal/transfer-display.ts";
import { customVoiceCommands, type RemoveOptions, removeCustomVoices } from "./custom-voices.ts";

const TYPES: readonly VoiceType[] = ["piper", "kokoro", "flite"];
const FROM = "a folder, or an address with the catalogue's files, instead of the public catalogue";

interface ListOptions extends StoryOptions {
  readonly json?: boolean;
  readonly installable?: boolean;
  readonly language?: string;
  readonly from?: string;
}
interface InstallOptions extends StoryOptions {
  readonly from?: string;
  readonly gender?: "male" | "female" | "neutral";
  readonly age?: "child" | "young" | "adult" | "old";
}

// "--data-dir" behind a command below belongs to "voices" itself for commander, so that its options are read with the globals.
export function voicesCommand(): Command {
  const voices = withDataDir(
    new Command("voices").description("List the voices of all engines; install, clone or design more."),
  )
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  fullcast voices
  fullcast voices list --installable --language de
  fullcast voices install piper/en_US-lessac-medium
  fullcast voices install kokoro/af_heart --from /media/stick/kokoro
  fullcast voices install flite/cmu_us_bdl --gender male
  fullcast voices remove piper/en_US-lessac-medium
  fullcast voices clone anna.wav --name Anna --person "Anna Bell"
  fullcast voices design "A harbour master of seventy, hoarse and friendly." --name "Old Tom"
  fullcast voices remove Anna --takes delete`,
    )
    .action((options: ListOptions) => list(options));
  voices.addCommand(
    withDataDir(new Command("list").description("List the voices of all engines, or those that can be installed."))
      .argument("[types...]", "with --installable: piper, kokoro, flite (all)")
      .option("--installable", "the voices of the public catalogues; reads them now")
      .option("--language <tag>", "with --installable: a language such as de or en-GB")
      .option("--from <place>", `with --installable: ${FROM}`)
      .option("--json", "as JSON")
      .action((types: readonly string[], _options, command: Command) => {
        const options: ListOptions = command.optsWithGlobals();
        if (options.installable) return listInstallable(types, options);
        const beside = types.length > 0 ? "types" : (["language", "from"] as const).find((name) => options[name]);
        if (beside !== undefined) throw new CliError("usage", `${beside} needs --installable.`);
        return list(options);
      }),
  );
  voices.addCommand(
    withDataDir(new Command("install").description("Install voices for Piper, Kokoro or Flite into the data folder."))
      .argument(
        "<voices...>",
        'such as piper/en_US-lessac-medium, kokoro/af_heart or flite/cmu_us_bdl; "voices list --installable" lists them',
      )
      .option("--from <place>", FROM)
      .addOption(
        new Option("--gender <gender>", "what casting should know of the voice").choices(["male", "female", "neutral"]),
      )
      .addOption(
        new Option("--age <age>", "what casting should know of the voice").choices(["child", "young", "adult", "old"]),
      )
      .action((names: readonly string[], _options, command: Command) => install(names, command.optsWithGlobals())),
  );
  voices.addCommand(
    withDataDir(
      new Command("remove").description("Remove installed voices with their files, and cloned or designed ones."),
    )
      .argument("<voices...>", "such as piper/en_US-lessac-medium, or the name or id of a cloned or designed voice")
      .addOption(
        new Option(
          "--takes <what>",
          "of a cloned or designed voice: keep what it spoke (usual), or delete it, which withdraws a consent",
        ).choices(["keep", "delete"]),
      )
      .option("--json", "of a cloned or designed voice: as JSON")
      .action((names: readonly string[], _options, command: Command) => remove(names, command.optsWithGlobals())),
  );
  for (const command of customVoiceCommands()) voices.addCommand(command);
  return voices;
}

async function list(options: ListOptions): Promise<void> {
  await using connection = await connect(currentSettings(options.dataDir));
  const voices = await allVoices(connection.client);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(voices, null, 2)}\n`);
    return;
  }
  const titles = ["name", "language", "gender", "age", "accent", "engine", "model"];
  const rows = voices.map(({ name, language, gender, age, accent, provider, model }) => [
    name,
    language,
    gender,
    age,
    accent ?? "",
    provider,
    model,
  ]);
  console.log(
    textTable(
      titles.map((title) => ({ title })),
      rows,
    ),
  );
  console.error(`\n${voices.length} voices`);
}

async function listInstallable(given: readonly string[], options: ListOptions): Promise<void> {
  const types = given.length === 0 ? TYPES : given.map(typeOf);
  if (options.from !== undefined && types.length !== 1) {
    throw new CliError("usage", `--from needs one type: ${TYPES.join(", ")}.`);
  }
  const { dataDir } = currentSettings(options.dataDir);
  using interruption = untilInterrupted();
  const wanted = options.language?.toLowerCase();
  const rows = [];
  for (const type of types) {
    const offers = await readable(() => readOffers(type, placeOf(options.from), interruption.signal));
    const installed = new Set(await installedVoices(dataDir, type));
    for (const { name, language, quality, speakers, files } of offers.voices) {
      const tag = language.toLowerCase();
      if (wanted !== undefined && tag !== wanted && !tag.startsWith(`${wanted}-`)) continue;
      const own = type === "kokoro" ? files.filter(({ kind }) => kind === "pack") : files;
      const bytes = own.some((file) => file.bytes === null) ? null : own.reduce((sum, file) => sum + file.bytes!, 0);
      rows.push({ voice: `${type}/${name}`, language, quality, speakers, bytes, installed: installed.has(name) });
    }
  }
  if (options.json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  const titles = ["voice", "language", "quality", "speakers", "size", "installed"];
  console.log(
    textTable(
      titles.map((title) => ({ title })),
      rows.map(({ voice, language, quality, speakers, bytes, installed }) => [
        voice,
        language,
        quality ?? "",
        String(speakers),
        bytes === null ? "" : fileSize(bytes),
        installed ? "yes" : "",
      ]),
    ),
  );
  console.error(`\n${rows.length} ${rows.length === 1 ? "voice" : "voices"}`);
}

async function install(names: readonly string[], options: InstallOptions): Promise<void> {
  const settings = currentSettings(options.dataDir);
  const wanted = names.map(split);
  using interruption = untilInterrupted();
  const { signal } = interruption;
  for (const type of new Set(wanted.map((one) => one.type))) {
    const offers = await readable(() => readOffers(type, placeOf(options.from), signal));
    for (const { name } of wanted.filter((one) => one.type === type)) {
      const plan = await readable(() => planInstallation(settings.dataDir, offers, name, signal));
      const { bytes, memory_bytes, license, publishable } = plan;
      console.log(`${type}/${name} from ${offers.source.place}`);
      console.log(
        `  size      ${plan.missing.length === 0 ? "nothing is missing" : bytes === null ? "unknown" : fileSize(bytes)}`,
      );
      if (memory_bytes !== null) console.log(`  memory    about ${fileSize(memory_bytes)} while it speaks`);
      console.log(`  licence   ${license ?? "unknown: read the voice's page before you publish recordings"}`);
      if (license !== null) {
        console.log(`  publish   ${publishable ? "recordings may be published" : "unclear: read the licence first"}`);
      }
      const display = transferDisplay(process.stderr, bytes);
      const traits = {
        ...(options.gender === undefined ? {} : { gender: options.gender }),
        ...(options.age === undefined ? {} : { age: options.age }),
      };
      const { sums } = await readable(() =>
        installVoice(settings.dataDir, offers, plan, traits, { signal, progress: display.update }),
      ).finally(() => display.clear());
      for (const { name: file, sha256 } of sums) console.log(`  SHA-256   ${sha256}  ${file}`);
      console.log(`${type}/${name} is installed.`);
    }
    const entered = type === "flite" ? await addInstalledFlite(settings) : null;
    if (entered !== null) {
      console.error(`The engine flite-voices stands in ${entered} now. Next: restart the server.`);
      continue;
    }
    const next = readinessOf(settings, type);
    if (next !== "ready") console.error(`Next: fullcast engines add ${type}, then restart the server.`);
    else
      console.error(
        `A running server that has the engine ${type} lists the voice within a minute; restart it otherwise.`,
      );
  }
}

async function remove(given: readonly string[], options: RemoveOptions): Promise<void> {
  const names = given.filter((name) => name.includes("/"));
  const custom = given.filter((name) => !name.includes("/"));
  if (custom.length === 0 && options.takes !== undefined)
    throw new CliError("usage", "--takes is for cloned and designed voices; installed ones keep what they spoke.");
  if (custom.length > 0) await removeCustomVoices(custom, options);
  const { dataDir } = currentSettings(options.dataDir);
  for (const { type, name } of names.map(split)) {
    const removed = await removeVoice(dataDir, type, name);
    if (removed === null) {
      const there = await installedVoices(dataDir, type);
      const known = there.length === 0 ? "No voice is." : `Installed: ${there.join(", ")}.`;
      throw new CliError("usage", `${type}/${name} is not installed. ${known}`);
    }
    console.log(`${type}/${name} is removed: ${removed.files.length} files, ${fileSize(removed.bytes)}.`);
  }
}

function split(voice: string): { readonly type: VoiceType; readonly name: string } {
  const [type = "", name = "", ...more] = voice.split("/");
  if (name === "" || more.length > 0) {
    throw new CliError("usage", `"${voice}" is no voice to install. An example: piper/en_US-lessac-medium.`);
  }
  return { type: typeOf(type), name };
}

function typeOf(given: string): VoiceType {
  const type = TYPES.find((one) => one === given);
  if (type === undefined)
    throw new CliError("usage", `"${given}" has no voices to install. These have: ${TYPES.join(", ")}.`);
  return type;
}

const placeOf = (from: string | undefined): string | null =>
  from === undefined ? null : /^https?:\/\//i.test(from) ? from : givenPath(from);

/** Faults of a source are expected ends of the command. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceError || error instanceof CatalogueError) throw new CliError("failed", error.message);
    throw error;
  }
}
