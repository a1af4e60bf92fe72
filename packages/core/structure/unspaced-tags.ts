// Speakers in languages without spaces between words: "「…」と太郎は言った", "张三说：“…”". Three kinds of evidence, in this order: a
// subject with a verb of saying beside the quote, a known person who acts beside it, and the turns of two people. A line without
// evidence has no speaker.

import type { LaidOutParagraph, SpeechSpan } from "./dialogue.ts";
import type { StatedSpeaker } from "./labelled-speakers.ts";
import type { LanguageData, UnspacedWords } from "./language/language.ts";
import type { Gender } from "./script.ts";
import type { UnspacedLine, UnspacedSubject } from "./unspaced-lines.ts";
import { learnNames, MAX_NAME } from "./unspaced-names.ts";
import { decideTurns } from "./unspaced-turns.ts";

/** A tag stands within this many units of its quote. */
const REACH = 48;
/** Narration before a quote is read over this many units. */
const LEAD = 120;
/** Paragraphs of narration after which a conversation is over. */
const SCENE_GAP = 3;
/** Units of a quote that are searched for an address. */
const MAX_WORDS = 400;
/** Recently named people that a pronoun can mean. */
const RECENT = 6;

interface Finder {
  /** The subject at the beginning of a clause; `says` accepts a name that no list has. */
  readonly subject: (clause: string, says: boolean) => UnspacedSubject | null;
  readonly says: RegExp;
  /** A short paragraph that ends with a verb of saying. */
  readonly ends: RegExp;
  /** Directly after a quote: its report. */
  readonly reports: RegExp | null;
  /** "一个沙哑的声音说", "かすれた声が言った": a voice, not a person. */
  readonly voice: RegExp;
  /** The words of a quote that name its speaker. */
  readonly ownName: readonly RegExp[];
}

const listOf = (words: string): string[] => words.split(/\s+/u).filter((word) => word !== "");
const longestFirst = (words: readonly string[]): string =>
  [...words].sort((left, right) => right.length - left.length).join("|");

