// The parts of an intent that come from the text of a spoken block. Each is stored on its own, so that a change of one can be
// distinguished from a change of another.

import { DELIVERY_FORMAT, type Delivery, deliveryOf, isNeutral, textOverride } from "../direction/direction.ts";
import {
  type BlockKind,
  type DeliveryControlSet,
  isSpeechTag,
  type JsonValue,
  type TextContent,
} from "../document/document.ts";
// Not through the timeline's front file, which needs this room: canonical JSON has no dependencies.
import { canonicalJson } from "../json/canonical-json.ts";
import type { LexiconPlace } from "../lexicon/lexicon.ts";
import { isLeftOut, type SpokenText, type SpokenTextOptions, spokenText, withLexicon } from "./spoken-text.ts";

export type Hash = (text: string) => string;

/**
 * Something at a place in the spoken text, in three forms for three comparisons. `what` is what is heard of it and can always
 * be compared. `where` adds its place among the spoken words and can be compared while the words are the same. `written` is
 * its place in the source: every edit shifts it, but it distinguishes what the other two cannot (an exclusion of text that
 * only an alias makes audible). `what` and `where` are empty when nothing of it is heard.
 */
export interface PlacedPart {
  readonly what: string;
  readonly where: string;
  readonly written: string;
}

/** The direction of a block for one provider: `said` is the direction as written, `sounds` its effect on the voice. */
export interface DirectedPart {
  readonly said: string;
  readonly sounds: string;
}

/**
 * The parts that depend on the block and the rules of its project only; small JSON, stored with the block and with every
 * rendition of it. An absent member means that the block has nothing of that kind. Hashes are the first 32 hex digits of a SHA-256.
 */
export interface BlockIntentParts {
  readonly block_kind: BlockKind;
  /** Hash of everything that is sent to be spoken; null when there is nothing to say or the kind has no voice. */
  readonly spoken: string | null;
  /** Hash of the words as they would be spoken without exclusions, pronunciations and pauses. */
  readonly text: string | null;
  readonly excluded_text?: PlacedPart;
  readonly pronunciation?: PlacedPart;
  /** Pauses inside the spoken text; those at its ends are on the timeline and not in the audio. */
  readonly timing?: PlacedPart;
  /** By provider of the control sets in our format; those of ANY_PROVIDER are for engines without sets of their own. */
  readonly delivery_controls?: { readonly [provider: string]: DirectedPart };
  readonly sound_effect?: string;
  /** The block has speech tags and they are left out. optionsOf() needs this to make its spoken text again. */
  readonly tags_omitted?: true;
  /**
   * The language by whose rules figures and abbreviations are written out. Absent: English, also in lines of other languages
   * that were written before these had rules; such a line keeps its words and its audio.
   */
  readonly language?: string;
  /** The places where entries of the lexicon hold. optionsOf() needs them to make its spoken text again. */
  readonly lexicon?: readonly LexiconPlace[];
  /** Pauses before and after the audio. Not part of the intent; kept here because the timeline needs them. */
  readonly leading_silence_ms?: number;
  readonly trailing_silence_ms?: number;
}

/** The options that make the spoken text of a block with these parts. */
export function optionsOf(parts: Pick<BlockIntentParts, "tags_omitted" | "language" | "lexicon">): SpokenTextOptions {
  const { tags_omitted, language, lexicon } = parts;
  return {
    ...(tags_omitted === true ? { omitTags: true } : {}),
    ...(language === undefined ? {} : { language }),
    ...(lexicon === undefined ? {} : { lexicon }),
  };
}

/** The parts of a block of speech or narration; `hash` is the stored form of a text (shortened()). */
export function spokenParts(
  block_kind: "speech" | "narration",
  given: TextContent,
  hash: Hash,
  { lexicon = [], ...options }: SpokenTextOptions,
): BlockIntentParts {
  const content = withLexicon(given, lexicon);
  const spoken = spokenText(content, options);
  const annotated = content.annotations.some((one) => isLeftOut(one, options) || one.kind === "pronunciation");
  // Exclusions and aliases change the words themselves, and each is a stale reason of its own, distinct from an edit of
  // the text. So `text` is the text as spoken without them, and their parts describe what they change in it.
  const plain = annotated ? spokenText({ ...content, annotations: [] }, options) : spoken;
  const words = wordsAndStress(plain);
  const everything = everythingSpoken(spoken);
  const text = hash(words);
  return {
    block_kind,
    spoken: spoken.text.trim() === "" ? null : everything === words ? text : hash(everything),
    text,
    ...present("excluded_text", exclusionPart(content, plain, hash, options)),
    ...present("pronunciation", pronunciationPart(content, plain, hash)),
    ...present("timing", timingPart(content, plain, hash)),
    ...deliveryParts(content.delivery_control_sets, content.text.length, hash),
    ...(options.omitTags === true && content.annotations.some(isSpeechTag) ? { tags_omitted: true as const } : {}),
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(lexicon.length === 0 ? {} : { lexicon }),
    ...(spoken.leading_silence_ms > 0 ? { leading_silence_ms: spoken.leading_silence_ms } : {}),
    ...(spoken.trailing_silence_ms > 0 ? { trailing_silence_ms: spoken.trailing_silence_ms } : {}),
  };
}

// U+0000 never occurs in a text, so it separates words from what follows without ambiguity.
function wordsAndStress(spoken: SpokenText): string {
  return `${spoken.text}\u0000${spoken.emphasis.map(({ start, end }) => `${start}-${end}`).join(" ")}`;
}

function everythingSpoken(spoken: SpokenText): string {
  const words = wordsAndStress(spoken);
  if (spoken.pronunciations.length === 0 && spoken.silences.length === 0) return words;
  return `${words}\u0000${canonicalJson([spoken.pronunciations, spoken.silences])}`;
}

