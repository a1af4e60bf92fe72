// Entries of the engines file for the common services, as docs/engines shows them. "fullcast engines add NAME" enters one.

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Settings } from "../../settings.ts";
import { type EngineEntry, parseEngines, readEnginesFile } from "./engines-file.ts";

export type Preset = {
  readonly provider: string;
  readonly base_url?: string;
  readonly api_key_env?: string;
  readonly [field: string]: unknown;
};

const openAi = (provider: string, base_url: string, model: string) =>
  ({ provider, type: "openai-compatible", base_url, model }) as const;

/** By the name of the page in docs/engines. */
export const PRESETS = {
  "kokoro-fastapi": {
    ...openAi("kokoro-server", "http://127.0.0.1:8880/v1", "kokoro"),
    response_format: "wav",
    concurrency: 2,
  },
  localai: {
    ...openAi("localai", "http://127.0.0.1:8080/v1", "voice-en-us-amy-low"),
    voices: [{ id: "en-us-amy-low", name: "Amy", language: "en-US", gender: "female" }],
    concurrency: 1,
  },
  chatterbox: {
    ...openAi("chatterbox", "http://127.0.0.1:4123/v1", "chatterbox"),
    cloning: "chatterbox",
    concurrency: 1,
    max_characters: 3_000,
  },
  orpheus: {
    ...openAi("orpheus", "http://127.0.0.1:5005/v1", "orpheus"),
    voices: [
      { id: "tara", name: "Tara", language: "en-US", gender: "female" },
      { id: "leah", name: "Leah", language: "en-US", gender: "female" },
      { id: "jess", name: "Jess", language: "en-US", gender: "female", age: "young" },
      { id: "mia", name: "Mia", language: "en-US", gender: "female" },
      { id: "zoe", name: "Zoe", language: "en-US", gender: "female" },
      { id: "leo", name: "Leo", language: "en-US", gender: "male" },
      { id: "dan", name: "Dan", language: "en-US", gender: "male" },
      { id: "zac", name: "Zac", language: "en-US", gender: "male" },
    ],
    concurrency: 1,
    max_characters: 900,
  },
  vllm: {
    ...openAi("vllm", "http://127.0.0.1:8091/v1", "Qwen/Qwen3-TTS-12Hz-1.7B-CustomVoice"),
    instructions: true,
    concurrency: 8,
  },
  openai: {
    ...openAi("openai", "https://api.openai.com/v1", "gpt-4o-mini-tts"),
    api_key_env: "OPENAI_API_KEY",
    response_format: "wav",
    concurrency: 4,
    requests_per_minute: 50,
  },
  elevenlabs: {
    provider: "elevenlabs",
    type: "elevenlabs",
    api_key_env: "ELEVENLABS_API_KEY",
    models: ["eleven_v3", "eleven_multilingual_v2"],
    concurrency: 3,
  },
} as const satisfies { readonly [name: string]: Preset };
export type PresetName = keyof typeof PRESETS;

type EnginesFileSettings = Pick<Settings, "dataDir" | "enginesFile">;

/**
 * Enters a service in the engines file, unless an entry of this name is there.
 * @param baseUrl the address of the server; null: that of the preset
 * @throws SettingsError for a faulty file, and for an address that is none
 */
export async function addService(
  settings: EnginesFileSettings,
  name: PresetName,
  baseUrl: string | null,
): Promise<{
  readonly provider: string;
  readonly key: string | null;
  readonly file: string;
  readonly entered: boolean;
}> {
  const preset: Preset = PRESETS[name];
  const { provider, api_key_env: key = null } = preset;
  const entered = !readEnginesFile(settings).entries.some((one) => one.provider === provider);
  const entry = baseUrl === null ? preset : { ...preset, base_url: baseUrl };
  const file = entered ? await enter(settings, entry) : enginesFile(settings);
  return { provider, key, file, entered };
}

/** The names of the engines in the file. @throws SettingsError for a faulty file */
export function enteredEngines(settings: EnginesFileSettings): {
  readonly file: string;
  readonly providers: readonly string[];
} {
  return { file: enginesFile(settings), providers: readEnginesFile(settings).entries.map(({ provider }) => provider) };
}

export const enginesFile = ({ enginesFile: named, dataDir }: EnginesFileSettings): string =>
  named ?? join(dataDir, "engines.json");

/** Adds an entry to the file. @returns the file @throws SettingsError; the file is unchanged then */
export async function enter(
  settings: EnginesFileSettings,
  entry: Preset | Pick<EngineEntry, "provider" | "type">,
): Promise<string> {
  const file = enginesFile(settings);
  const text = await readFile(file, "utf8").catch(() => '{ "engines": [] }');
  // Some editors begin a file with a byte order mark.
  const value = JSON.parse(text.replace(/^\ufeff/, "")) as { engines: unknown[] };
  value.engines.push(entry);
  const next = `${JSON.stringify(value, null, 2)}\n`;
  parseEngines(next);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, next, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return file;
}
