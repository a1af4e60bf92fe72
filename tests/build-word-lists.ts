// Writes people.ts and names.ts from general sources, so that no word comes from a text that measures the rules:
// nouns for people and animals from WordNet (Debian's wordnet-base), their translations from FreeDict (Debian's
// dict-freedict-eng-*), and first names with their gender from @faker-js/faker and from Faker for Python (Debian's
// python3-fake-factory).
//   node packages/cli/bin/node24.mjs tests/build-word-lists.ts <WordNet> <FreeDict> <@faker-js/faker> <Faker for Python>
// After "apt-get install wordnet-base dict-freedict-eng-spa … python3-fake-factory" the folders are /usr/share/wordnet,
// /usr/share/dictd and /usr/lib/python3/dist-packages/faker.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

const [wordnet, freedict, faker, python] = process.argv
  .slice(2)
  .filter((argument) => !argument.endsWith("build-word-lists.ts"));
if (wordnet === undefined || freedict === undefined || faker === undefined || python === undefined) {
  process.stderr.write(
    "usage: node tests/build-word-lists.ts <folder of WordNet> <of FreeDict> <of @faker-js/faker> <of Faker for Python>\n",
  );
  process.exit(2);
}

const TARGET = join(import.meta.dirname, "../packages/core/structure/language/generated");

/** Lexicographer files of WordNet. */
const ANIMAL = 5;
const PERSON = 18;

/** FreeDict's code, ours, and the locales of both Fakers. */
const LANGUAGES = [
  ["deu", "de", ["de"], ["de_DE"]],
  ["spa", "es", ["es"], ["es_ES"]],
  ["fra", "fr", ["fr"], ["fr_FR"]],
  ["ita", "it", ["it"], []],
  ["nld", "nl", ["nl"], ["nl_NL"]],
  ["pol", "pl", ["pl"], ["pl_PL"]],
  ["por", "pt", ["pt_BR", "pt_PT"], ["pt_BR"]],
  ["rus", "ru", ["ru"], ["ru_RU"]],
  ["swe", "sv", ["sv"], ["sv_SE"]],
] as const;

interface Noun {
  readonly word: string;
  readonly kind: number;
  /** A sense of the noun occurs in the tagged texts that come with WordNet. */
  readonly common: boolean;
  /** The word is a verb as well. */
  readonly verb: boolean;
  /** The word is an adjective as well. */
  readonly adjective: boolean;
}

function wordsOf(folder: string, part: string): Set<string> {
  return new Set(
    readFileSync(join(folder, `index.${part}`), "utf8")
      .split("\n")
      .map((line) => line.split(" ")[0]!),
  );
}

/** Nouns whose first sense is a person or an animal. */
function nounsOfWordNet(folder: string): Noun[] {
  const kinds = new Map<string, number>();
  for (const line of readFileSync(join(folder, "data.noun"), "utf8").split("\n")) {
    const [offset, file] = line.split(" ");
    if (offset !== undefined && /^\d{8}$/u.test(offset)) kinds.set(offset, Number(file));
  }
  const verbs = wordsOf(folder, "verb");
  const adjectives = wordsOf(folder, "adj");
  const nouns: Noun[] = [];
  for (const line of readFileSync(join(folder, "index.noun"), "utf8").split("\n")) {
    const fields = line.trim().split(" ");
    const word = fields[0]!;
    if (line.startsWith(" ") || !/^[a-z]{3,}$/u.test(word)) continue;
    const behind = 4 + Number(fields[3]);
    const kind = kinds.get(fields[behind + 2]!);
    if (kind !== PERSON && kind !== ANIMAL) continue;
    const common = Number(fields[behind + 1]) > 0;
    nouns.push({ word, kind, common, verb: verbs.has(word), adjective: adjectives.has(word) });
  }
  return nouns;
}

/** Endings of infinitives: a translation of "cook" can be the verb. */
const VERBS: Readonly<Record<string, RegExp>> = {
  spa: /(?:[aei]r|[aei]rse)$/u,
  fra: /(?:er|ir|re)$/u,
  ita: /(?:[aei]re|[aei]rsi)$/u,
  nld: /en$/u,
  pol: /ć$/u,
  por: /(?:[aei]r|[aei]r-se)$/u,
  rus: /(?:ть|ться|ти)$/u,
  swe: /a$/u,
};

