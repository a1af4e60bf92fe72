// Headings without text below them.

import { linesOf, type ManuscriptChapter, type Place } from "./finding.ts";

const NUMBERED =
  /^[\s*_#]*(?:chapter|kapitel|chapitre|cap\u00edtulo|capitolo|hoofdstuk|rozdzia\u0142|\u0433\u043b\u0430\u0432\u0430|\u7b2c[\p{N}\u4e00-\u5341\u767e\u96f6]+[\u7ae0\u56de])(?![\p{L}])[^.!?\u3002]{0,80}\.?[\s*_]*$/iu;
/** A page that only names a part of the book has no text of its own. */
const PART =
  /^[\s*_#]*(?:part|book|volume|vol\.|act|teil|buch|band|akt|partie|livre|tome|acte|parte|libro|livro|volumen|deel|boek|cz\u0119\u015b\u0107|tom|ksi\u0119ga|\u0447\u0430\u0441\u0442\u044c|\u043a\u043d\u0438\u0433\u0430|\u0442\u043e\u043c|del|bok)(?![\p{L}])/iu;
/** A table of contents is several headings in sequence. */
const CONTENTS = 3;

export function emptyHeadings({ title, text }: ManuscriptChapter): readonly Place[] {
  const lines = linesOf(text);
  const isTitle = (line: string) => simple(line) === simple(title);
  if (lines.every((line) => isTitle(line.text) || NUMBERED.test(line.text))) {
    // A chapter of nothing but its heading.
    const first = lines[0]?.text ?? title;
    if (PART.test(title) || PART.test(first)) return [];
    return [{ kind: "empty_heading", start_utf16: 0, end_utf16: text.trimEnd().length, mend: null }];
  }
  const places: Place[] = [];
  for (let at = 0; at < lines.length; at++) {
    let end = at;
    while (NUMBERED.test(lines[end]?.text ?? "")) end++;
    const number = end - at;
    // The last heading of a sequence has its text below, unless the text ends.
    const empty = end === lines.length ? number : number - 1;
    if (number > 0 && number < CONTENTS)
      for (const { text: line, start } of lines.slice(at, at + empty))
        places.push({ kind: "empty_heading", start_utf16: start, end_utf16: start + line.length, mend: null });
    at = Math.max(at, end - 1);
  }
  return places;
}

const simple = (line: string): string =>
  line
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
