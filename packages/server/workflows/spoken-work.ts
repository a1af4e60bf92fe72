// What making audio sends to engines, by provider: the one count that a quote states and a hold sets aside.

import { setImmediate as breathe } from "node:timers/promises";
import {
  type BlockIntentParts,
  optionsOf,
  type SpeakingRules,
  spokenLength,
  spokenLengths,
} from "@fullcast/core/media";
import type { StoredBlock } from "../documents/documents.ts";
import type { EffectService } from "../engines/registry.ts";

export interface SpokenWork {
  readonly provider: string;
  readonly blocks: number;
  /** UTF-16 units that are sent. */
  readonly characters: number;
}

/** Text that is not prepared yet makes a block about this long. */
const UNITS_PER_BLOCK = 120;

/**
 * Sums up blocks that need an engine; what has no text or no provider costs nothing.
 * @param effects the service that makes sound effects; null where the program makes them, which costs nothing
 * @param providerOf who speaks for a speaker; undefined when no voice does
 */
export async function spokenWork(
  blocks: AsyncIterable<StoredBlock>,
  providerOf: (speakerId: string | null) => string | undefined,
  rules: SpeakingRules = {},
  effects: EffectService | null = null,
): Promise<SpokenWork[]> {
  const sums = new Map<string, { blocks: number; characters: number }>();
  for await (const { block, intent_parts } of blocks) {
    const { kind, content, speaker_id } = block;
    const isEffect = content.type === "sfx";
    if (isEffect && (effects === null || content.source !== undefined)) continue;
    const provider = isEffect ? effects?.provider : providerOf(speaker_id);
    if (provider === undefined || (content.type !== "text" && !isEffect)) continue;
    const sum = sums.get(provider) ?? { blocks: 0, characters: 0 };
    sums.set(provider, sum);
    if (isEffect) {
      sum.blocks += 1;
      sum.characters += effects?.effects.characters(content.duration_ms) ?? 0;
    } else if (kind === "unparsed") {
      sum.blocks += Math.ceil(content.text.length / UNITS_PER_BLOCK);
      for (const length of spokenLengths(content, rules)) {
        sum.characters += length;
        await breathe();
      }
    } else {
      sum.blocks += 1;
      sum.characters += spokenLength(content, optionsOf(intent_parts as BlockIntentParts), provider);
    }
  }
  return [...sums].map(([provider, sum]) => ({ provider, ...sum }));
}
