// Flite's installed voices: files in DATA/voices/flite, spoken with by threads of their own. The voices that come with the
// program are flite.ts.

import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { FliteEntry } from "../brought/engines-file.ts";
import { EMBEDDED_MODEL } from "../embedded-model.ts";
import { withoutEndlessWords } from "../endless-words.ts";
import { EngineError, type EngineVoice, type SpeechEngine } from "../engine.ts";
import { digestOf, modelFile, namesIn, readNote, voicesFolder } from "../onnx/voice-files.ts";
import { withProfile } from "../profile-options.ts";
import { checkRequest, unsupportedWishes, withWarnings } from "../request.ts";
import { createSpeakingPool } from "../speaking-pool.ts";
import { SOUND_VERSION } from "./sound-version.ts";
import { HEAD_BYTES, MOST_VOICE_BYTES, readVoiceHead, type VoiceHead } from "./voice-file.ts";

const MODEL = "flite";
const ENDING = ".flitevox";
/** Changes when the code in installed-worker.ts changes what is heard. */
const REVISION = "1";

interface InstalledVoice {
  readonly path: string;
  readonly voice: EngineVoice;
}

export function createInstalledFlite(entry: FliteEntry, dataDir: string): SpeechEngine {
  const threads = entry.threads;
  const program = new URL("./installed-worker.ts", import.meta.url);
  const pool = createSpeakingPool({ program, threads });
  let known = new Map<string, InstalledVoice>();

  async function look() {
    const { voices, faults } = await voicesIn(voicesFolder(dataDir, "flite"));
    known = new Map(voices.map((one) => [one.voice.id, one]));
    return { voices: voices.map(({ voice }) => voice), faults };
  }

  async function prepared(request: Parameters<SpeechEngine["speak"]>[0]) {
    if (!known.has(request.voice)) await look();
    const { max_characters } = EMBEDDED_MODEL;
    checkRequest(request, { models: [MODEL], max_characters, hasVoice: (id) => known.has(id) });
    const { request: spoken, warnings } = withoutEndlessWords(withProfile(request));
    const all = [...warnings, ...unsupportedWishes(request, EMBEDDED_MODEL)];
    return { spoken: { ...spoken, voice: known.get(request.voice)!.path }, warnings: all };
  }

  return {
    provider: entry.provider,
    name: entry.name ?? "Installed voices of Flite",
    kind: "local",
    concurrency: entry.concurrency ?? threads * 2,
    limits: {
      requests_per_minute: entry.requests_per_minute ?? null,
      characters_per_minute: entry.characters_per_minute ?? null,
      monthly_characters: entry.monthly_characters ?? null,
    },
    async describe() {
      const { voices, faults } = await look();
      const none = "There is no usable voice: run fullcast voices install flite/NAME.";
      const notices = [...(voices.length === 0 ? [none] : []), ...faults];
      return {
        status: voices.length === 0 ? "unconfigured" : "available",
        notice: notices.length === 0 ? null : notices.join(" "),
        models: [
          {
            id: MODEL,
            languages: [...new Set(voices.flatMap(({ languages }) => languages))],
            ...EMBEDDED_MODEL,
            snowcoins_per_1000: entry.snowcoins_per_1000 ?? null,
            revision: REVISION,
          },
        ],
        voices,
      };
    },
    async speak(request, signal) {
      const { spoken, warnings } = await prepared(request);
      return withWarnings(await pool.speak(spoken, signal), warnings);
    },
    async record(request, signal) {
      const { spoken, warnings } = await prepared(request);
      const { recording, file } = await pool.record(spoken, signal);
      return { recording: withWarnings(recording, warnings), file };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

async function voicesIn(folder: string) {
  const voices: InstalledVoice[] = [];
  const faults: string[] = [];
  for (const name of await namesIn(folder, ENDING)) {
    const path = join(folder, `${name}${ENDING}`);
    const file = await modelFile(path, name);
    if (file === null) continue;
    const read = file.bytes > MOST_VOICE_BYTES ? { fault: `it has ${file.bytes} bytes` } : await headOf(path);
    if ("fault" in read) {
      faults.push(`${name} cannot be used: ${read.fault}.`);
      continue;
    }
    const { head } = read;
    const note = await readNote(folder, name);
    const digest = await digestOf(file);
    const short = name.replace(/^cmu_[a-z]+_/, "");
    voices.push({
      path,
      voice: {
        id: name,
        name: short.charAt(0).toUpperCase() + short.slice(1),
        models: [MODEL],
        languages: [head.language],
        accent: null,
        gender: note.gender === "neutral" ? (head.gender ?? "neutral") : note.gender,
        age: note.age,
        tags: ["flite"],
        description: `Flite voice ${name}${head.description === null ? "" : `: ${head.description}`}.`,
        license: note.license ?? head.copyright ?? "Unknown",
        publishable: note.publishable,
        preparation_required: false,
        revision: createHash("sha256").update(`${SOUND_VERSION}\n${REVISION}\n${digest}`).digest("hex").slice(0, 16),
        features: null,
      },
    });
  }
  return { voices, faults };
}

async function headOf(path: string): Promise<{ readonly head: VoiceHead } | { readonly fault: string }> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(bytes, 0, HEAD_BYTES, 0);
    return readVoiceHead(bytes.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Speaks a sentence with the voice in a file; null when it can, else what is wrong. */
export async function faultOfVoice(path: string): Promise<string | null> {
  const read = await headOf(path);
  if ("fault" in read) return read.fault;
  await using pool = createSpeakingPool({ program: new URL("./installed-worker.ts", import.meta.url), threads: 1 });
  const delivery = { rate: 1, pitch_semitones: 0, volume_db: 0, range: 1, whisper: false };
  const plain = { emphasis: [], pronunciations: [], silences: [], options: {} };
  try {
    await pool.speak({ model: MODEL, voice: path, text: "The lamp is lit.", delivery, ...plain });
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.message.replace(/^The voice's file cannot be used: |\.$/g, "");
    throw error;
  }
}
