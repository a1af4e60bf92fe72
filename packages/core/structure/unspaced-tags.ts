// Speakers in languages without spaces between words: "「…」と太郎は言った", "张三说：“…”". Three kinds of evidence, in this order: a
// subject with a verb of saying beside the quote, a known person who acts beside it, and the turns of two people. A line without
// evidence has no speaker.

import type { LaidOutParagraph, SpeechSpan } from "./dialogue.ts";
import type { LanguageData, UnspacedWords } from "./language/language.ts";
import type { Gender } from "./script.ts";
import type { Told } from "./told-speakers.ts";

const TAG = 0.93;
const ACTION = 0.8;
const PRONOUN = 0.65;
const TURN = 0.6;
/** A tag stands within this many units of its quote. */
const REACH = 48;
/** Narration before a quote is read over this many units. */
const LEAD = 120;
/** Paragraphs of narration after which a conversation is over. */
const SCENE_GAP = 3;
/** Recently named people that a pronoun can mean. */
const RECENT = 6;

interface Subject {
  /** null for a pronoun. */
  readonly name: string | null;
  readonly gender: Gender | null;
  readonly narrator: boolean;
  /** The rest of the clause behind the subject. */
  readonly rest: string;
}

interface Finder {
  /** The subject at the beginning of a clause; `says` accepts a name that no list has. */
  readonly subject: (clause: string, says: boolean) => Subject | null;
  readonly says: RegExp;
  /** Directly after a quote: its report. */
  readonly reports: RegExp | null;
}

const listOf = (words: string): string[] => words.split(/\s+/u).filter((word) => word !== "");
const longestFirst = (words: readonly string[]): string =>
  [...words].sort((left, right) => right.length - left.length).join("|");

