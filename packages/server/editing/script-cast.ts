// The cast of a project as written scripts know it: by name.

import { directionOf, writtenDirection } from "@fullcast/core/direction";
import { comparedName, type DeliveryControlSet, type WritingCast } from "@fullcast/core/document";
import { canonicalJson } from "@fullcast/core/json";
import type { ProjectCast } from "../speakers/speakers.ts";

/** Speakers by compared name. Names win over aliases, earlier speakers over later ones. */
export function speakersByName(speakers: ProjectCast["speakers"]): Map<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, id: string) => {
    if (!names.has(comparedName(name))) names.set(comparedName(name), id);
  };
  for (const speaker of speakers) add(speaker.name, speaker.id);
  for (const speaker of speakers) for (const alias of speaker.aliases) add(alias, speaker.id);
  return names;
}

/** What is needed to write the scripts of a project. */
export function writingCast({ speakers, narratorId }: Pick<ProjectCast, "speakers" | "narratorId">): WritingCast {
  const people = speakersByName(speakers);
  const names = new Map(speakers.map((speaker) => [speaker.id, speaker.name]));
  return {
    nameOf: (speakerId) => names.get(speakerId) ?? null,
    speakerNamed: (name) => people.get(comparedName(name)) ?? null,
    narratorId,
    directionOf,
    isDirection(direction, sets, textLength) {
      const made = writtenDirection(direction, textLength);
      return made === null ? sets.length === 0 : sets.length === 1 && withoutIds(made) === withoutIds(sets[0]);
    },
  };
}

function withoutIds(
  set: (Omit<DeliveryControlSet, "id" | "directives"> & { readonly directives: readonly object[] }) | undefined,
): string {
  return canonicalJson({ ...set, id: null, directives: set?.directives.map((one) => ({ ...one, id: null })) } as never);
}
