// The speed of sound effects from prompts: each kind, through the thread that makes them for a story, to the finished file with
// its hash and loudness.

import { type EffectName, RECIPES, understandPrompt } from "../packages/core/sound/effects/effects.ts";
import { createEffectMaker } from "../packages/server/engines/effects/effects.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";

export const describe =
  "half a minute of every sound effect there is, heavy, distant and echoing, which costs most, made in one thread";

/** Prompts of kinds whose name alone has another meaning. */
const PROMPTS: Partial<Record<EffectName, string>> = {
  metal: "clang",
  whistle: "train whistle",
  drum: "drum roll",
};
const DURATION_MS = 30_000;
const AT_LEAST = { bound: "at least", value: 30 } as const;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const maker = createEffectMaker({ threads: 1 });
  try {
    const speeds: { readonly effect: EffectName; readonly speed: number }[] = [];
    for (const effect of Object.keys(RECIPES) as EffectName[]) {
      const prompt = `heavy, distant, echoing ${PROMPTS[effect] ?? effect.replaceAll("_", " ")}`;
      if (understandPrompt(prompt)?.effect !== effect) throw new Error(`"${prompt}" means something else`);
      const made: number[] = [];
      // The first is not counted: its code is being compiled.
      for (let seed = 0; seed <= runs; seed++) {
        const from = performance.now();
        await maker.make({ prompt, duration_ms: DURATION_MS, seed });
        if (seed > 0) made.push(DURATION_MS / (performance.now() - from));
      }
      speeds.push({ effect, speed: median(made) });
    }
    const slowest = speeds.reduce((one, other) => (other.speed < one.speed ? other : one));
    return [
      measured("kinds of sound", speeds.length, ""),
      measured("one in the middle", median(speeds.map(({ speed }) => speed)), "× real time"),
      measured(`the slowest (${slowest.effect.replaceAll("_", " ")})`, slowest.speed, "× real time", AT_LEAST),
    ];
  } finally {
    await maker[Symbol.asyncDispose]();
  }
}
