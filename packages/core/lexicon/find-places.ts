// Finds the places of a text where entries of a lexicon apply.

import { type Annotation, isSpeechTag, type PronunciationAlphabet } from "../document/document.ts";
import type { LexiconEntry } from "./lexicon-entry.ts";
import { koreanStems, type WordToken, wordTokens } from "./word-tokens.ts";

/** A range of text and how it is pronounced. */
export interface LexiconPlace {
  /** UTF-16 offsets into the text of the block. */
  readonly start_utf16: number;
  readonly end_utf16: number;
  readonly alphabet: PronunciationAlphabet;
  readonly value: string;
  readonly entry_id: string;
}

/** A text, and the conditions that decide which entries apply to it. */
export interface PlacedText {
  readonly text: string;
  readonly annotations: readonly Annotation[];
  readonly speaker_id: string | null;
  /** BCP 47. */
  readonly language: string;
  /** Whether speech tags ("said Mary") are left out of what is spoken. */
  readonly omitTags: boolean;
}

/** Terms as a tree of their words: looking all of them up at one place costs the words of the longest one that begins there. */
interface TermNode {
  readonly next: Map<string, TermNode>;
  readonly entries: { readonly entry: LexiconEntry; readonly tokens: readonly WordToken[] }[];
}

/** A lexicon prepared for look-ups. */
export interface Lexicon {
  readonly size: number;
  readonly root: TermNode;
}

const newNode = (): TermNode => ({ next: new Map(), entries: [] });
const keyOf = (folded: string, isApart: boolean) => (isApart ? ` ${folded}` : folded);

/** Prepares entries for look-ups. Linear in their terms. */
export function compileLexicon(entries: readonly LexiconEntry[]): Lexicon {
  const root = newNode();
  for (const entry of entries) {
    const tokens = wordTokens(entry.term);
    let node = root;
    for (const [index, token] of tokens.entries()) {
      const key = keyOf(token.folded, index > 0 && token.isApart);
      const next = node.next.get(key) ?? newNode();
      node.next.set(key, next);
      node = next;
    }
    if (node !== root) node.entries.push({ entry, tokens });
  }
  return { size: entries.length, root };
}

/**
 * The places of a text where entries apply, in order and without overlap. Of overlapping entries the one with the longest
 * range of text applies; of those of equal length the one for this speaker, then the one for this language, then the one
 * that requires its case, then the first in the text. No entry applies where it overlaps a pronunciation of the text itself
 * or text that is not spoken.
 */
export function lexiconPlaces(lexicon: Lexicon, of: PlacedText): readonly LexiconPlace[] {
  if (lexicon.size === 0) return [];
  const tokens = wordTokens(of.text);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    // At most words no term begins.
    const { folded, exact } = tokens[at]!;
    if (lexicon.root.next.has(folded) || !ASCII_WORD.test(exact)) findAt(lexicon, tokens, at, of, found);
  }
  if (found.length === 0) return [];
  const taken = takenUnits(of);
  const chosen: Found[] = [];
  for (const one of found.sort(byPrecedence)) {
    if (taken.subarray(one.start, one.end).includes(1)) continue;
    taken.fill(1, one.start, one.end);
    chosen.push(one);
  }
  return chosen
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, entry: { id, alphabet, value } }) => ({
      start_utf16: start,
      end_utf16: end,
      alphabet,
      value,
      entry_id: id,
    }));
}

/** Only words of other scripts have stems that a term may be (koreanStems). */
const ASCII_WORD = /^[\x00-\x7f]*$/;

interface Found {
  readonly start: number;
  readonly end: number;
  readonly entry: LexiconEntry;
}

const rank = ({ speaker_id, language, case_sensitive }: LexiconEntry) =>
  (speaker_id === null ? 0 : 4) + (language === null ? 0 : 2) + (case_sensitive ? 1 : 0);

function byPrecedence(one: Found, other: Found): number {
  return (
    other.end - other.start - (one.end - one.start) ||
    rank(other.entry) - rank(one.entry) ||
    one.start - other.start ||
    (one.entry.id < other.entry.id ? -1 : 1)
  );
}

