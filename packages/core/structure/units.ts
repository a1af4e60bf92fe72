// The lines to attribute: the quotes of one paragraph by one speaker, with the evidence of the narration beside
// them and of their own words. A paragraph becomes two lines only if two tags name different speakers.

import { isDashUnit } from "./dash-speech.ts";
import type { LaidOutParagraph, SpeechSpan } from "./dialogue.ts";
import { groupOf } from "./groups.ts";
import { nameAlone, nameGiven, ownNameIn } from "./introductions.ts";
import type { Line } from "./line.ts";
import { gendersClash } from "./name-forms.ts";
import type { Gender } from "./script.ts";
import type { Reading, Subject } from "./subjects.ts";
import { addresseeOf, evidenceAfter, evidenceBefore, type NarrationEvidence, type QuoteEnding } from "./tags.ts";
import { titleWord } from "./title-words.ts";
import { SENTENCE_START, tokenAt, WORD } from "./tokens.ts";
import { findCalled } from "./vocatives.ts";

/** More quotes than this continue in another line, so that no line grows without bound. */
const MAX_SPANS = 48;

/** Lines to the last one of a group that "they" can mean. */
const GROUP_REACH = 4;

function sameSubject(reading: Reading, left: Subject, right: Subject): boolean {
  if (left.kind === "mention" && right.kind === "mention") {
    return reading.mentions.form[left.mention] === reading.mentions.form[right.mention];
  }
  if (left.kind === "pronoun" && right.kind === "pronoun") return left.gender === right.gender;
  if (left.kind === "narrator" || right.kind === "narrator") return false;
  // A pronoun can mean the named person unless name or title have another gender.
  return !gendersClash(genderOf(reading, left), genderOf(reading, right));
}

function genderOf({ mentions, language }: Reading, subject: Subject): Gender | null {
  if (subject.kind === "narrator") return null;
  if (subject.kind === "pronoun") return subject.gender === "plural" ? null : subject.gender;
  const { titles, words, role } = mentions.forms[mentions.form[subject.mention]!]!;
  if (role !== null) return language.roles.get(role)?.gender ?? null;
  for (const title of titles) {
    const stated = titleWord(language, title)?.gender;
    if (stated) return stated;
  }
  return language.givenNames.get(words[0]!) ?? null;
}

function isDirect(evidence: NarrationEvidence | null): evidence is NarrationEvidence {
  return evidence !== null && (evidence.kind === "tag" || evidence.kind === "lead");
}

function endingOf(text: string, span: SpeechSpan): QuoteEnding {
  let position = span.end - 1;
  while (position > span.start && !/[\p{L}\p{N},.;:!?…—–-]/u.test(text.charAt(position))) position--;
  const mark = text.charAt(position);
  if (mark === ",") return "comma";
  return mark === "." || mark === "…" ? "closed" : "open";
}

