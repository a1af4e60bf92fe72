// The price of speaking lines again, as quotes and holds count it: rounded up once for each section.

import type { Block } from "@fullcast/core/document";
import { type Prices, snowcoinsFor } from "@fullcast/core/ledger";
import { type BlockIntentParts, optionsOf, spokenLength } from "@fullcast/core/media";
import { costOfWork } from "@fullcast/core/workflow";
import type { CastLookup } from "./intents.ts";

export interface RespeakingCost {
  /** Counts a line that is spoken again. A line without a voice costs nothing. */
  add(sectionId: string, block: Block, after: BlockIntentParts): void;
  /** Snowcoins. */
  total(): number;
}

export function respeakingCost(casts: CastLookup, prices: Prices): RespeakingCost {
  /** UTF-16 units by section and provider. */
  const characters = new Map<string, Map<string, number>>();
  return {
    add(sectionId, block, after) {
      const provider = casts.get(block.speaker_id ?? "")?.voice.provider;
      if (provider === undefined || block.content.type !== "text") return;
      const bySection = characters.get(sectionId) ?? new Map<string, number>();
      const length = spokenLength(block.content, optionsOf(after), provider);
      characters.set(sectionId, bySection.set(provider, (bySection.get(provider) ?? 0) + length));
    },
    total() {
      const sections = [...characters.values()].map((bySection) =>
        [...bySection].map(([provider, units]) => ({ provider, characters: units })),
      );
      return sections.reduce((sum, work) => sum + snowcoinsFor(costOfWork(work, prices)), 0);
    },
  };
}