/** Adds the entries whose term begins at a token. */
function findAt({ root }: Lexicon, tokens: readonly WordToken[], at: number, of: PlacedText, found: Found[]): void {
  const first = tokens[at] as WordToken;
  let node: TermNode | undefined = root;
  let opens: boolean | null = null;
  for (let index = at; node !== undefined && index < tokens.length; index += 1) {
    const token = tokens[index] as WordToken;
    const isApart = index > at && token.isApart;
    if (isApart && isParagraphBreak(of.text.slice((tokens[index - 1] as WordToken).end, token.start))) return;
    const ends = [token.exact, ...(node.next.size === 0 ? [] : koreanStems(token))];
    for (const end of ends) {
      const isWhole = end === token.exact;
      const reached: TermNode | undefined = node.next.get(isWhole ? keyOf(token.folded, isApart) : keyOf(end, isApart));
      if (reached === undefined || reached.entries.length === 0) continue;
      opens ??= beginsWord(tokens, at);
      if (!opens || (isWhole && !endsWord(tokens, index))) continue;
      for (const { entry, tokens: term } of reached.entries)
        if (holds(entry, of) && isWritten(entry, term, tokens, at, end))
          found.push({ start: first.start, end: isWhole ? token.end : token.start + end.length, entry });
    }
    node = node.next.get(keyOf(token.folded, isApart));
  }
}

const isParagraphBreak = (space: string) => /\n[^\S\n]*\n|\u2029|\r[^\S\r\n]*\r/u.test(space);

/** Whether an entry applies to this speaker and language. */
function holds({ speaker_id, language }: LexiconEntry, of: PlacedText): boolean {
  if (speaker_id !== null && speaker_id !== of.speaker_id) return false;
  if (language === null) return true;
  const [wanted, given] = [language.toLowerCase(), of.language.toLowerCase()];
  return given === wanted || given.startsWith(`${wanted}-`);
}

/** Whether the words of the text have the case that the entry requires. */
function isWritten(
  entry: LexiconEntry,
  term: readonly WordToken[],
  tokens: readonly WordToken[],
  at: number,
  end: string,
): boolean {
  if (!entry.case_sensitive) return true;
  return term.every(({ exact }, index) => exact === (index === term.length - 1 ? end : tokens[at + index]?.exact));
}

/** What may stand before an apostrophe and a word of its own: French and Italian elisions. */
const ELISIONS = new Set(
  "l d j m t s n c qu jusqu lorsqu puisqu quoiqu all dell nell sull dall coll un quell quest sant bell".split(" "),
);
/** What may follow a word and an apostrophe: the English possessive and contractions. "n't" is part of its word. */
const CLITICS = new Set("s d ll ve re".split(" "));

/** Whether a word of its own begins at a token: "Artagnan" in "d'Artagnan", not "Brien" in "O'Brien". */
function beginsWord(tokens: readonly WordToken[], at: number): boolean {
  const [before, apostrophe, first] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (!first?.isWord || first.isApart || apostrophe?.exact !== "'" || apostrophe.isApart || !before?.isWord)
    return true;
  return ELISIONS.has(before.folded);
}

/** Whether a word of its own ends at a token: "Tamarisk" in "Tamarisk's", not "can" in "can't". */
function endsWord(tokens: readonly WordToken[], at: number): boolean {
  const [last, apostrophe, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!last?.isWord || apostrophe?.exact !== "'" || apostrophe.isApart || !after?.isWord || after.isApart) return true;
  return CLITICS.has(after.folded);
}

/** For each UTF-16 unit: 1 if it has a pronunciation of its own or is not spoken, else 0. */
function takenUnits({ text, annotations, omitTags }: PlacedText): Uint8Array {
  const taken = new Uint8Array(text.length);
  for (const one of annotations) {
    const isTaken = one.kind !== "extension" || (omitTags && isSpeechTag(one));
    if (isTaken) taken.fill(1, Math.max(0, one.start_utf16), Math.max(0, one.end_utf16));
  }
  return taken;
}