export function findLines(text: string, paragraphs: readonly LaidOutParagraph[], reading: Reading): Line[] {
  const { tokens } = reading;
  const lines: Line[] = [];
  let gap = 0;
  let newScene = true;
  let carried = false;
  paragraphs.forEach((paragraph, index) => {
    // A page number or a footnote does not interrupt a conversation.
    if (paragraph.role === "metadata") return;
    if (paragraph.role !== "paragraph") {
      newScene = true;
      carried = false;
      return;
    }
    if (paragraph.speech.length === 0) {
      gap++;
      carried = false;
      return;
    }
    const floor = tokens.paragraphStart[index]!;
    const limit = tokens.paragraphStart[index + 1]!;
    const turns = opensTurn(text, paragraph.contentStart);
    let current: Line | null = null;
    let lastEvidence: NarrationEvidence | null = null;
    paragraph.speech.forEach((span, order) => {
      const from = tokenAt(tokens, span.start);
      const to = tokenAt(tokens, span.end);
      const previous = current?.spanTokens[current.spanTokens.length - 1];
      const next = paragraph.speech[order + 1];
      const before = evidenceBefore(reading, previous?.to ?? floor, from);
      const ending = endingOf(text, span);
      const nextFrom = next ? tokenAt(tokens, next.start) : limit;
      let after = evidenceAfter(reading, to, nextFrom, ending);
      // After a full stop, the lead-in of the next quote belongs to that quote.
      if (after !== null && next && ending === "closed" && after.verb >= 0) {
        if (evidenceBefore(reading, to, nextFrom)?.verb === after.verb) after = null;
      }
      // "as if--" Anna interrupted him. "I never ...": the person in the narration continues; the speaker before is known already.
      if (after !== null && next && lastEvidence !== null && interrupts(reading, after, lastEvidence)) after = null;
      const stated: NarrationEvidence | null =
        isDirect(before) && order > 0 && !isSubordinate(reading, before.subject.first) ? before : null;
      const changes: boolean =
        current !== null &&
        lastEvidence !== null &&
        ((stated !== null &&
          stated.verb !== lastEvidence.verb &&
          !sameSubject(reading, stated.subject, lastEvidence.subject)) ||
          (isDirect(after) &&
            !sameSubject(reading, after.subject, lastEvidence.subject) &&
            stated === null &&
            endsTurn(reading, previous!.to, from)) ||
          (stated === null && order > 0 && interrupts(reading, before, lastEvidence)));
      const answers =
        current !== null && (answersInside(reading, current, [before, after]) || leftOut(reading, previous!.to, from));
      const full = current !== null && current.spans.length >= MAX_SPANS;
      if (current === null || changes || answers || full) {
        current = {
          paragraph: index,
          spans: [],
          spanTokens: [],
          evidence: [],
          called: { mentions: [], gender: null, rank: null },
          introduces: -1,
          addressed: -1,
          group: null,
          gap: order > 0 ? -1 : gap,
          newScene: order > 0 ? false : newScene,
          continues:
            order > 0
              ? full && !changes && !answers
              : span.start === paragraph.contentStart && (resumesTurn(text, span, lines, index) || (carried && !turns)),
        };
        lines.push(current);
        lastEvidence = null;
        if (before) current.evidence.push(before);
        else if (order === 0 && index > 0) {
          const start = gap > 0 ? tokens.paragraphStart[index - 1]! : behindLast(lines[lines.length - 2], index);
          if (start >= 0) current.evidence.push(...paragraphBefore(reading, start, floor, gap > 0));
        }
      } else if (before && before.place === "before" && order > 0 && before.kind !== "beat") {
        if (!current.evidence.some((one) => one.verb === before.verb && before.verb >= 0))
          current.evidence.push(before);
      }
      current.spans.push(span);
      current.spanTokens.push({ from, to });
      if (after) {
        current.evidence.push(after);
        if (isDirect(after)) lastEvidence = after;
      }
      if (lastEvidence === null && isDirect(before)) lastEvidence = before;
      if (current.introduces < 0) current.introduces = ownNameIn(reading, from, to);
      const question = order === 0 && !newScene && gap <= 1 ? lines[lines.length - 2] : undefined;
      if (current.introduces < 0 && question !== undefined) current.introduces = nameGiven(reading, question, from, to);
      const before2 = newScene ? undefined : lines[lines.length - 2];
      if (current.introduces < 0 && before2 !== undefined) current.introduces = nameAlone(reading, before2, from, to);
      const named = current.introduces;
      const addresses = findCalled(reading, from, to);
      const called = { ...addresses, mentions: addresses.mentions.filter((mention) => mention !== named) };
      const addressee = after && isDirect(after) ? addresseeOf(reading, after, limit) : -1;
      if (addressee >= 0) current.addressed = addressee;
      current.called = {
        mentions: [...current.called.mentions, ...called.mentions, ...(addressee >= 0 ? [addressee] : [])],
        gender: current.called.gender ?? called.gender,
        rank: current.called.rank ?? called.rank,
      };
    });
    for (let at = lines.length - 1; at >= 0 && lines[at]!.paragraph === index; at--)
      lines[at]!.group = groupOf(lines[at]!, reading, floor, limit)?.name ?? sameGroup(lines, at);
    gap = 0;
    newScene = false;
    carried = paragraph.speech[paragraph.speech.length - 1]!.unclosed;
  });
  return lines;
}

