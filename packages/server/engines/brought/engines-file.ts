// The file of the engines that people bring (FULLCAST_ENGINES_FILE). Always true: a fault stops the start with a message
// that names the entry and the field; no message holds a key.

import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { nearestName } from "../../nearest-name.ts";
import { type Settings, SettingsError } from "../../settings.ts";
import { EXECUTION_PROVIDERS } from "../onnx/model-jobs.ts";

const OWN_ENGINES = ["espeak", "flite", "pico", "fullcast", "recording"];
const MOST_ENGINES = 50;

const language = z.string().refine((tag) => {
  try {
    // "english" would be well-formed, and would match no text.
    return /^[a-z]{2,3}(?:-|$)/.test(tag) && new Intl.Locale(tag).toString() === tag;
  } catch {
    return false;
  }
}, "is not a language tag such as en-US");

const voice = z.strictObject({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(200).optional(),
  language: language.default("en"),
  gender: z.enum(["male", "female", "neutral"]).default("neutral"),
  age: z.enum(["child", "young", "adult", "old"]).default("adult"),
  accent: z.string().max(60).optional(),
  tags: z.array(z.string().min(1).max(60)).max(20).default([]),
  description: z.string().max(1_000).default(""),
  license: z.string().max(1_000).optional(),
  publishable: z.boolean().optional(),
});
export type BroughtVoice = z.output<typeof voice>;

const address = z.string().refine((value) => {
  const url = URL.parse(value);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.hash === ""
  );
}, "is not an address such as http://127.0.0.1:8880/v1 (keys belong in api_key_env)");

const common = {
  provider: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, "takes lowercase letters, digits and hyphens, and begins with a letter")
    .refine((name) => !OWN_ENGINES.includes(name), "is the name of an engine that Fullcast brings itself"),
  name: z.string().min(1).max(200).optional(),
  concurrency: z.int().min(1).max(256).optional(),
  requests_per_minute: z.int().min(1).max(100_000).optional(),
  characters_per_minute: z.int().min(1).max(100_000_000).optional(),
  monthly_characters: z.int().min(1).optional(),
  snowcoins_per_1000: z.number().min(0).max(1_000_000).multipleOf(0.001).optional(),
};
const key = {
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "is not the name of an environment variable")
    .optional(),
  api_key: z.string().min(1).max(1_000).optional(),
};
const model = z.string().min(1).max(200);

const openAi = z.strictObject({
  ...common,
  ...key,
  type: z.literal("openai-compatible"),
  base_url: address.transform((value) => value.replace(/\/+$/, "")),
  model: model.optional(),
  models: z.array(model).min(1).max(50).optional(),
  response_format: z.enum(["wav", "mp3", "flac", "opus", "aac", "pcm"]).default("wav"),
  voices: z.array(voice).min(1).max(2_000).optional(),
  instructions: z.boolean().optional(),
  /** How the server makes voices from recordings: as chatterbox-tts-api does. Absent: it makes none. */
  cloning: z.enum(["chatterbox"]).optional(),
  max_characters: z.int().min(300).max(65_536).default(4_096),
});
const elevenLabs = z.strictObject({
  ...common,
  ...key,
  type: z.literal("elevenlabs"),
  base_url: address.transform((value) => value.replace(/\/+$/, "")).default("https://api.elevenlabs.io"),
  models: z.array(model).min(1).max(20).default(["eleven_v3", "eleven_multilingual_v2"]),
  /** Whether it makes the sound effects too. */
  effects: z.boolean().default(false),
  /** How many voices of the shared library are listed, the most used first. */
  shared_voices: z.int().min(0).max(1_000).default(100),
});
const command = z.strictObject({
  ...common,
  type: z.literal("command"),
  command: z
    .array(z.string().max(4_096))
    .min(1)
    .max(200)
    .refine((list) => list.some((one) => one.includes("{input}")), "does not name {input}, the file with the text")
    .refine((list) => list.some((one) => one.includes("{output}")), "does not name {output}, the WAV file to write"),
  voices: z.array(voice).min(1).max(2_000),
});

const neural = {
  ...common,
  /** Model processes; each holds its own copy of a model. */
  concurrency: z.int().min(1).max(64).optional(),
  /** Processors of one model process. */
  threads: z.int().min(1).max(64).default(1),
  execution_provider: z.enum(EXECUTION_PROVIDERS).default("cpu"),
};
const piper = z.strictObject({ ...neural, type: z.literal("piper") });
const kokoro = z.strictObject({
  ...neural,
  type: z.literal("kokoro"),
  blends: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, "takes lowercase letters, digits, hyphens and underscores"),
        name: z.string().min(1).max(200).optional(),
        gender: z.enum(["male", "female", "neutral"]).optional(),
        voices: z
          .record(
            z.string().regex(/^[a-z]{2}_[a-z0-9_]{1,80}$/, "is not the name of a voice such as af_heart"),
            z.number().positive().max(100),
          )
          .refine(
            (parts) => Object.keys(parts).length >= 2 && Object.keys(parts).length <= 8,
            "names two to eight voices with their shares",
          ),
      }),
    )
    .max(200)
    .default([]),
});

const flite = z.strictObject({
  ...common,
  type: z.literal("flite"),
  /** Threads that speak; each holds the program and the voices that it used. */
  threads: z.int().min(1).max(64).default(1),
});

const TYPES = { "openai-compatible": openAi, elevenlabs: elevenLabs, piper, kokoro, flite, command } as const;
export type PiperEntry = z.output<typeof piper>;
export type KokoroEntry = z.output<typeof kokoro>;
export type FliteEntry = z.output<typeof flite>;
export type OpenAiEntry = z.output<typeof openAi>;
export type ElevenLabsEntry = z.output<typeof elevenLabs>;
export type CommandEntry = z.output<typeof command>;
export type EngineEntry = OpenAiEntry | ElevenLabsEntry | PiperEntry | KokoroEntry | FliteEntry | CommandEntry;

