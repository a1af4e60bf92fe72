// Speech tags in languages that write no spaces: a name and a verb of saying right beside the quote, "「…」と太郎は言った",
// "张三说：“…”". Only what the words themselves tell is taken.

import type { LaidOutParagraph } from "./dialogue.ts";
import type { LanguageData } from "./language/language.ts";
import type { Told } from "./told-speakers.ts";

const CONFIDENCE = 0.93;
/** A tag stands within so many units of its quote. */
const REACH = 48;
const MAX_LISTED = 60;

interface Patterns {
  readonly after: RegExp;
  readonly before: RegExp;
  readonly notNames: ReadonlySet<string>;
}

function patternsOf(unspaced: NonNullable<LanguageData["unspaced"]>): Patterns {
  const { name, between, quoting, subjectMarks } = unspaced;
  const verbs = unspaced.verbs.split(" ").slice(0, MAX_LISTED).join("|");
  const notNames = unspaced.notNames.split(" ");
  const said = `(${name})${subjectMarks}${between}(?:${verbs})`;
  return {
    after: new RegExp(`^[」』”"、，,\\s]{0,3}${quoting}${said}`, "u"),
    before: new RegExp(`(?:^|[。！？，、\\s」』”])${said}[了着]?[：:，,、。\\s]{0,3}$`, "u"),
    notNames: new Set(notNames),
  };
}

/** Who is told to speak, by the start of the speech span. */
export function unspacedSpeakers(
  text: string,
  paragraphs: readonly LaidOutParagraph[],
  language: LanguageData,
): Map<number, Told> {
  const told = new Map<number, Told>();
  if (language.unspaced === undefined) return told;
  const { after, before, notNames } = patternsOf(language.unspaced);
  const hear = (start: number, match: RegExpExecArray | null): boolean => {
    const name = match?.[1];
    if (name === undefined || notNames.has(name)) return false;
    told.set(start, { name, gender: null, method: "tag", confidence: CONFIDENCE });
    return true;
  };
  for (const { role, speech, contentStart, contentEnd } of paragraphs) {
    if (role !== "paragraph") continue;
    speech.forEach((span, index) => {
      const next = speech[index + 1]?.start ?? contentEnd;
      const previous = speech[index - 1]?.end ?? contentStart;
      if (hear(span.start, after.exec(text.slice(span.end, Math.min(next, span.end + REACH))))) return;
      hear(span.start, before.exec(text.slice(Math.max(previous, span.start - REACH), span.start)));
    });
    // A quote that goes on behind its tag has the same speaker.
    for (let index = 1; index < speech.length; index++) {
      const known = told.get(speech[index - 1]!.start);
      if (known !== undefined && !told.has(speech[index]!.start)) told.set(speech[index]!.start, known);
    }
  }
  return told;
}
