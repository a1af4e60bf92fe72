// Counts the text that goes to engines, by provider. Quotes and holds use the same count.

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
  /** The number of UTF-16 units sent. */
  readonly characters: number;
}

/** The estimated length of a block of unprepared text. */
const UNITS_PER_BLOCK = 120;

/**
 * Sums up blocks that need an engine. Blocks without text or provider cost nothing.
 * @param effects The service that makes sound effects. Null: Fullcast makes them, which costs nothing.
 * @param providerOf The engine of a speaker. Undefined for a speaker without a voice.
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
