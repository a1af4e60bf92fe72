// Labels of scripts that name several people, and nouns for groups.

import type { LanguageData } from "./language/language.ts";

/** A listed noun, or the plural of a noun for people. */
export function isGroupNoun(lower: string, { groups, roles, pluralEndings = [] }: LanguageData): boolean {
  if (groups!.nouns.has(lower)) return true;
  return (
    !roles.has(lower) &&
    pluralEndings.some((ending) => lower.endsWith(ending) && roles.has(lower.slice(0, -ending.length)))
  );
}

/** Labels for several speakers in the scripts of any language. */
const TOGETHER: ReadonlySet<string> = new Set(
  "omnes ensemble tutti together chorus choir chor coro choeur chœur kor chór хор χορός".split(" "),
);
/** "ANNA AND TOM", "Anna & Tom", "Anna, Tom". */
const JOINED = / (?:and|und|et|y|e|i|en|och|и|και) |(?: ?[&,+/] ?)/u;
const NUMBERED = /^(?:\d{1,3}|[ivx]{1,4}|two|three|four|five|six|seven|zwei|drei|deux|trois|dos|tres|due|tre)$/u;

/**
 * Whether the label of a script names several people: "ALL", "BOTH", "ALL THREE", "THE CROWD", "SOLDIERS", "ANNA AND TOM".
 *
 * @param name the label without its mark
 * @param labels all labels of the script, in small letters: two of them joined are a group
 */
export function isGroupLabel(name: string, labels: ReadonlySet<string>, language: LanguageData): boolean {
  const lower = name.toLowerCase().replaceAll(/\s+/gu, " ").trim();
  const joined = lower.split(JOINED).filter((part) => part !== "");
  if (joined.length > 1 && joined.every((part) => labels.has(part))) return true;
  const { groups, determiners, possessives } = language;
  const words = lower.split(" ").filter((word) => !determiners.has(word) && !possessives.has(word));
  const first = words[0];
  if (first === undefined) return false;
  if (TOGETHER.has(first) && words.length === 1) return true;
  if (groups === undefined) return false;
  const rest = words.slice(1);
  if (groups.alone.has(first))
    return rest.every(
      (word) =>
        groups.ofThem.has(word) || NUMBERED.test(word) || groups.numbers.has(word) || isGroupNoun(word, language),
    );
  const last = words[words.length - 1]!;
  // "SOLDIERS 2" is the second group; in "MR. MASTERS" the noun is a name.
  const noun = NUMBERED.test(last) && words.length > 1 ? words[words.length - 2]! : last;
  const titled = words.some((word) => {
    const title = language.titles.get(word.replace(/\.$/u, ""));
    return word !== noun && title !== undefined && title.rank !== "epithet";
  });
  if (titled) return false;
  return isGroupNoun(noun, language);
}
