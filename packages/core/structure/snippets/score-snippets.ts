// For tests and measurements: short passages with their gold speakers, and how well structuring finds them. A file has passages
// between lines "==="; "{Anna|— Oui,}" marks spoken words with their speaker, "{?|…}" words whose speaker the passage leaves open,
// "{I|…}" words of the narrator.

import type { StructuredCharacter } from "../script.ts";
import { structureText } from "../structure.ts";

interface Spoken {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | null;
}

export interface Snippet {
  readonly text: string;
  readonly spoken: readonly Spoken[];
}

export interface SnippetScore {
  readonly snippets: number;
  /** Lines with a gold speaker, and those that have the right one. */
  readonly lines: number;
  readonly right: number;
  /** Of the right ones, those whose speaker has the gold name, also as an alias; "I" is the person who narrates. */
  readonly named: number;
  /** Of the right ones, those whose speaker has the name of another gold speaker. */
  readonly misnamed: number;
  /** F1 of the letters that are speech, 0 to 1. */
  readonly f1: number;
  /** Share of the narration's letters that get a voice of the cast, 0 to 1. */
  readonly voiced: number;
  /** The passages with a fault, for reading. */
  readonly faults: readonly string[];
}

export function parseSnippets(file: string): Snippet[] {
  return file
    .split(/^===\n/mu)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const spoken: Spoken[] = [];
      let text = "";
      let at = 0;
      for (const match of part.matchAll(/\{([^{}|]+)\|([^{}]+)\}/gu)) {
        text += part.slice(at, match.index);
        const start = text.length;
        text += match[2]!;
        spoken.push({ start, end: text.length, speaker: match[1] === "?" ? null : match[1]! });
        at = match.index + match[0].length;
      }
      return { text: text + part.slice(at), spoken };
    });
}

/** For each unit of a text the index of its span, or -1. */
function spansByUnit(length: number, spans: readonly { readonly start: number; readonly end: number }[]): Int32Array {
  const at = new Int32Array(length).fill(-1);
  spans.forEach(({ start, end }, index) => {
    at.fill(index, start, end);
  });
  return at;
}

export function scoreSnippets(snippets: readonly Snippet[]): SnippetScore {
  let both = 0;
  let gold = 0;
  let found = 0;
  let narration = 0;
  let lines = 0;
  let right = 0;
  let named = 0;
  let misnamed = 0;
  const faults: string[] = [];
  for (const { text, spoken } of snippets) {
    const { blocks, characters } = structureText(text);
    const speech = blocks.filter(({ kind }) => kind === "speech");
    const notRead = new Uint8Array(text.length);
    for (const { exclusions } of blocks)
      for (const { start_utf16, end_utf16 } of exclusions) notRead.fill(1, start_utf16, end_utf16);
    const goldAt = spansByUnit(text.length, spoken);
    const foundAt = spansByUnit(
      text.length,
      speech.map((block) => ({ start: block.start_utf16, end: block.end_utf16 })),
    );
    /** For each gold span, letters by predicted speaker. */
    const votes = spoken.map(() => new Map<number, number>());
    let off = 0;
    for (let unit = 0; unit < text.length; unit++) {
      if (!/[\p{L}\p{N}]/u.test(text.charAt(unit))) continue;
      const here = goldAt[unit]!;
      const block = notRead[unit] === 1 ? -1 : foundAt[unit]!;
      if (here >= 0) gold++;
      else narration++;
      if (block >= 0) found++;
      if (here >= 0 && block >= 0) both++;
      if (here >= 0 !== block >= 0) off++;
      if (here >= 0 && block >= 0) {
        const speaker = speech[block]!.speaker ?? -1;
        votes[here]!.set(speaker, (votes[here]!.get(speaker) ?? 0) + 1);
      }
    }
    const chosen = votes.map((own) => [...own].sort((one, two) => two[1] - one[1])[0]?.[0] ?? -1);
    const mapping = assign(
      spoken.map(({ speaker }) => speaker),
      chosen,
    );
    const people = new Set(spoken.flatMap(({ speaker }) => speaker ?? []));
    let wrong = 0;
    spoken.forEach(({ speaker }, index) => {
      if (speaker === null) return;
      lines++;
      const predicted = chosen[index]!;
      if (predicted < 0 || mapping.get(predicted) !== speaker) {
        wrong++;
        return;
      }
      right++;
      const character = characters[predicted]!;
      if (isNamed(character, speaker)) named++;
      else {
        wrong++;
        if ([...people].some((other) => isNamed(character, other))) misnamed++;
      }
    });
    if (wrong > 0 || off > 0)
      faults.push(
        blocks
          .map((block) => {
            const words = text.slice(block.start_utf16, block.end_utf16).trim();
            if (block.kind !== "speech") return words;
            const name = block.speaker === null ? "-" : characters[block.speaker]!.name;
            return `{${name}|${words}|${block.method} ${block.confidence}}`;
          })
          .join(" "),
      );
  }
  const precision = found === 0 ? 1 : both / found;
  const recall = gold === 0 ? 1 : both / gold;
  return {
    snippets: snippets.length,
    lines,
    right,
    named,
    misnamed,
    f1: both === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    voiced: narration === 0 ? 0 : (found - both) / narration,
    faults,
  };
}

/** Whether a character bears the gold name, or narrates where that is "I". */
function isNamed({ name, aliases, narrates }: StructuredCharacter, gold: string): boolean {
  if (gold === "I") return narrates;
  return [name, ...aliases].some((one) => one.toLowerCase().includes(gold.toLowerCase()));
}

/** Each predicted speaker stands for one gold speaker: the pairs with the most lines first. */
function assign(gold: readonly (string | null)[], chosen: readonly number[]): Map<number, string> {
  const pairs = new Map<string, { readonly predicted: number; readonly speaker: string; lines: number }>();
  gold.forEach((speaker, index) => {
    const predicted = chosen[index]!;
    if (speaker === null || predicted < 0) return;
    const key = `${predicted} ${speaker}`;
    const pair = pairs.get(key) ?? { predicted, speaker, lines: 0 };
    pair.lines++;
    pairs.set(key, pair);
  });
  const mapping = new Map<number, string>();
  const taken = new Set<string>();
  for (const { predicted, speaker } of [...pairs.values()].sort((left, right) => right.lines - left.lines)) {
    if (mapping.has(predicted) || taken.has(speaker)) continue;
    mapping.set(predicted, speaker);
    taken.add(speaker);
  }
  return mapping;
}