export interface EnginesFile {
  readonly entries: readonly EngineEntry[];
  /** What an administrator should know, without keys. */
  readonly warnings: readonly string[];
}

/**
 * The entries of the engines file; none when there is no file and none was named.
 * @throws SettingsError
 */
export function readEnginesFile(settings: Pick<Settings, "dataDir" | "enginesFile">): EnginesFile {
  const path = settings.enginesFile ?? join(settings.dataDir, "engines.json");
  const warnings: string[] = [];
  const text = readPrivate(path, settings.enginesFile !== null, warnings);
  return { entries: text === null ? [] : parseEngines(text), warnings };
}

const refuse = (...faults: readonly string[]): never => {
  throw new SettingsError(faults.map((fault) => `FULLCAST_ENGINES_FILE: ${fault}`));
};

/** Only the owner of the process or root may have written it: its entries are run and paid for. */
function readPrivate(path: string, named: boolean, warnings: string[]): string | null {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return named ? refuse("there is no such file.") : null;
  if (!file.isFile()) return refuse("a file is expected.");
  if (process.platform !== "win32") {
    const owner = process.getuid?.();
    if (file.uid !== 0 && file.uid !== owner) {
      return refuse("the file belongs to another user. It must belong to the user of the server, or to root.");
    }
    if ((file.mode & 0o022) !== 0) return refuse("other users can write the file. Run chmod 600 on it.");
    if ((file.mode & 0o077) !== 0) {
      try {
        chmodSync(path, 0o600);
        warnings.push("Other users could read the engines file; its mode is 0600 now.");
      } catch {
        warnings.push("Other users can read the engines file, and its mode cannot be changed.");
      }
    }
  }
  if (file.size > 4 * 1024 * 1024) return refuse("the file is larger than 4 MiB.");
  try {
    // Some editors begin a file with a byte order mark.
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch {
    return refuse("the file cannot be read.");
  }
}

/** @throws SettingsError with every fault, named by entry and field */
export function parseEngines(text: string): readonly EngineEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the text, in which a key may stand; only its place is repeated.
    const [place] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? [];
    const where = place === undefined ? "" : ` (${place})`;
    return refuse(`the file is not valid JSON${where}. An object { "engines": [ … ] } is expected.`);
  }
  const file = z.strictObject({ engines: z.array(z.unknown()).max(MOST_ENGINES) }).safeParse(value);
  const [unknown] = file.error?.issues.filter(({ code }) => code === "unrecognized_keys") ?? [];
  if (unknown !== undefined) return refuse(faultOf(unknown, ["engines"]));
  if (!file.success) return refuse(`an object { "engines": [ … ] } with at most ${MOST_ENGINES} entries is expected.`);
  const faults: string[] = [];
  const entries: EngineEntry[] = [];
  for (const [index, entry] of file.data.engines.entries()) {
    const read = readEntry(entry);
    const provider = (entry as { provider?: unknown } | null)?.provider;
    const name = `entry ${index + 1}${typeof provider === "string" ? ` (${provider.slice(0, 64)})` : ""}`;
    if ("faults" in read) faults.push(...read.faults.map((fault) => `${name}: ${fault}`));
    else if (entries.some((one) => one.provider === read.entry.provider)) {
      faults.push(`${name}: provider: another entry has this name.`);
    } else entries.push(read.entry);
  }
  if (faults.length > 0) refuse(...faults);
  return entries;
}

function readEntry(entry: unknown): { readonly entry: EngineEntry } | { readonly faults: readonly string[] } {
  if (typeof entry !== "object" || entry === null) return { faults: ["an object is expected."] };
  const { type } = entry as { type?: unknown };
  if (typeof type !== "string" || !Object.hasOwn(TYPES, type)) {
    const given = typeof type === "string" ? `"${type.slice(0, 40)}" is not known. ` : "";
    return { faults: [`type: ${given}One of ${Object.keys(TYPES).join(", ")} is expected.`] };
  }
  const read = TYPES[type as keyof typeof TYPES].safeParse(entry, { reportInput: true });
  if (!read.success) {
    const fields = Object.keys(TYPES[type as keyof typeof TYPES].shape);
    return { faults: read.error.issues.map((issue) => faultOf(issue, fields)) };
  }
  const both = "api_key" in read.data && read.data.api_key !== undefined && read.data.api_key_env !== undefined;
  if (both) return { faults: ["api_key: api_key_env names the key already; remove one of them."] };
  if (read.data.type === "openai-compatible" && read.data.cloning !== undefined && read.data.voices !== undefined) {
    return { faults: ["cloning: the server lists the voices that it makes; remove voices."] };
  }
  if (read.data.type === "openai-compatible" && (read.data.model === undefined) === (read.data.models === undefined)) {
    return { faults: ["model: either model or models is required."] };
  }
  return { entry: read.data };
}

/**
 * zod's messages state what is expected; they do not quote values.
 * @param fields those of the entry
 */
function faultOf(issue: z.core.$ZodIssue, fields: readonly string[] = []): string {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const near = field === "" ? nearestName(key, fields, 2) : null;
    const meant = near === null ? "" : ` Did you mean ${near}?`;
    return `${[field, key].filter(Boolean).join(".")}: there is no such field.${meant}`;
  }
  if (issue.code === "invalid_type" && issue.input === undefined) return `${field || "entry"}: is missing.`;
  return `${field || "entry"}: ${issue.message.replace(/\.$/, "")}.`;
}
