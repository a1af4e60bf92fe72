// Who talks with each other in a project, and a line of each speaker for listening.

import { LIMITS } from "@fullcast/contract";
import { conversationGraph } from "@fullcast/core/direction";
import { type Block, layoutRole } from "@fullcast/core/document";
import { blocksOf, sectionsOfProject } from "../documents/documents.ts";
import type { Services } from "../services.ts";

/** Of the people that a speaker talks with, those with most turns are kept. */
const MOST_RELATIONS = 12;

export interface ScriptOfPeople {
  /** Ids of the speakers that each one talks with, those with most turns first. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
  /** The longest line of each speaker that is short enough for an audition. */
  readonly samples: ReadonlyMap<string, string>;
  /** Texts of the beginning, by which the language is found. */
  readonly opening: string;
}

const OPENING_UNITS = 20_000;

export async function scriptOfPeople(
  services: Pick<Services, "db">,
  projectId: string,
  narratorId: string,
  signal: AbortSignal,
): Promise<ScriptOfPeople> {
  const weights = new Map<string, Map<string, number>>();
  const samples = new Map<string, string>();
  let opening = "";
  const meet = (one: string, other: string, weight: number) => {
    const others = weights.get(one) ?? new Map<string, number>();
    weights.set(one, others.set(other, (others.get(other) ?? 0) + weight));
  };
  for (const { id } of await sectionsOfProject(services, projectId)) {
    signal.throwIfAborted();
    const blocks = (await blocksOf(services, id)).map(({ block }) => block);
    for (const { a, b, weight } of conversationGraph(blocks)) {
      meet(a, b, weight);
      meet(b, a, weight);
    }
    for (const block of blocks) {
      const who = speakerOf(block, narratorId);
      if (who === null || block.content.type !== "text") continue;
      if (opening.length < OPENING_UNITS) opening += `${block.content.text} `;
      const line = block.content.text.trim();
      if (line.length > (samples.get(who)?.length ?? 0) && line.length <= LIMITS.speaker_sample_units)
        samples.set(who, line);
    }
  }
  const relations = new Map(
    [...weights].map(([speaker, others]) => {
      const most = [...others].sort((one, two) => two[1] - one[1] || (one[0] < two[0] ? -1 : 1));
      return [speaker, most.slice(0, MOST_RELATIONS).map(([id]) => id)];
    }),
  );
  return { relations, samples, opening };
}

function speakerOf(block: Block, narratorId: string): string | null {
  if (block.kind === "speech") return block.speaker_id;
  if (block.kind !== "narration" || layoutRole(block.content) !== "paragraph") return null;
  return block.speaker_id ?? narratorId;
}
