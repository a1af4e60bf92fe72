// The language of a story, from its text and from what its book states.

import { LANGUAGES, languageOfText } from "./language/languages.ts";

/** Scripts of one main language each. Latin and Cyrillic letters say nothing: many languages share them. */
const SCRIPTS = ["Arab", "Armn", "Beng", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru", "Hang", "Hebr", "Khmr"].concat(
  ["Knda", "Laoo", "Mlym", "Mymr", "Sinh", "Taml", "Telu", "Thai", "Tibt"],
);
/** Units that are looked at for letters of another script. */
const SAMPLE_UNITS = 48_000;

/**
 * The primary language of a story (BCP 47). The text decides where its words or letters show one; a stated language counts
 * where the text cannot show it, because its words are not known here. "en" without evidence.
 * @param stated what the book states; null without a statement
 */
export function storyLanguage(text: string, stated: string | null): string {
  const own = primaryLanguage(stated ?? "");
  const script = scriptOf(text);
  if (script !== null) return own !== null && scriptsOf(own).includes(script) ? own : likelyLanguage(script);
  const known = LANGUAGES.some(({ code }) => code === own);
  return own === null || known ? languageOfText(text).code : own;
}

/** The primary subtag in its usual form; null if the tag names no single language. */
export function primaryLanguage(tag: string): string | null {
  try {
    // Private tags ("x-…") have no language.
    const { language = "und" } = new Intl.Locale(tag) as { readonly language?: string };
    return ["und", "mul", "mis", "zxx"].includes(language) ? null : language === "nb" ? "no" : language;
  } catch {
    return null;
  }
}

/** The script of most letters, if it belongs to one main language; otherwise null. */
function scriptOf(text: string): string | null {
  const sample = text.slice(0, SAMPLE_UNITS);
  const letters = count(sample, /\p{L}/gu);
  return SCRIPTS.find((script) => count(sample, new RegExp(`\\p{Script=${script}}`, "gu")) * 2 > letters) ?? null;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The script that Unicode's likely subtags give a language; Korean is written in Hangul. */
function scriptsOf(language: string): readonly string[] {
  const { script } = new Intl.Locale(language).maximize();
  return script === "Kore" ? ["Hang"] : script === undefined ? [] : [script];
}

const likelyLanguage = (script: string): string => new Intl.Locale(`und-${script}`).maximize().language;
