// Units as a story has them: the example chapter spoken by three embedded voices.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NEUTRAL_DELIVERY } from "../../packages/core/direction/direction.ts";
import { spokenText } from "../../packages/core/media/media.ts";
import { createEspeakEngine } from "../../packages/server/engines/espeak/espeak.ts";
import type { JobUnit } from "./make-job.ts";

const VOICES = ["ada", "edmund", "angus"] as const;

/** The chapter's paragraphs, spoken. */
export async function spokenUnits(): Promise<readonly JobUnit[]> {
  const chapter = readFileSync(join(import.meta.dirname, "..", "..", "examples", "chapter.txt"), "utf8");
  const paragraphs = chapter.split(/\r?\n\s*\r?\n/).filter((paragraph) => /\p{L}/u.test(paragraph));
  await using engine = createEspeakEngine();
  return await Promise.all(
    paragraphs.map(async (paragraph, i): Promise<JobUnit> => {
      const spoken = spokenText({
        type: "text",
        schema_version: "studio-ast-2",
        text: paragraph,
        annotations: [],
        points: [],
        delivery_control_sets: [],
      });
      const { pcm, sample_rate } = await engine.speak({
        model: "espeak-ng",
        voice: VOICES[i % VOICES.length]!,
        text: spoken.text,
        delivery: NEUTRAL_DELIVERY,
        emphasis: [],
        pronunciations: [],
        silences: [],
        options: {},
      });
      return { pcm, sampleRate: sample_rate, spacingMs: 650 };
    }),
  );
}

/** As many units as fill `seconds`, the same sounds over and over. */
export function filling(units: readonly JobUnit[], seconds: number): readonly JobUnit[] {
  const filled: JobUnit[] = [];
  for (let at = 0, i = 0; at < seconds; i++) {
    const unit = units[i % units.length]!;
    filled.push(unit);
    at += unit.pcm.length / unit.sampleRate + (unit.spacingMs ?? 0) / 1000;
  }
  return filled;
}
