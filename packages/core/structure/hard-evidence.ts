// What a line's own words and tag settle beyond doubt: who is addressed and so does not speak, the gender of the pronoun in
// the tag, and whether the tag has a name. An opinion from elsewhere must agree with it.

import type { Cast } from "./cast.ts";
import type { Decision } from "./judgement.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./subjects.ts";

export interface LineEvidence {
  /** Persons of the cast that the line addresses. */
  readonly addressed: readonly number[];
  /** "he said": the speaker is not female. */
  readonly gender: "male" | "female" | null;
  /** The tag names the speaker. */
  readonly isNamed: boolean;
}

/** By the start of each speech span; only lines with such evidence. A person who was chosen all the same counts as possible. */
export function hardEvidence(
  lines: readonly Line[],
  decisions: readonly Decision[],
  cast: Cast,
  { mentions }: Reading,
): Map<number, LineEvidence> {
  const found = new Map<number, LineEvidence>();
  lines.forEach((line, index) => {
    const chosen = decisions[index]!.person;
    const addressed = [...new Set(line.called.mentions.map((mention) => cast.ofForm[mentions.form[mention]!]!))].filter(
      (person) => person >= 0 && person !== chosen,
    );
    const tag = line.evidence.find(({ kind }) => kind === "tag")?.subject;
    const said = tag?.kind === "pronoun" && (tag.gender === "male" || tag.gender === "female") ? tag.gender : null;
    const clashes = said !== null && chosen >= 0 && (cast.people[chosen]!.gender ?? said) !== said;
    const gender = clashes ? null : said;
    const isNamed =
      tag?.kind === "mention" &&
      mentions.forms[mentions.form[tag.mention]!]!.role === null &&
      cast.ofForm[mentions.form[tag.mention]!] === chosen;
    if (addressed.length === 0 && gender === null && !isNamed) return;
    for (const span of line.spans) found.set(span.start, { addressed, gender, isNamed });
  });
  return found;
}