/** A dash at the beginning of a paragraph opens a new turn. */
function opensTurn(text: string, start: number): boolean {
  return isDashUnit(text.charCodeAt(start));
}

/** "»Bajé la escalera": a closing mark that opens the paragraph behind a turn of a dash continues the turn. */
function resumesTurn(text: string, span: SpeechSpan, lines: readonly Line[], paragraph: number): boolean {
  const before = lines[lines.length - 1];
  if (before?.paragraph !== paragraph - 1 || text[span.start] !== "»" || !span.unclosed) return false;
  return before.continues || opensTurn(text, before.spans[0]!.start);
}

/** "they chanted" shortly after a group spoke: the same group. */
function sameGroup(lines: readonly Line[], at: number): string | null {
  const plural = lines[at]!.evidence.some(
    ({ kind, subject }) => kind === "tag" && subject.kind === "pronoun" && subject.gender === "plural",
  );
  if (!plural) return null;
  for (let before = at - 1; before >= Math.max(0, at - GROUP_REACH) && !lines[before + 1]!.newScene; before--)
    if (lines[before]!.group !== null) return lines[before]!.group;
  return null;
}

/** Start of the narration after the last quote of the paragraph before, or -1. */
function behindLast(line: Line | undefined, paragraph: number): number {
  if (line === undefined || line.paragraph !== paragraph - 1) return -1;
  return line.spanTokens[line.spanTokens.length - 1]!.to;
}

/**
 * The evidence of the narration directly before a line: a lead-in with a colon or a comma, or, as a separate
 * paragraph, a person's action at its end.
 */
function paragraphBefore(reading: Reading, from: number, to: number, whole: boolean): NarrationEvidence[] {
  const mark = to > from ? reading.tokens.lower[to - 1]! : "";
  const leads = mark === ":" || (!whole && mark === ",");
  if (!whole && !leads) return [];
  const found = evidenceBefore(reading, from, to);
  if (found === null) return [];
  return [leads || found.kind !== "beat" ? found : { ...found, kind: "paragraph" }];
}

/** "... said Anna. Tom interrupted her. ...": a separate sentence names another speaker. */
function interrupts(reading: Reading, before: NarrationEvidence | null, last: NarrationEvidence): boolean {
  if (before === null || before.verb < 0 || before.verb === last.verb || before.kind === "lead") return false;
  const { subject } = before;
  if (subject.kind !== "mention" || (reading.tokens.flags[subject.first]! & SENTENCE_START) === 0) return false;
  return last.subject.kind === "mention" && !sameSubject(reading, subject, last.subject) && before.verb === subject.end;
}

/** Whether a person addressed in this line speaks or acts now: then another line begins. */
function answersInside({ mentions }: Reading, line: Line, stated: readonly (NarrationEvidence | null)[]): boolean {
  return stated.some((one) => {
    if (one === null || one.subject.kind !== "mention") return false;
    const form = mentions.form[one.subject.mention]!;
    return line.called.mentions.some((mention) => mentions.form[mention] === form && mention !== line.addressed);
  });
}

/** "with a blush which Anna thought becoming": the words after such a word say nothing about the next speaker. */
function isSubordinate({ tokens, language }: Reading, first: number): boolean {
  return first > 0 && language.subordinators.has(tokens.lower[first - 1]!);
}

/** Whether two quotes of a paragraph have nothing between them: a line break was lost, and another speaker answers. */
function leftOut({ tokens }: Reading, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if ((tokens.flags[index]! & WORD) !== 0) return false;
  return true;
}

/** Whether the narration between two quotes ends a sentence, so that another speaker may follow. */
function endsTurn(reading: Reading, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (reading.tokens.lower[index] === ".") return true;
  return false;
}