function finderOf(words: UnspacedWords, often: ReadonlySet<string>): Finder {
  const nouns = longestFirst(listOf(`${words.nouns} ${words.crowds}`));
  const female = new Set(listOf(words.femaleNouns));
  const male = new Set(listOf(words.maleNouns));
  const notNames = new Set(listOf(words.notNames));
  const ends = longestFirst(listOf(`${words.ends} ${words.verbs}`));
  const opening = new RegExp(`^${words.opening}`, "u");
  const mark = words.subjectMark;
  const himself = new RegExp(`^${words.himself}`, "u");
  const herself = new RegExp(`^${words.herself}`, "u");
  const myself = new RegExp(`^${words.myself}`, "u");
  const qualified = mark === "" ? "(?:[^，。、：“”「」]{1,12}的)?" : "";
  const noun = new RegExp(`^${qualified}${words.noun}(${nouns})${mark}`, "u");
  // A name with an honorific; a person's name that a mark or another word ends.
  const titled = new RegExp(
    mark === ""
      ? `^(${words.name}${words.honorific})`
      : `^(?:[^。、「」]{0,8}の|[^。、「」]{1,10}(?:から|で|に|へ))?((?:${words.name}|\\p{Script=Hiragana}{1,4})${words.honorific})${mark}`,
    "u",
  );
  const surname =
    words.surnames === ""
      ? null
      : new RegExp(`^${qualified}([${words.surnames}]\\p{Script=Han}{1,2}?)(?=${ends}|[，：:。])`, "u");
  const plain = new RegExp(
    mark === ""
      ? `^(${words.name})(?=${ends}|[，：:])`
      : `^(?:[^。、「」]{0,8}の|[^。、「」]{1,10}(?:から|で|に|へ))?(${words.name})${mark}`,
    "u",
  );
  const learned = new Set<string>(often);
  const before = new RegExp(`^${mark === "" ? qualified : "(?:[^。、「」]{0,10}(?:の|た|い|な|から|で|に|へ))?"}`, "u");
  const follows = new RegExp(`^${mark}`, "u");
  /** The learned name at the beginning of a clause. */
  const frequent = {
    exec(text: string): RegExpExecArray | null {
      if (often.size === 0) return null;
      const lead = before.exec(text)?.[0].length ?? 0;
      for (const from of lead === 0 ? [0] : [0, lead]) {
        for (let length = MAX_NAME; length >= 1; length--) {
          const name = text.slice(from, from + length);
          if (name.length < length || !often.has(name) || !follows.test(text.slice(from + length))) continue;
          return Object.assign([text.slice(0, from + length), name], { index: 0, input: text }) as RegExpExecArray;
        }
      }
      return null;
    },
  };
  const genderOf = (name: string): Gender | null => {
    if (female.has(name) || /(?:太太|小姐|夫人|姑娘|奶奶|婆婆|阿姨|大娘|大妈|大姐|ちゃん)$/u.test(name))
      return "female";
    if (male.has(name) || (/(?:先生|公子|大爷|大叔|大哥|爷爷|叔叔|くん|君)$/u.test(name) && !/さん先生$/u.test(name)))
      return "male";
    return null;
  };
  const subject = (clause: string, says: boolean): UnspacedSubject | null => {
    const text = clause.replace(/^[\s，,、。！？!?…—」』”"'’）)]+/u, "").replace(opening, "");
    const pronoun = (
      found: RegExpExecArray | null,
      gender: Gender | null,
      narrator: boolean,
    ): UnspacedSubject | null =>
      found === null ? null : { name: null, gender, narrator, rest: text.slice(found[0].length) };
    const person =
      pronoun(herself.exec(text), "female", false) ??
      pronoun(himself.exec(text), "male", false) ??
      pronoun(myself.exec(text), null, true);
    if (person !== null) return person;
    for (const pattern of [titled, frequent, noun, surname, plain]) {
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
    ends: new RegExp(words.endsSaying, "u"),
    voice: /^[^。！？，、：:「」“”]{0,14}(?:(?:声音|嗓音|聲音)(?=说|說|道|问|問|答|喊|叫|传|傳|响|響)|声(?=が|は|も))/u,
    ownName:
      mark === ""
        ? [/我(?:就)?(?:是|叫|姓)([\p{Script=Han}·]{2,4})(?=[。，！!,.”」]|$)/u]
        : [
            /(?:私|僕|俺|わたし|ぼく)は([\p{Script=Han}々\p{Script=Katakana}ー]{1,6})(?:だ|です|と申し|といい|という)/u,
            /^[「『“]?(?:もしもし、?|はい、?)?([\p{Script=Han}々\p{Script=Katakana}ー]{1,6})(?:だ|です|だけど|ですが)(?=[。、！」』”]|$)/u,
          ],
    reports: words.quoting === "" ? null : new RegExp(`^[」』”]?${words.quoting}`, "u"),
  };
}

/** "张扬问我", "美咲が俺に聞いた" */
const TO_NARRATOR = /(?:[问問对對]|告[诉訴])我(?![们們的])|(?:俺|僕|私|わたし|ぼく|おれ)に/u;
const SENTENCE = /[。！？!?]/u;
const CLAUSE = /[。！？!?，、]/u;

/** The tagged speaker of each speech span, by its start. */
export function unspacedSpeakers(
  text: string,
  paragraphs: readonly LaidOutParagraph[],
  language: LanguageData,
): Map<number, StatedSpeaker> {
  const stated = new Map<number, StatedSpeaker>();
  if (language.unspaced === undefined) return stated;
  const finder = finderOf(language.unspaced, learnNames(text, paragraphs, language.unspaced));
  // Names are learned from all tags before lines are read, because a name may act before it first speaks.
  readLines(text, paragraphs, finder);
  const lines = readLines(text, paragraphs, finder);
  decideTurns(lines, new Set(listOf(language.unspaced.crowds))).forEach((decision, index) => {
    if (decision === null) return;
    const { who, method, confidence } = decision;
    const name = who.name ?? "Narrator";
    for (const { start } of lines[index]!.spans)
      stated.set(start, { name, gender: who.gender, method, confidence, narrator: who.narrator });
  });
  return stated;
}

function readLines(text: string, paragraphs: readonly LaidOutParagraph[], finder: Finder): UnspacedLine[] {
  const lines: UnspacedLine[] = [];
  let gap = SCENE_GAP + 1;
  let recent: UnspacedSubject[] = [];
  const note = (who: UnspacedSubject | null): void => {
    if (who === null || (who.name === null && !who.narrator)) return;
    recent = [who, ...recent.filter(({ name }) => name !== who.name)].slice(0, RECENT);
  };
  let lastActor: UnspacedSubject | null = null;
  /** The first one who acts in a stretch of narration. */
  const readNarration = (from: number, to: number): UnspacedSubject | null => {
    let first: UnspacedSubject | null = null;
    for (const sentence of text.slice(from, Math.min(to, from + 4_000)).split(CLAUSE)) {
      const who = finder.subject(sentence, false);
      if (who === null) continue;
      first ??= who;
      lastActor = who;
      note(who);
    }
    return first;
  };
  for (const { role, speech, contentStart, contentEnd } of paragraphs) {
    if (role === "metadata") continue;
    if (role !== "paragraph") {
      gap = SCENE_GAP + 1;
      continue;
    }
    if (speech.length === 0) {
      lastActor = null;
      const first = readNarration(contentStart, contentEnd);
      if (gap === 0 && lines.length > 0) {
        const line = lines[lines.length - 1]!;
        line.after = first;
        line.afterSays =
          first !== null && finder.ends.test(text.slice(contentStart, Math.min(contentEnd, contentStart + LEAD)));
      }
      gap++;
      continue;
    }
    let line: UnspacedLine | null = null;
    speech.forEach((span, index) => {
      const previousEnd = speech[index - 1]?.end ?? contentStart;
      const next = speech[index + 1]?.start ?? contentEnd;
      const before = text.slice(Math.max(previousEnd, span.start - LEAD), span.start);
      const after = text.slice(span.end, Math.min(next, span.end + REACH));
      if (index === 0) readNarration(contentStart, span.start);
      const own = text.slice(span.start, Math.min(span.end, span.start + MAX_WORDS));
      const found = evidence(before, after, finder, index > 0, index + 1 < speech.length, own);
      const other = line?.stated != null && found !== null && !sameSubject(line.stated.who, found.who) && index > 0;
      if (line === null || other) {
        line = {
          spans: [],
          gap: line === null ? gap : 0,
          stated: null,
          before: line === null && gap > 0 ? lastActor : null,
          after: null,
          afterSays: false,
          toNarrator: false,
          words: "",
          recent,
        };
        lines.push(line);
      }
      (line.spans as SpeechSpan[]).push(span);
      line.words += text.slice(span.start, Math.min(span.end, span.start + MAX_WORDS));
      line.stated ??= found;
      line.toNarrator ||= TO_NARRATOR.test(after.split(SENTENCE)[0]!);
      if (found !== null) note(found.who);
    });
    readNarration(speech.at(-1)!.end, contentEnd);
    gap = 0;
  }
  return lines;
}

function sameSubject(left: UnspacedSubject, right: UnspacedSubject): boolean {
  return left.name === right.name || left.name === null || right.name === null;
}

/** The speaker who names himself: by "我是老罗" always, by "岡田だ" where the narration only names a voice. */
function ownName(words: string, finder: Finder, voiced: boolean): UnspacedSubject | null {
  for (const [index, pattern] of finder.ownName.entries()) {
    const name = pattern.exec(words)?.[1];
    if (name === undefined || (index > 0 && !voiced)) continue;
    // "我是医生": a noun is no name, unless a voice says it.
    const known = finder.subject(`${name}は`, true) ?? finder.subject(`${name}说`, true);
    if (known?.name === name || voiced) return { name, gender: known?.gender ?? null, narrator: false, rest: "" };
  }
  return null;
}

function evidence(
  before: string,
  after: string,
  finder: Finder,
  inner: boolean,
  precedes: boolean,
  words: string,
): UnspacedLine["stated"] {
  const voiced = finder.voice.test(after.replace(/^[」』”]?(?:と|って)?/u, ""));
  const own = voiced ? ownName(words, finder, true) : null;
  if (own !== null) return { who: own, kind: "tag" };
  // "刘备问：“…”那人答道：“…”": the words lead into the next quote.
  const nextLead = precedes && /[：:]\s*$/u.test(after) && /[：:]\s*$/u.test(before);
  const behind = voiced || nextLead ? "" : after.split(SENTENCE)[0]!;
  const reports = finder.reports?.test(behind) === true;
  const says = finder.says.test(behind);
  const beforeParts = before.split(SENTENCE);
  const lead = beforeParts.at(-1)!;
  if (finder.voice.test(lead.trim())) return null;
  const leads = /[，：:、,]\s*$/u.test(lead);
  const afterSubject = finder.subject(reports ? behind.replace(finder.reports!, "") : behind, reports || says);
  if (afterSubject !== null && (reports || finder.says.test(afterSubject.rest)))
    return { who: afterSubject, kind: "tag" };
  // "太郎は言った。「…」" and "花子は空を見上げて、「…」と言った".
  const beforeSubject = inner && !leads ? null : finder.subject(lead, leads);
  if (beforeSubject !== null && leads) return { who: beforeSubject, kind: "tag" };
  if (afterSubject !== null) return { who: afterSubject, kind: "action" };
  if (inner || leads) return null;
  const last = beforeParts.at(-2) ?? "";
  const saidBefore = finder.says.test(last) && /[。]\s*$/u.test(before);
  const actor = lead.trim() === "" ? finder.subject(last, saidBefore) : null;
  if (actor === null) return null;
  return { who: actor, kind: saidBefore ? "tag" : "action" };
}
