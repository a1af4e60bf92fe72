// Kokoro on this machine: DATA/voices/kokoro holds the model (one .onnx file, the timestamped export), tokenizer.json or
// config.json with its symbols, and a pack for each voice (NAME.bin). Blends of packs are voices of their own. Always true:
// word times come from the model's own durations or are null.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { KokoroEntry } from "../brought/engines-file.ts";
import type { SpeechEngine } from "../engine.ts";
import { shapeFault } from "../onnx/model-shape.ts";
import { type NeuralVoice, neuralEngine, type Surroundings } from "../onnx/neural-engine.ts";
import { digestOf, isVoiceName, modelFile, namesIn, readNote, voicesFolder } from "../onnx/voice-files.ts";

const MODEL = "kokoro";
const REVISION = "1";
/** The first letter of a voice's name: its language, and the voice of eSpeak NG for it. */
const LANGUAGES: Readonly<Record<string, { readonly tag: string; readonly espeak: string }>> = {
  a: { tag: "en-US", espeak: "en-us" },
  b: { tag: "en-GB", espeak: "en-gb" },
  e: { tag: "es", espeak: "es" },
  f: { tag: "fr-FR", espeak: "fr-fr" },
  h: { tag: "hi", espeak: "hi" },
  i: { tag: "it", espeak: "it" },
  p: { tag: "pt-BR", espeak: "pt-br" },
};

const vocabulary = z.record(z.string().max(16), z.int().min(0).max(100_000));

export function createKokoroEngine(entry: KokoroEntry, dataDir: string, surroundings: Surroundings = {}): SpeechEngine {
  return neuralEngine({
    type: "kokoro",
    provider: entry.provider,
    name: entry.name ?? "Kokoro",
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
      snowcoins_per_1000: entry.snowcoins_per_1000 ?? null,
      revision: REVISION,
    },
    surroundings,
    voices: () => kokoroVoices(voicesFolder(dataDir, "kokoro"), entry.blends),
  });
}

async function kokoroVoices(folder: string, blends: KokoroEntry["blends"]) {
  const voices: NeuralVoice[] = [];
  const faults: string[] = [];
  const [name, ...others] = await namesIn(folder, ".onnx");
  const model = name === undefined ? null : await modelFile(join(folder, `${name}.onnx`), name);
  if (model === null) return { voices, faults };
  if (others.length > 0) faults.push(`The folder of Kokoro holds several models; ${name} is used.`);
  const fault = await shapeFault(model, "kokoro", false);
  if (fault !== null) return { voices, faults: [...faults, fault] };
  const symbols = await readVocabulary(folder);
  if (symbols === null) {
    return { voices, faults: [...faults, "tokenizer.json is missing or names no symbols (model.vocab)."] };
  }
  const note = await readNote(folder, name!);
  const base = `${REVISION}\n${await digestOf(model)}\n${JSON.stringify(symbols)}`;

  const add = async (
    id: string,
    parts: readonly { readonly name: string; readonly weight: number }[],
    own: { readonly name?: string | undefined; readonly gender?: "male" | "female" | "neutral" | undefined },
  ) => {
    const language = LANGUAGES[parts[0]!.name[0]!];
    if (language === undefined) return;
    const packs: { path: string; weight: number }[] = [];
    let sounds = base;
    for (const part of parts) {
      const pack = await modelFile(join(folder, `${part.name}.bin`), part.name);
      if (pack === null) {
        faults.push(`The voice ${id} lacks its pack ${part.name}.bin.`);
        return;
      }
      packs.push({ path: pack.path, weight: part.weight });
      sounds += `\n${part.weight} ${await digestOf(pack)}`;
    }
    const letters = new Set(parts.map((part) => part.name[1]));
    const gender = letters.size > 1 ? "neutral" : letters.has("f") ? "female" : letters.has("m") ? "male" : "neutral";
    const plain = id.replace(/^[a-z]{2}_/, "").replaceAll("_", " ");
    voices.push({
      model,
      voice: {
        id,
        name: own.name ?? plain.charAt(0).toUpperCase() + plain.slice(1),
        models: [MODEL],
        languages: [language.tag],
        accent: null,
        gender: own.gender ?? gender,
        age: "adult",
        tags: parts.length > 1 ? ["kokoro", "blend"] : ["kokoro"],
        description:
          parts.length > 1
            ? `A blend of ${parts.map((part) => `${part.name} (${part.weight})`).join(", ")}.`
            : `Kokoro voice ${id}.`,
        license: note.license ?? "Unknown",
        publishable: note.publishable,
        preparation_required: false,
        revision: createHash("sha256").update(sounds).digest("hex").slice(0, 16),
        features: null,
      },
      job: ({ delivery }) => ({
        family: "kokoro",
        vocabulary: symbols,
        packs,
        espeak: language.espeak,
        speed: delivery.rate,
      }),
    });
  };

  for (const pack of await namesIn(folder, ".bin")) {
    if (LANGUAGES[pack[0]!] === undefined) {
      faults.push(`${pack} is left out: its language needs phonemes that eSpeak NG does not make.`);
    } else await add(pack, [{ name: pack, weight: 1 }], {});
  }
  for (const { id, voices: parts, ...own } of blends) {
    if (voices.some(({ voice }) => voice.id === id)) faults.push(`The blend ${id} has the name of a voice.`);
    else
      await add(
        id,
        Object.entries(parts)
          .map(([part, weight]) => ({ name: part, weight }))
          .filter((part) => isVoiceName(part.name)),
        own,
      );
  }
  return { voices, faults };
}

/** tokenizer.json of the ONNX export (model.vocab), or config.json of the original model (vocab). */
async function readVocabulary(folder: string): Promise<Readonly<Record<string, number>> | null> {
  for (const file of ["tokenizer.json", "config.json"]) {
    const text = await readFile(join(folder, file), "utf8").catch(() => null);
    if (text === null || text.length > 4 * 2 ** 20) continue;
    try {
      const value = JSON.parse(text) as { model?: { vocab?: unknown }; vocab?: unknown };
      const read = vocabulary.safeParse(value.model?.vocab ?? value.vocab);
      if (read.success) return read.data;
    } catch {
      // The other file may be readable.
    }
  }
  return null;
}
