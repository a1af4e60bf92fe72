// Combines layout, decisions and cast into the script. Only people who speak become characters, and known people of
// the project are recognised.

import type { Stretch } from "./blocks.ts";
import type { Cast, Person } from "./cast.ts";
import type { LineEvidence } from "./hard-evidence.ts";
import type { Decision } from "./judgement.ts";
import type { Line } from "./line.ts";
import type { KnownCharacter, StructuredBlock, StructuredCharacter, StructureResult } from "./script.ts";
import type { SpokenTag } from "./spoken-tags.ts";

export function assembleScript(
  parts: readonly Stretch[],
  lines: readonly Line[],
  decisions: readonly Decision[],
  cast: Cast,
  known: readonly KnownCharacter[],
  stated: ReadonlyMap<number, Decision>,
  tags: readonly SpokenTag[],
  hard: ReadonlyMap<number, LineEvidence> = new Map(),
): StructureResult {
  const bySpan = new Map<number, Decision>();
  lines.forEach((line, index) => {
    for (const span of line.spans) bySpan.set(span.start, decisions[index]!);
  });
  for (const [span, decision] of stated) bySpan.set(span, decision);
  const quotes = new Map<number, number>();
  for (const part of parts) {
    const person = part.kind === "speech" ? (bySpan.get(part.span)?.person ?? -1) : -1;
    if (person >= 0) quotes.set(person, (quotes.get(person) ?? 0) + 1);
  }
  const speaking = [...quotes].sort((left, right) => right[1] - left[1] || left[0] - right[0]);
  const position = new Map(speaking.map(([person], index) => [person, index]));
  const taken = new Set<number>();
  const characters: StructuredCharacter[] = speaking.map(([id, count]) => {
    const person = cast.people[id]!;
    const match = person.known >= 0 && !taken.has(person.known) ? person.known : recognise(person, known, taken);
    if (match !== null) taken.add(match);
    const earlier = match === null ? null : known[match]!;
    return {
      name: earlier?.name ?? person.name,
      aliases: aliasesOf(person, earlier?.name ?? person.name),
      gender: earlier?.gender ?? person.gender,
      age: earlier?.age ?? person.age,
      quotes: count,
      known: match,
      narrates: person.narrator,
      isGroup: person.group === true,
    };
  });
  let tag = 0;
  const tagsOf = (part: Stretch): SpokenTag[] => {
    const own: SpokenTag[] = [];
    for (; tag < tags.length && tags[tag]!.start < part.end; tag++) {
      const { start, end } = tags[tag]!;
      if (part.kind === "narration" && start >= part.start && end <= part.end) own.push({ start, end });
    }
    return own;
  };
  const blocks = parts.map((part): StructuredBlock => {
    const decision = part.kind === "speech" ? bySpan.get(part.span) : undefined;
    const speaker = decision && decision.person >= 0 ? position.get(decision.person)! : null;
    const settled = part.kind === "speech" && !stated.has(part.span) ? hard.get(part.span) : undefined;
    return {
      kind: part.kind,
      start_utf16: part.start,
      end_utf16: part.end,
      role: part.role === "heading" || part.role === "scene_break" ? part.role : "paragraph",
      exclusions: part.exclusions.map(({ start, end, reason }) => ({ start_utf16: start, end_utf16: end, reason })),
      speech_tags: tagsOf(part).map(({ start, end }) => ({ start_utf16: start, end_utf16: end })),
      speaker,
      confidence: part.kind === "speech" ? (decision?.confidence ?? 0) : null,
      method: part.kind === "speech" ? (decision?.method ?? "none") : null,
      candidates: (decision?.candidates ?? [])
        .filter((candidate) => position.has(candidate.person))
        .map((candidate) => ({ speaker: position.get(candidate.person)!, score: candidate.score })),
      ...(settled !== undefined && {
        evidence: {
          ...settled,
          addressed: settled.addressed.flatMap((person) => position.get(person) ?? []),
        },
      }),
    };
  });
  return { blocks, characters };
}

function aliasesOf(person: Person, name: string): string[] {
  if (person.cluster === null) return [];
  const forms = person.cluster.forms
    .filter((form) => form.role === null && form.count > 0)
    .sort((left, right) => right.count - left.count);
  return [...new Set(forms.map((form) => form.display))].filter((display) => display !== name).slice(0, 12);
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(".", "").trim();
}

/** The known person with one of this person's names. A known person matches at most once, and only with the same gender. */
function recognise(person: Person, known: readonly KnownCharacter[], taken: ReadonlySet<number>): number | null {
  const names = new Set([person.name, ...aliasesOf(person, person.name)].map(fold));
  for (let index = 0; index < known.length; index++) {
    if (taken.has(index)) continue;
    const other = known[index]!;
    if (person.gender !== null && other.gender !== null && person.gender !== other.gender) continue;
    if ([other.name, ...other.aliases].some((name) => names.has(fold(name)))) return index;
  }
  return null;
}
