// Piper voices on this machine: every NAME.onnx with NAME.onnx.json in DATA/voices/piper. A model with several speakers is
// as many voices. Always true: word times come from the model's own durations or are null.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PiperEntry } from "../brought/engines-file.ts";
import type { SpeechEngine } from "../engine.ts";
import { shapeFault } from "../onnx/model-shape.ts";
import { type NeuralVoice, neuralEngine, type Surroundings } from "../onnx/neural-engine.ts";
import { digestOf, languageTag, modelFile, namesIn, readNote, voicesFolder } from "../onnx/voice-files.ts";
import { type PiperConfig, readPiperConfig } from "./config.ts";

const MODEL = "piper";
/** Changes when the same request would sound different for another reason than the model. */
const REVISION = "1";
const MOST_CONFIG_BYTES = 4 * 2 ** 20;

export function createPiperEngine(entry: PiperEntry, dataDir: string, surroundings: Surroundings = {}): SpeechEngine {
  return neuralEngine({
    type: "piper",
    provider: entry.provider,
    name: entry.name ?? "Piper",
    dataDir,
    concurrency: entry.concurrency ?? 1,
    threads: entry.threads,
    execution_provider: entry.execution_provider,
    limits: {
      requests_per_minute: entry.requests_per_minute ?? null,
      characters_per_minute: entry.characters_per_minute ?? null,
      monthly_characters: entry.monthly_characters ?? null,
    },
    model: {
      id: MODEL,
      controls: ["rate", "volume_db", "pronunciation"],
      options: {
        noise_scale: { min: 0, max: 2 },
        noise_w: { min: 0, max: 2 },
        length_scale: { min: 0.5, max: 2 },
      },
      snowcoins_per_1000: entry.snowcoins_per_1000 ?? null,
      revision: REVISION,
    },
    surroundings,
    voices: () => piperVoices(voicesFolder(dataDir, "piper")),
  });
}

async function piperVoices(folder: string) {
  const voices: NeuralVoice[] = [];
  const faults: string[] = [];
  for (const name of await namesIn(folder, ".onnx")) {
    const model = await modelFile(join(folder, `${name}.onnx`), name);
    if (model === null) continue;
    const text = await smallFile(join(folder, `${name}.onnx.json`));
    const read = text === null ? { fault: "its .onnx.json is missing or too large" } : readPiperConfig(text);
    if ("fault" in read) {
      faults.push(`${name} cannot be used: ${read.fault}.`);
      continue;
    }
    const { config } = read;
    const fault = await shapeFault(model, "piper", config.num_speakers > 1);
    if (fault !== null) {
      faults.push(fault);
      continue;
    }
    const note = await readNote(folder, name);
    const revision = createHash("sha256")
      .update(`${REVISION}\n${await digestOf(model)}\n${text}`)
      .digest("hex")
      .slice(0, 16);
    for (const [speaker, number] of speakersOf(config)) {
      const [, dataset = name, quality = ""] = /^[A-Za-z]{2,3}(?:_[A-Za-z]+)?-(.+?)(?:-([a-z_]+))?$/.exec(name) ?? [];
      const base = dataset.charAt(0).toUpperCase() + dataset.slice(1).replaceAll("_", " ");
      voices.push({
        model,
        voice: {
          id: speaker === null ? name : `${name}#${speaker}`,
          name: speaker === null ? base : `${base} ${speaker}`,
          models: [MODEL],
          languages: [languageTag(config.language?.code ?? config.espeak!.voice)],
          accent: null,
          gender: note.gender,
          age: note.age,
          tags: ["piper", ...(quality === "" ? [] : [quality])],
          description: `Piper voice ${name}${speaker === null ? "" : `, speaker ${speaker}`}.`,
          license: note.license ?? "Unknown",
          publishable: note.publishable,
          preparation_required: false,
          revision,
          features: null,
        },
        job: ({ delivery, options }) => {
          const given = (key: string, low: number, high: number, usual: number) => {
            const value = options[key];
            return typeof value === "number" && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : usual;
          };
          return {
            family: "piper",
            config,
            speaker: number,
            noise_scale: given("noise_scale", 0, 2, config.inference.noise_scale),
            noise_w: given("noise_w", 0, 2, config.inference.noise_w),
            length_scale: (config.inference.length_scale * given("length_scale", 0.5, 2, 1)) / delivery.rate,
          };
        },
      });
    }
  }
  return { voices, faults };
}

/** The speakers of a model with their numbers; one without a name and number when it has one. */
function speakersOf(config: PiperConfig): readonly (readonly [name: string | null, number: number | null])[] {
  if (config.num_speakers <= 1) return [[null, null]];
  const named = Object.entries(config.speaker_id_map).filter(([, number]) => number < config.num_speakers);
  if (named.length > 0) return named;
  return Array.from({ length: config.num_speakers }, (_, number) => [String(number), number] as const);
}

async function smallFile(path: string): Promise<string | null> {
  const file = await readFile(path).catch(() => null);
  return file === null || file.length > MOST_CONFIG_BYTES ? null : file.toString("utf8");
}