function exclusionPart(
  content: TextContent,
  plain: SpokenText,
  hash: Hash,
  options: SpokenTextOptions,
): PlacedPart | undefined {
  const exclusions = content.annotations.filter((one) => isLeftOut(one, options));
  const spans = unionOf(exclusions.map((one) => spokenSpanOf(plain, one.start_utf16, one.end_utf16)));
  const words = spans.map(({ start, end }) => plain.text.slice(start, end));
  const written = exclusions.map(({ start_utf16, end_utf16 }) => [start_utf16, end_utf16]);
  return placed(spans, words, written, hash);
}

function pronunciationPart(content: TextContent, plain: SpokenText, hash: Hash): PlacedPart | undefined {
  const pronunciations = content.annotations
    .filter((one) => one.kind === "pronunciation")
    .sort((a, b) => a.start_utf16 - b.start_utf16 || a.end_utf16 - b.end_utf16);
  const heard = pronunciations
    .map((one) => ({ span: spokenSpanOf(plain, one.start_utf16, one.end_utf16), value: [one.alphabet, one.value] }))
    .filter(({ span }) => span.end > span.start);
  return placed(
    heard.map(({ span }) => span),
    heard.map(({ value }) => value),
    pronunciations.map((one) => [one.start_utf16, one.end_utf16, one.alphabet, one.value]),
    hash,
  );
}

function timingPart(content: TextContent, plain: SpokenText, hash: Hash): PlacedPart | undefined {
  const points = content.points.filter((one) => one.kind === "timed_silence");
  return placed(
    plain.silences.map(({ offset }) => ({ start: offset, end: offset })),
    plain.silences.map(({ duration_ms }) => duration_ms),
    points.map(({ offset_utf16, duration_ms }) => [offset_utf16, duration_ms]),
    hash,
  );
}

function deliveryParts(
  sets: readonly DeliveryControlSet[],
  textLength: number,
  hash: Hash,
): { delivery_controls?: { [provider: string]: DirectedPart } } {
  const ours = sets.filter((set) => set.format === DELIVERY_FORMAT);
  if (ours.length === 0) return {};
  const directed: { [provider: string]: DirectedPart } = {};
  for (const provider of new Set(ours.map((set) => set.provider))) {
    const own = ours.filter((set) => set.provider === provider);
    const delivery = deliveryOf(own, provider, textLength);
    const instead = textOverride(own, provider);
    const said = own.map(({ directives, settings }) => [
      directives.map(({ intent, strength }) => [intent, strength]),
      settings,
    ]);
    const sound = isNeutral(delivery) ? "" : soundWords(delivery).join(" ");
    // A set for this engine replaces those for any engine even when it changes nothing, hence the empty sound.
    directed[provider] = {
      said: hash(canonicalJson(instead === undefined ? said : [said, instead])),
      sounds: instead === undefined ? sound : `${sound} ${hash(instead)}`,
    };
  }
  return { delivery_controls: directed };
}

/** What is heard of a delivery. What only some voices have is left out where it is not: old hashes stay as they are. */
function soundWords({ rate, pitch_semitones, volume_db, range, whisper, laughter, trembling }: Delivery): unknown[] {
  const unsteady = [
    ...(laughter === undefined ? [] : [`laughter ${laughter}`]),
    ...(trembling === undefined ? [] : [`trembling ${trembling}`]),
  ];
  return [rate, pitch_semitones, volume_db, range, whisper, ...unsteady];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** `values` at `spans` of the plain spoken text, as they came from what is `written`; undefined when nothing is. */
function placed(
  spans: readonly Span[],
  values: readonly JsonValue[],
  written: readonly JsonValue[],
  hash: Hash,
): PlacedPart | undefined {
  if (written.length === 0) return undefined;
  return {
    what: values.length === 0 ? "" : hash(canonicalJson(values)),
    where: values.length === 0 ? "" : hash(canonicalJson([values, spans.map(({ start, end }) => [start, end])])),
    written: hash(canonicalJson(written)),
  };
}

/** The span of a range of source text in the spoken text; empty when nothing of it is spoken. */
function spokenSpanOf(spoken: SpokenText, sourceStart: number, sourceEnd: number): Span {
  let start = 0;
  let end = 0;
  for (let index = firstRunAfter(spoken, sourceStart); index < spoken.runs.length; index += 1) {
    const run = spoken.runs[index]!;
    if (run.source_start >= sourceEnd) break;
    const from = run.same ? run.spoken_start + Math.max(0, sourceStart - run.source_start) : run.spoken_start;
    const to = run.same ? run.spoken_end - Math.max(0, run.source_end - sourceEnd) : run.spoken_end;
    if (end === 0) start = from;
    end = to;
  }
  return { start, end };
}

/** Index of the first run that ends after `sourceStart` (runs are in source order). */
function firstRunAfter(spoken: SpokenText, sourceStart: number): number {
  let low = 0;
  let high = spoken.runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spoken.runs[middle]!.source_end > sourceStart) high = middle;
    else low = middle + 1;
  }
  return low;
}

function unionOf(spans: readonly Span[]): readonly Span[] {
  const union: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.end <= span.start) continue;
    const last = union.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else union.push({ ...span });
  }
  return union;
}

function present<K extends string>(name: K, part: PlacedPart | undefined): { readonly [name in K]?: PlacedPart } {
  return part === undefined ? {} : ({ [name]: part } as { readonly [name in K]: PlacedPart });
}

/** 128 bits suffice to distinguish the versions of one block, and keep the stored parts small. */
export function shortened(hash: Hash): Hash {
  return (text) => hash(text).slice(0, 32);
}
