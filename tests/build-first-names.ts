// Writes names-elsewhere.ts: first names of countries beyond the languages that names.ts has, in Latin letters, with the gender
// that their lists agree on. Sources: @faker-js/faker and Faker for Python (Debian's python3-fake-factory), both MIT.
//   node packages/cli/bin/node24.mjs tests/build-first-names.ts <@faker-js/faker> <Faker for Python>
// Names that the English lists have are left out: those keep their gender.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ENGLISH_FEMALE_NAMES, ENGLISH_MALE_NAMES } from "../packages/core/structure/language/english-names.ts";
import { FEMALE_EN, MALE_EN } from "../packages/core/structure/language/generated/names.ts";

const [faker, python] = process.argv.slice(2).filter((argument) => !argument.endsWith("build-first-names.ts"));
if (faker === undefined || python === undefined) {
  process.stderr.write(
    "usage: node tests/build-first-names.ts <folder of @faker-js/faker> <folder of Faker for Python>\n",
  );
  process.exit(2);
}

const TARGET = join(import.meta.dirname, "../packages/core/structure/language/generated/names-elsewhere.ts");

/** Locales whose lists separate men and women, in scripts that have a usual spelling in Latin letters. */
const LOCALES = `
  af_ZA az cs_CZ da de de_AT el en_GH en_IN en_NG en_NP en_ZA es es_MX fi fr fr_BE fr_SN hr hu hy id_ID it ku_kmr_latin lv mk
  nb_NO nl pl pt_BR pt_PT ro ro_MD ru sk sl_SI sr_RS_latin sv tr uk uz_UZ_latin yo_NG zu_ZA
`;
/** Of Faker for Python, with the name of the list before the gender. */
const PYTHON: readonly (readonly [locale: string, list: string])[] = [
  ...`bg_BG cs_CZ dk_DK el_GR fi_FI hr_HR hu_HU id_ID ka_GE no_NO ro_RO sl_SI tr_TR uk_UA`
    .split(" ")
    .map((locale) => [locale, "first_names"] as const),
  ["et_EE", "first_names"],
  ["ja_JP", "first_romanized_names"],
];

type Gender = "male" | "female";
const GENDERS: readonly Gender[] = ["male", "female"];

interface Locale {
  readonly person?: { readonly first_name?: { readonly male?: string[]; readonly female?: string[] } };
}
const fakerFolder = resolve(faker);
const { allLocales }: { allLocales: Readonly<Record<string, Locale>> } = createRequire(import.meta.url)(fakerFolder);
const anyAscii: (text: string) => string = (
  await import(
    pathToFileURL(createRequire(join(import.meta.dirname, "../packages/server/package.json")).resolve("any-ascii")).href
  )
).default;

function pythonNames(locale: string, list: string, gender: Gender): string[] {
  const module = readFileSync(join(python!, "providers/person", locale, "__init__.py"), "utf8");
  const own = [`${list}_${gender}`, `${list}_${gender}_est`].map((name) => module.indexOf(`    ${name} = `));
  const start = own.find((at) => at >= 0);
  if (start === undefined) throw new Error(`${locale} of Faker for Python has no ${list}_${gender}`);
  return [
    ...module
      .slice(start + 4)
      .split(/\n {4}(?=\w)/u)[0]!
      .matchAll(/["']([^"']+)["']/gu),
  ].map(([, name]) => name!);
}

/** The spellings in small Latin letters that an English text can have. */
function spellings(name: string): readonly string[] {
  if (!/^[\p{L}\p{M}]+$/u.test(name)) return [];
  const lower = name.normalize("NFC").toLowerCase();
  const german = lower.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue");
  const found = new Set([lower, german].map((one) => anyAscii(one).toLowerCase()));
  // "Sergey" and "Sergei", "Nikolay" and "Nikolai", "Dmitriy", "Dmitry" and "Dmitri".
  for (const one of [...found]) {
    if (/[ea]y$/u.test(one)) found.add(one.replace(/y$/u, "i"));
    if (one.endsWith("iy")) for (const ending of ["y", "i"]) found.add(one.slice(0, -2) + ending);
  }
  return [...found].filter((one) => /^[a-z]{3,}$/u.test(one));
}

const votes = new Map<string, Record<Gender, number>>();
function count(lists: Readonly<Record<Gender, readonly string[]>>): void {
  for (const gender of GENDERS) {
    for (const name of new Set(lists[gender].flatMap(spellings))) {
      const of = votes.get(name) ?? { male: 0, female: 0 };
      of[gender] += 1;
      votes.set(name, of);
    }
  }
}
for (const locale of LOCALES.trim().split(/\s+/u)) {
  const { male = [], female = [] } = allLocales[locale]?.person?.first_name ?? {};
  if (male.length === 0 || female.length === 0) throw new Error(`@faker-js/faker has no names of ${locale}`);
  count({ male, female });
}
for (const [locale, list] of PYTHON)
  count({ male: pythonNames(locale, list, "male"), female: pythonNames(locale, list, "female") });

const words = (text: string) => text.trim().split(/\s+/u);
const english = new Set([ENGLISH_MALE_NAMES, ENGLISH_FEMALE_NAMES, MALE_EN, FEMALE_EN].flatMap(words));
const names: Record<Gender, string[]> = { male: [], female: [] };
for (const [name, { male, female }] of votes) {
  if (english.has(name)) continue;
  // "Andrea" is a man in Italy and a woman in Germany.
  if (male > 2 * female) names.male.push(name);
  else if (female > 2 * male) names.female.push(name);
}

function constant(name: string, comment: string, list: readonly string[]): string {
  const lines: string[] = [];
  let line = " ";
  for (const word of [...list].sort((one, two) => (one < two ? -1 : 1))) {
    if (line.length + word.length > 125) {
      lines.push(line);
      line = " ";
    }
    line += ` ${word}`;
  }
  return `/** ${comment} */\nexport const ${name} = \`\n${[...lines, line].join("\n")}\n\`;\n`;
}

writeFileSync(
  TARGET,
  [
    "// Generated by tests/build-first-names.ts; do not edit. Sources and licences: NOTICE.\n",
    constant("MALE_ELSEWHERE", "Male first names of many countries, without accents.", names.male),
    constant("FEMALE_ELSEWHERE", "Female first names of many countries, without accents.", names.female),
  ].join("\n"),
);
process.stderr.write(`${names.male.length} male, ${names.female.length} female names: ${TARGET}\n`);