/** The translations that are one word, by headword. */
function translations(file: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let head: string | null = null;
  let left = 0;
  for (const line of gunzipSync(readFileSync(file)).toString("utf8").split("\n")) {
    const entry = /^([a-z]+) (?:\/|<)/u.exec(line) ?? /^([a-z]+)$/u.exec(line);
    if (/^\S/u.test(line) && / \/[^/]*\//u.test(line)) {
      head = entry?.[1] ?? null;
      left = 2;
      continue;
    }
    if (head === null || left === 0 || /^\s*(?:see|Synonym|Note|[„"])/u.test(line)) continue;
    left--;
    const words = line
      .replaceAll(/<[^>]*>|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|^\s*(?:[IVX]+\.)?\s*\d*\.?/gu, " ")
      .split(/[,;/]/u)
      .map((word) => word.trim())
      .filter((word) => /^\p{L}{3,}$/u.test(word));
    found.set(head, [...(found.get(head) ?? []), ...words.slice(0, 4)]);
  }
  return found;
}

const sorted = (words: Iterable<string>): string[] => [...new Set(words)].sort((one, two) => (one < two ? -1 : 1));

function constant(name: string, comment: string, words: Iterable<string>): string {
  const lines: string[] = [];
  let line = " ";
  for (const word of sorted(words)) {
    if (line.length + word.length > 125) {
      lines.push(line);
      line = " ";
    }
    line += ` ${word}`;
  }
  lines.push(line);
  return `/** ${comment} */\nexport const ${name} = \`\n${lines.join("\n")}\n\`;\n`;
}

const HEAD = "// Generated by tests/build-word-lists.ts; do not edit. Sources and licences: NOTICE.\n";
const nouns = nounsOfWordNet(wordnet);
const people: string[] = [
  HEAD,
  constant(
    "PEOPLE_EN",
    "English nouns whose most frequent sense is a person.",
    nouns.filter(({ kind, common }) => kind === PERSON && common).map(({ word }) => word),
  ),
];
for (const [code, ours] of LANGUAGES) {
  const words = translations(join(freedict, `freedict-eng-${code}.dict.dz`));
  const own = new Set<string>();
  for (const { word, common, verb, adjective } of nouns) {
    if (adjective && code !== "deu") continue;
    // The largest dictionary has translations of every rare sense.
    if (!common && code === "deu") continue;
    for (const one of words.get(word) ?? []) {
      // German nouns have a capital, all others have none; a name of a people is no noun for a person here.
      const capital = /^\p{Lu}/u.test(one);
      if (capital !== (code === "deu")) continue;
      if (/^\p{Lu}+$/u.test(one) || one.length > 16) continue;
      if (verb && VERBS[code]?.test(one)) continue;
      if (code === "pol" && /[yi]$/u.test(one)) continue;
      if (code === "rus" && /(?:ый|ий|ой)$/u.test(one)) continue;
      own.add(one.toLowerCase().normalize("NFKC"));
    }
  }
  people.push(constant(`PEOPLE_${ours.toUpperCase()}`, `Nouns for people and animals (${ours}).`, own));
}
writeFileSync(join(TARGET, "people.ts"), people.join("\n"));

interface Locale {
  readonly person: { readonly first_name: { readonly male?: string[]; readonly female?: string[] } };
}
const { allLocales }: { allLocales: Readonly<Record<string, Locale>> } = createRequire(import.meta.url)(resolve(faker));
/** The first names of a locale of Faker for Python, from the text of its module. */
function pythonNames(locale: string, gender: "male" | "female"): string[] {
  const module = readFileSync(join(python!, "providers/person", locale, "__init__.py"), "utf8");
  const start = module.indexOf(`    first_names_${gender} = `);
  if (start < 0) throw new Error(`${locale} of Faker for Python has no first_names_${gender}`);
  // The list ends with the next assignment of the class.
  const list = module.slice(start + 4).split(/\n {4}(?=\w)/u)[0]!;
  return [...list.matchAll(/["']([^"']+)["']/gu)].map(([, name]) => name!);
}

const names: string[] = [HEAD];
/** A word that is also a frequent noun, a verb, an adjective or an adverb is no name by itself: "Rose", "Mark", "Ivory". */
const englishWords = new Set([
  ...["verb", "adj", "adv"].flatMap((part) => [...wordsOf(wordnet, part)]),
  ...readFileSync(join(wordnet, "index.noun"), "utf8")
    .split("\n")
    .map((line) => line.trim().split(" "))
    .filter((fields) => Number(fields[4 + Number(fields[3]) + 1]) > 0)
    .map((fields) => fields[0]!),
]);
for (const [, ours, locales, pythonLocales] of [...LANGUAGES, ["eng", "en", [], ["en_US", "en_GB"]] as const]) {
  const lists = locales.map((locale) => allLocales[locale]!.person.first_name);
  const clean = (list: readonly string[]): string[] =>
    list.filter((name) => /^\p{Lu}\p{Ll}+$/u.test(name)).map((name) => name.toLowerCase());
  const namesOf = (gender: "male" | "female"): Set<string> =>
    new Set(
      clean([
        ...lists.flatMap((list) => list[gender] ?? []),
        ...pythonLocales.flatMap((locale) => pythonNames(locale, gender)),
      ]).filter((name) => ours !== "en" || !englishWords.has(name)),
    );
  const male = namesOf("male");
  const female = namesOf("female");
  const both = [...male].filter((name) => female.has(name));
  for (const name of both) {
    male.delete(name);
    female.delete(name);
  }
  names.push(constant(`MALE_${ours.toUpperCase()}`, `Male first names (${ours}).`, male));
  names.push(constant(`FEMALE_${ours.toUpperCase()}`, `Female first names (${ours}).`, female));
}
writeFileSync(join(TARGET, "names.ts"), names.join("\n"));
