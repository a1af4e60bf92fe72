// The manner of a line, if the text itself states it: by the verb and the adverb in the narration beside it ("she
// whispered fiercely"), and by the line's own letters (capitals, stammering). The meaning of a line is not interpreted, so
// most lines get no direction, and narration none at all.

import { type Block, type DeliveryControlSet, lineLayout, sourceText, walkPassages } from "../document/document.ts";
import { ANY_PROVIDER, DELIVERY_FORMAT } from "./delivery.ts";
import type { DeliveryIntent } from "./delivery-intents.ts";
import type { Said } from "./english-delivery.ts";
import { mannerAfter, mannerBefore } from "./speech-tags.ts";

/** A suggested control set; the caller gives ids to it and its directives. */
export type SuggestedControlSet = Omit<DeliveryControlSet, "id" | "directives"> & {
  readonly directives: readonly Omit<DeliveryControlSet["directives"][number], "id">[];
};

export interface SuggestedDirection {
  readonly block_id: string;
  readonly control_set: SuggestedControlSet;
}

/** A line has at most this many manners at once. */
const MOST_INTENTS = 2;

/**
 * Directions for the speech blocks that have none in our format yet. `language` (BCP 47) is the script's: tags are read
 * in English only. Directing again after the suggestions are applied suggests nothing.
 */
export function directEmotion(
  blocks: readonly Block[],
  options: { readonly language?: string } = {},
): SuggestedDirection[] {
  const english = options.language === undefined || /^en\b/i.test(options.language);
  return paragraphsOf(blocks).flatMap((paragraph) => {
    const manners = english ? tagManners(paragraph) : new Map<number, readonly Said[]>();
    return paragraph.flatMap((block, index): SuggestedDirection[] => {
      if (block.kind !== "speech") return [];
      const { text, delivery_control_sets } = block.content;
      if (delivery_control_sets.some(({ format }) => format === DELIVERY_FORMAT)) return [];
      const said = strongest([...(manners.get(index) ?? []), ...ownManner(text)]);
      return said.length === 0 ? [] : [{ block_id: block.id, control_set: controlSet(text.length, said) }];
    });
  });
}

type SpokenOne = Extract<Block, { kind: "speech" | "narration" }>;

/** The spoken blocks, paragraph by paragraph. */
function paragraphsOf(blocks: readonly Block[]): SpokenOne[][] {
  const walk = walkPassages(lineLayout(sourceText(blocks)));
  const paragraphs: SpokenOne[][] = [];
  for (const block of blocks) {
    const spoken = block.kind === "speech" || block.kind === "narration";
    const passageBreak = walk.pass(block, spoken && /[\p{L}\p{N}]/u.test(block.content.text));
    if (!spoken) continue;
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined || (passageBreak !== null && passageBreak.kind !== "same_paragraph")) {
      paragraphs.push([block as SpokenOne]);
    } else paragraph.push(block as SpokenOne);
  }
  return paragraphs;
}

/** The manner that a paragraph's narration gives to each of its lines, by index. A tag after a line outranks one before it. */
function tagManners(paragraph: readonly SpokenOne[]): Map<number, readonly Said[]> {
  const manners = new Map<number, readonly Said[]>();
  for (const [index, block] of paragraph.entries()) {
    if (block.kind !== "narration") continue;
    const line = paragraph[index - 1];
    const next = paragraph[index + 1];
    const after = line?.kind === "speech" ? mannerAfter(line.content.text, block.content.text) : null;
    if (after !== null) {
      manners.set(index - 1, after.said);
      // "Stop," he whispered. "They hear us.": one short tag inside the speech of one person counts for both parts.
      if (after.wholeNarration && next?.kind === "speech" && next.speaker_id === line?.speaker_id) {
        manners.set(index + 1, after.said);
      }
    }
    if (next?.kind === "speech" && !manners.has(index + 1)) {
      const before = mannerBefore(block.content.text);
      if (before !== null) manners.set(index + 1, before);
    }
  }
  return manners;
}

const CAPITALS = /\p{Lu}{2,}[\s,'’-]+\p{Lu}{2,}/u;
const STAMMER = /(?:^|[\s“"‘'])(\p{L})[-–—]\1\p{L}*|\p{L}…\s?\p{L}+…/iu;

/** What a line's own letters show. A single exclamation mark adds nothing, because the engine speaks it anyway. */
function ownManner(text: string): readonly Said[] {
  if (/[?!]!|!\?/.test(text)) {
    const surprised = /\?!|!\?/.test(text);
    return [surprised ? { intent: "surprised", strength: 0.4 } : { intent: "shout", strength: 0.5 }];
  }
  // Capitals and an exclamation mark are a shout; capitals alone may be a sign, a name under a letter or a heading.
  if (CAPITALS.test(text) && text.includes("!") && !/\p{Ll}/u.test(text)) return [{ intent: "shout", strength: 0.7 }];
  return STAMMER.test(text) ? [{ intent: "hesitant", strength: 0.4 }] : [];
}

/** The strongest manners, each intent once. */
export function strongest(said: readonly Said[]): readonly Said[] {
  const byIntent = new Map<DeliveryIntent, Said>();
  for (const one of said) {
    const known = byIntent.get(one.intent);
    if (known === undefined || known.strength < one.strength) byIntent.set(one.intent, one);
  }
  return [...byIntent.values()].sort((a, b) => b.strength - a.strength).slice(0, MOST_INTENTS);
}

export function controlSet(length: number, said: readonly Said[]): SuggestedControlSet {
  return {
    schema_version: "studio-delivery-control-set-2",
    provider: ANY_PROVIDER,
    model: "any",
    format: DELIVERY_FORMAT,
    capability_revision: "1",
    directives: said.map(({ intent, strength }) => ({ start_utf16: 0, end_utf16: length, intent, strength })),
    settings: [],
    source_fingerprint: null,
    source_utf16_length: length,
  };
}
