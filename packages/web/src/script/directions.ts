// The direction of a whole line as the panel shows it, and the control set that says it.

import type { DeliveryControlSet, TextContent } from "@fullcast/core/document";

export interface Direction {
  /** The name of an intent; null when the line is spoken as it reads. */
  readonly intent: string | null;
  /** 0 to 1. */
  readonly strength: number;
  /** Factor; 1 is normal. */
  readonly rate: number;
  readonly pitch_semitones: number;
  readonly volume_db: number;
  /** Factor; 1 is normal. */
  readonly range: number;
  readonly whisper: boolean;
}

export const AS_IT_READS: Direction = {
  intent: null,
  strength: 0.8,
  rate: 1,
  pitch_semitones: 0,
  volume_db: 0,
  range: 1,
  whisper: false,
};

/** The format and the provider of sets that direct every engine of this server (core's delivery.ts). */
const FORMAT = "fullcast-delivery-1";
const ANY_PROVIDER = "fullcast";
const NUMBERS = ["rate", "pitch_semitones", "volume_db", "range"] as const;

/** The set that the panel edits: the first of our format. Sets of single engines and of other vendors stay untouched. */
function ownSet(content: TextContent): DeliveryControlSet | undefined {
  return content.delivery_control_sets.find((set) => set.format === FORMAT);
}

export function directionOf(content: TextContent): Direction {
  const set = ownSet(content);
  if (set === undefined) return AS_IT_READS;
  const [directive] = set.directives;
  const numbers = Object.fromEntries(
    NUMBERS.flatMap((name) => {
      const value = set.settings.find((setting) => setting.name === name)?.value;
      return typeof value === "number" ? [[name, value]] : [];
    }),
  );
  return {
    ...AS_IT_READS,
    ...numbers,
    intent: directive?.intent ?? null,
    strength: directive?.strength ?? AS_IT_READS.strength,
    whisper: set.settings.some((setting) => setting.name === "whisper" && setting.value === true),
  };
}

/** The content with this direction over the whole line. A direction that changes nothing leaves no set. */
export function withDirection(content: TextContent, direction: Direction, newId: () => string): TextContent {
  const held = ownSet(content);
  const others = content.delivery_control_sets.filter((set) => set !== held);
  const settings = [
    ...NUMBERS.filter((name) => direction[name] !== AS_IT_READS[name]).map((name) => ({
      name,
      value: direction[name],
    })),
    ...(direction.whisper ? [{ name: "whisper", value: true }] : []),
  ];
  const directives =
    direction.intent === null
      ? []
      : [
          {
            id: held?.directives[0]?.id ?? newId(),
            start_utf16: 0,
            end_utf16: content.text.length,
            intent: direction.intent,
            strength: direction.strength,
          },
        ];
  if (settings.length === 0 && directives.length === 0) return { ...content, delivery_control_sets: others };
  const set: DeliveryControlSet = {
    id: held?.id ?? newId(),
    schema_version: "studio-delivery-control-set-2",
    provider: held?.provider ?? ANY_PROVIDER,
    model: held?.model ?? "any",
    format: FORMAT,
    capability_revision: held?.capability_revision ?? "1",
    directives,
    settings,
    source_fingerprint: null,
    source_utf16_length: null,
  };
  return { ...content, delivery_control_sets: [set, ...others] };
}

/** The pause after a line in milliseconds, and the content with another one. */
export function pauseOf(content: TextContent): number {
  return content.points
    .filter((point) => point.kind === "timed_silence" && point.offset_utf16 === content.text.length)
    .reduce((sum, point) => sum + (point.kind === "timed_silence" ? point.duration_ms : 0), 0);
}

export function withPause(content: TextContent, ms: number, newId: () => string): TextContent {
  const others = content.points.filter(
    (point) => point.kind !== "timed_silence" || point.offset_utf16 !== content.text.length,
  );
  if (ms <= 0) return { ...content, points: others };
  return {
    ...content,
    points: [...others, { kind: "timed_silence", id: newId(), offset_utf16: content.text.length, duration_ms: ms }],
  };
}

/** A pronunciation as it is typed: IPA between slashes, else words that sound like it. */
export function pronunciationOf(typed: string): { readonly alphabet: "ipa" | "alias"; readonly value: string } {
  const ipa = /^\s*\/(.+)\/\s*$/u.exec(typed)?.[1];
  return ipa === undefined ? { alphabet: "alias", value: typed.trim() } : { alphabet: "ipa", value: ipa.trim() };
}

/** The content in which one word is said in another way; an empty value takes that back. */
export function withPronunciation(
  content: TextContent,
  word: { readonly start: number; readonly end: number },
  typed: string,
  newId: () => string,
): TextContent {
  const annotations = content.annotations.filter(
    (one) => one.kind !== "pronunciation" || one.end_utf16 <= word.start || one.start_utf16 >= word.end,
  );
  if (typed.trim() === "") return { ...content, annotations };
  const mark = { kind: "pronunciation" as const, id: newId(), start_utf16: word.start, end_utf16: word.end };
  return { ...content, annotations: [...annotations, { ...mark, ...pronunciationOf(typed) }] };
}

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a line, in order. */
export function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’-]*[\p{L}\p{M}\p{N}])?/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
