// Units of a real story: the example chapter spoken by three embedded voices.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NEUTRAL_DELIVERY } from "../../packages/core/direction/direction.ts";
import { spokenText } from "../../packages/core/media/media.ts";
import type { EngineWord } from "../../packages/server/engines/engine.ts";
import { createEspeakEngine } from "../../packages/server/engines/espeak/espeak.ts";
import { speakPcm } from "../../packages/server/engines/record.ts";
import type { JobUnit } from "./make-job.ts";

const VOICES = ["ada", "edmund", "angus"] as const;

export interface SpokenUnit extends JobUnit {
  /** The spoken text; the offsets of words refer to it. */
  readonly text: string;
  readonly words: readonly EngineWord[];
}

/** The chapter's paragraphs, spoken. */
export async function spokenUnits(): Promise<readonly SpokenUnit[]> {
  const chapter = readFileSync(join(import.meta.dirname, "..", "..", "examples", "chapter.txt"), "utf8");
  const paragraphs = chapter.split(/\r?\n\s*\r?\n/).filter((paragraph) => /\p{L}/u.test(paragraph));
  await using engine = createEspeakEngine();
  return await Promise.all(
    paragraphs.map(async (paragraph, i): Promise<SpokenUnit> => {
      const spoken = spokenText({
        type: "text",
        schema_version: "studio-ast-2",
        text: paragraph,
        annotations: [],
        points: [],
        delivery_control_sets: [],
      });
      const { pcm, sample_rate, words } = await speakPcm(engine, {
        model: "espeak-ng",
        voice: VOICES[i % VOICES.length]!,
        text: spoken.text,
        delivery: NEUTRAL_DELIVERY,
        emphasis: [],
        pronunciations: [],
        silences: [],
        options: {},
      });
      return { pcm, sampleRate: sample_rate, spacingMs: 650, text: spoken.text, words: words ?? [] };
    }),
  );
}

/** Repeats the units until they fill `seconds`. */
export function filling<T extends JobUnit>(units: readonly T[], seconds: number): readonly T[] {
  const filled: T[] = [];
  for (let at = 0, i = 0; at < seconds; i++) {
    const unit = units[i % units.length]!;
    filled.push(unit);
    at += unit.pcm.length / unit.sampleRate + (unit.spacingMs ?? 0) / 1000;
  }
  return filled;
}