function finderOf(words: UnspacedWords): Finder {
  const nouns = longestFirst(listOf(words.nouns));
  const female = new Set(listOf(words.femaleNouns));
  const male = new Set(listOf(words.maleNouns));
  const notNames = new Set(listOf(words.notNames));
  const ends = longestFirst(listOf(`${words.ends} ${words.verbs}`));
  const opening = new RegExp(`^${words.opening}`, "u");
  const mark = words.subjectMark;
  const himself = new RegExp(`^${words.himself}`, "u");
  const herself = new RegExp(`^${words.herself}`, "u");
  const myself = new RegExp(`^${words.myself}`, "u");
  const noun = new RegExp(`^${words.noun}(${nouns})${mark}`, "u");
  // A name with an honorific; a person's name that a mark or another word ends.
  const titled = new RegExp(
    mark === ""
      ? `^(${words.name}${words.honorific})`
      : `^(?:[^。、「」]{0,8}の)?((?:${words.name}|\\p{Script=Hiragana}{1,4})${words.honorific})${mark}`,
    "u",
  );
  const surname =
    words.surnames === "" ? null : new RegExp(`^([${words.surnames}]\\p{Script=Han}{1,2}?)(?=${ends}|[，：:。])`, "u");
  const plain = new RegExp(
    mark === "" ? `^(${words.name})(?=${ends}|[，：:])` : `^(?:[^。、「」]{0,8}の)?(${words.name})${mark}`,
    "u",
  );
  const learned = new Set<string>();
  const genderOf = (name: string): Gender | null => {
    if (female.has(name) || /(?:太太|小姐|夫人|姑娘|奶奶|婆婆|阿姨|大娘|大妈|大姐|ちゃん)$/u.test(name))
      return "female";
    if (male.has(name) || (/(?:先生|公子|大爷|大叔|大哥|爷爷|叔叔|くん|君)$/u.test(name) && !/さん先生$/u.test(name)))
      return "male";
    return null;
  };
  const subject = (clause: string, says: boolean): Subject | null => {
    const text = clause.replace(/^[\s，,、。！？!?…—」』”"'’）)]+/u, "").replace(opening, "");
    const pronoun = (found: RegExpExecArray | null, gender: Gender | null, narrator: boolean): Subject | null =>
      found === null ? null : { name: null, gender, narrator, rest: text.slice(found[0].length) };
    const person =
      pronoun(herself.exec(text), "female", false) ??
      pronoun(himself.exec(text), "male", false) ??
      pronoun(myself.exec(text), null, true);
    if (person !== null) return person;
    for (const pattern of [titled, noun, surname, plain]) {
      const found = pattern?.exec(text) ?? null;
      const name = found?.[1];
      if (found === null || name === undefined || notNames.has(name)) continue;
      if (pattern === plain || pattern === surname) {
        // "王刚转身": a surname and an action make a person that a pronoun can mean.
        if (!says && !learned.has(name) && pattern !== surname) continue;
        if (says) learned.add(name);
      }
      return { name, gender: genderOf(name), narrator: false, rest: text.slice(found[0].length) };
    }
    return null;
  };
  return {
    subject,
    says: new RegExp(`(?:${longestFirst(listOf(words.verbs))})`, "u"),
    reports: words.quoting === "" ? null : new RegExp(`^[」』”]?${words.quoting}`, "u"),
  };
}

interface UnspacedLine {
  readonly spans: readonly SpeechSpan[];
  /** Paragraphs of narration since the line before. */
  readonly gap: number;
  told: { readonly who: Subject; readonly confidence: number; readonly method: string } | null;
  speaker: string | null;
  narrator: boolean;
  confidence: number;
  method: string;
  /** The people that narration named before this line, last one first. */
  recent: readonly Subject[];
}

const SENTENCE = /[。！？!?]/u;

/** The tagged speaker of each speech span, by its start. */
export function unspacedSpeakers(
  text: string,
  paragraphs: readonly LaidOutParagraph[],
  language: LanguageData,
): Map<number, Told> {
  const told = new Map<number, Told>();
  if (language.unspaced === undefined) return told;
  const finder = finderOf(language.unspaced);
  // Names are learned from all tags before lines are read, because a name may act before it first speaks.
  readLines(text, paragraphs, finder);
  const lines = readLines(text, paragraphs, finder);
  decide(lines);
  for (const { spans, speaker, narrator, confidence, method, told: found } of lines) {
    if (speaker === null) continue;
    for (const { start } of spans)
      told.set(start, {
        name: speaker,
        gender: narrator ? null : (found?.who.gender ?? null),
        method,
        confidence,
        narrator,
      });
  }
  return told;
}

function readLines(text: string, paragraphs: readonly LaidOutParagraph[], finder: Finder): UnspacedLine[] {
  const lines: UnspacedLine[] = [];
  let gap = SCENE_GAP + 1;
  let recent: Subject[] = [];
  const note = (who: Subject | null): void => {
    if (who === null || who.name === null) return;
    recent = [who, ...recent.filter(({ name }) => name !== who.name)].slice(0, RECENT);
  };
  const readNarration = (from: number, to: number): void => {
    for (const sentence of text.slice(from, Math.min(to, from + 4_000)).split(SENTENCE)) {
      note(finder.subject(sentence, false));
    }
  };
  for (const { role, speech, contentStart, contentEnd } of paragraphs) {
    if (role === "metadata") continue;
    if (role !== "paragraph") {
      gap = SCENE_GAP + 1;
      continue;
    }
    if (speech.length === 0) {
      gap++;
      readNarration(contentStart, contentEnd);
      continue;
    }
    let line: UnspacedLine | null = null;
    speech.forEach((span, index) => {
      const previousEnd = speech[index - 1]?.end ?? contentStart;
      const next = speech[index + 1]?.start ?? contentEnd;
      const before = text.slice(Math.max(previousEnd, span.start - LEAD), span.start);
      const after = text.slice(span.end, Math.min(next, span.end + REACH));
      if (index === 0) readNarration(contentStart, span.start);
      const found = evidence(before, after, finder, index > 0);
      const other = line?.told != null && found !== null && !sameSubject(line.told.who, found.who) && index > 0;
      if (line === null || other) {
        line = {
          spans: [],
          gap: line === null ? gap : 0,
          told: null,
          speaker: null,
          narrator: false,
          confidence: 0,
          method: "none",
          recent,
        };
        lines.push(line);
      }
      (line.spans as SpeechSpan[]).push(span);
      line.told ??= found;
      if (found !== null) note(found.who);
    });
    readNarration(speech.at(-1)!.end, contentEnd);
    gap = 0;
  }
  return lines;
}

function sameSubject(left: Subject, right: Subject): boolean {
  return left.name === right.name || left.name === null || right.name === null;
}

function evidence(before: string, after: string, finder: Finder, inner: boolean): UnspacedLine["told"] {
  const behind = after.split(SENTENCE)[0]!;
  const reports = finder.reports?.test(behind) === true;
  const says = finder.says.test(behind);
  const beforeParts = before.split(SENTENCE);
  const lead = beforeParts.at(-1)!;
  const leads = /[，：:、,]\s*$/u.test(lead);
  const afterSubject = finder.subject(reports ? behind.replace(finder.reports!, "") : behind, reports || says);
  if (afterSubject !== null && (reports || finder.says.test(afterSubject.rest)))
    return { who: afterSubject, confidence: TAG, method: "tag" };
  // "太郎は言った。「…」" and "花子は空を見上げて、「…」と言った".
  const beforeSubject = inner && !leads ? null : finder.subject(lead, leads);
  if (beforeSubject !== null && leads) return { who: beforeSubject, confidence: TAG, method: "tag" };
  if (afterSubject !== null) return { who: afterSubject, confidence: ACTION, method: "action" };
  if (inner || leads) return null;
  const last = beforeParts.at(-2) ?? "";
  const saidBefore = finder.says.test(last) && /[。]\s*$/u.test(before);
  const actor = lead.trim() === "" ? finder.subject(last, saidBefore) : null;
  if (actor === null) return null;
  return { who: actor, confidence: saidBefore ? TAG : ACTION, method: saidBefore ? "tag" : "action" };
}

function decide(lines: readonly UnspacedLine[]): void {
  lines.forEach((line, index) => {
    if (line.told === null) return;
    const { who, confidence, method } = line.told;
    if (who.name !== null || who.narrator) {
      line.speaker = who.name ?? "Narrator";
      line.narrator = who.narrator;
      line.confidence = confidence;
      line.method = method;
      return;
    }
    const fits = ({ gender }: Subject): boolean => gender === null || gender === who.gender;
    const previous = line.gap === 0 ? lines[index - 1]?.speaker : null;
    const meant = line.recent.find((one) => fits(one) && one.name !== previous) ?? line.recent.find(fits);
    if (meant === undefined) return;
    line.speaker = meant.name;
    line.confidence = PRONOUN;
    line.method = "pronoun";
  });
  const turn = (line: UnspacedLine, speaker: string, narrator: boolean): void => {
    line.speaker = speaker;
    line.narrator = narrator;
    line.confidence = TURN;
    line.method = "turn";
  };
  // The speaker before last speaks again, read forwards and then backwards.
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.speaker !== null || line.gap > 1) continue;
    const before = lines[index - 1]!;
    const first = before.gap <= 1 ? lines[index - 2] : undefined;
    if (first?.speaker != null && first.speaker !== before.speaker) turn(line, first.speaker, first.narrator);
    else if (before.speaker !== null) {
      const other = line.recent.find(({ name }) => name !== before.speaker);
      if (other?.name != null && line.recent.length === 2) turn(line, other.name, false);
    }
  }
  for (let index = lines.length - 3; index >= 0; index--) {
    const line = lines[index]!;
    const [next, after] = [lines[index + 1]!, lines[index + 2]!];
    if (line.speaker !== null || next.gap > 1 || after.gap > 1 || after.speaker === null) continue;
    if (after.speaker !== next.speaker) turn(line, after.speaker, after.narrator);
  }
}
