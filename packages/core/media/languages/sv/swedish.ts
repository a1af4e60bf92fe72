// Swedish.

import {
  anyOf,
  type Counted,
  type Currency,
  decimalsReader,
  type FigureRule,
  figureReader,
  GAP,
  isTime,
  type Near,
  sticky,
} from "../figure-rules.ts";
import { numberReader } from "../rbnf.ts";
import { languageOf, type Numeral, wordAfter } from "../word-rules.ts";
import { NUMBER_RULES } from "./number-rules.ts";

const read = numberReader(NUMBER_RULES);
/** "hundra" stands without "ett" in speech. */
const spoken = (words: string) => words.replace(/^etthundra/, "hundra");
/** "c" is the form before a noun of the common gender: "en". */
const cardinal = (value: number, form: string) => spoken(read(form === "c" ? "cardinal-reale" : "numbering", value));
const ordinal = (value: number) => spoken(read("ordinal-neuter", value)).replace(/^etthundra /, "hundra");
const year = (value: number) => spoken(read(value >= 1100 && value < 2100 ? "numbering-year" : "numbering", value));
const DIGITS = ["noll", "ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio"];
const MONTHS = "januari februari mars april maj juni juli augusti september oktober november december".split(" ");
const MONTH_NAMES: ReadonlyMap<string, string> = new Map([
  ...MONTHS.map((name) => [name, name] as const),
  ...["jan.", "feb.", "", "apr.", "", "", "", "aug.", "sept.", "okt.", "nov.", "dec."].flatMap((name, at) =>
    name === "" ? [] : [[name, MONTHS[at]!] as const],
  ),
]);
const NEUTER =
  /^(?:hus|barn|år|århundrade|kapitel|rum|bord|djur|ord|brev|glas|kilo|kilogram|gram|lager|äpple|träd|kök|fönster|hjärta|öga|öra|namn|land|liv|slag|steg|skepp|berg|folk|ljus|ställe|tillfälle|exempel|pund|öre|poäng|mål|spel|lag|svar|fall|tåg|hål|ben|hår|huvud)$/;

const clock = (hours: number, minutes: number) =>
  minutes === 0 ? cardinal(hours, "alone") : `${cardinal(hours, "alone")} och ${cardinal(minutes, "alone")}`;

const own: readonly FigureRule[] = [
  {
    pattern: sticky("(\\d{4})-(\\d{2})-(\\d{2})(?![\\d-])"),
    say: ([, given, month, day], { before }) => {
      const name = MONTHS[Number(month) - 1];
      if (name === undefined || Number(day) < 1 || Number(day) > 31) return null;
      const article = /den[ \u00a0]$/i.test(before) ? "" : "den ";
      return `${article}${ordinal(Number(day))} ${name} ${year(Number(given))}`;
    },
  },
  {
    pattern: sticky(`(\\d{1,2})/(\\d{1,2})(?:[ -](\\d{4}))?(?![\\d/])`),
    say: ([, day, month, given], { before, after }) => {
      const name = MONTHS[Number(month) - 1];
      if (name === undefined || Number(day) < 1 || Number(day) > 31) return null;
      // "På 1/2 timme".
      if (given === undefined && /^(?:1\/[234]|[23]\/[34])$/.test(`${day}/${month}`) && /^ \p{Ll}/u.test(after))
        return null;
      // "3/4" is a fraction; a day follows "den", "ses", "till" and the like.
      if (given === undefined && !/(?:den|ses|till|från|före|efter|mellan|och|på)[ \u00a0]$/i.test(before)) return null;
      return `${ordinal(Number(day))} ${name}${given === undefined ? "" : ` ${year(Number(given))}`}`;
    },
  },
  {
    pattern: sticky(`(\\d{1,2})${GAP}(${anyOf(MONTH_NAMES.keys())})(?!\\p{L})`),
    say: ([, day, month = ""]) => `${ordinal(Number(day))} ${MONTH_NAMES.get(month)!}`,
  },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
    range: true,
  },
  {
    pattern: sticky("(\\d{1,2})\\.(\\d{2})(?!\\d|\\.\\d)"),
    say: ([, hours, minutes], { before }) =>
      isTime(hours, minutes) && /(?:kl\.?|klockan(?: är)?|vid|till|från)[ \u00a0]$/i.test(before)
        ? clock(Number(hours), Number(minutes))
        : null,
    range: true,
  },
  { pattern: sticky("(\\d{1,4}):(?:a|e|de|te)(?!\\p{L})"), say: ([, digits]) => ordinal(Number(digits)) },
  {
    pattern: sticky("(\\d{2,4})-tal(et|en|s)?(?!\\p{L})"),
    say: ([, digits, ending = ""]) => `${year(Number(digits))}tal${ending}`,
  },
  {
    pattern: sticky("(\\d{1,4})([A-Za-h])(?![\\p{L}\\d])"),
    say: ([, digits, letter]) => `${cardinal(Number(digits), "alone")} ${letter}`,
  },
];

const decimals = decimalsReader(DIGITS, 2, (value) => cardinal(value, "alone"));

const counted = (one: string, many = one, form = "c"): Counted => ({ words: [one, many], form });
const krona: Currency = { ...counted("krona", "kronor"), cents: counted("öre", "öre", "n") };
const euro: Currency = { ...counted("euro"), cents: counted("cent") };
const dollar: Currency = { ...counted("dollar"), cents: counted("cent") };
const pound: Currency = { ...counted("pund", "pund", "n"), cents: counted("penny", "pence") };

const UNITS: Readonly<Record<string, Counted>> = {
  mm: counted("millimeter"),
  cm: counted("centimeter"),
  dm: counted("decimeter"),
  m: counted("meter"),
  km: counted("kilometer"),
  mil: counted("mil"),
  "km/h": counted("kilometer i timmen"),
  "km/tim": counted("kilometer i timmen"),
  "m/s": counted("meter per sekund"),
  "m²": counted("kvadratmeter"),
  kvm: counted("kvadratmeter"),
  "km²": counted("kvadratkilometer"),
  "m³": counted("kubikmeter"),
  ha: counted("hektar"),
  mg: counted("milligram", "milligram", "n"),
  g: counted("gram", "gram", "n"),
  hg: counted("hekto", "hekto", "n"),
  kg: counted("kilogram", "kilogram", "n"),
  ml: counted("milliliter"),
  cl: counted("centiliter"),
  dl: counted("deciliter"),
  l: counted("liter"),
  "°C": counted("grad Celsius", "grader Celsius"),
  "° C": counted("grad Celsius", "grader Celsius"),
  "°F": counted("grad Fahrenheit", "grader Fahrenheit"),
  "°": counted("grad", "grader"),
  min: counted("minut", "minuter"),
  "min.": counted("minut", "minuter"),
  "tr.": counted("trappa", "trappor"),
  tim: counted("timme", "timmar"),
  "tim.": counted("timme", "timmar"),
  sek: counted("sekund", "sekunder"),
  V: counted("volt"),
  W: counted("watt"),
  kW: counted("kilowatt"),
  Hz: counted("hertz"),
  GB: counted("gigabyte"),
  MB: counted("megabyte"),
};

const NAMES = new Set(
  "Karl Carl Gustav Gustaf Erik Johan Oscar Adolf Fredrik Magnus Knut Valdemar Kristian Christian Olof Olav Harald Håkan Sigismund Ludvig Henrik Edvard Georg Vilhelm Rikard Jakob Filip Johannes Paulus Pius Leo Gregorius Benedictus Innocentius Clemens Urban Bonifatius Alexander Nikolaus Peter Napoleon Frans Ferdinand Leopold Josef Maximilian Rudolf Otto August Ivan Ramses Ptolemaios Darius Xerxes Elisabeth Elizabeth Katarina Maria Margareta Isabella Kleopatra Anna Kristina Margrethe".split(
    " ",
  ),
);
const NUMBERED = new Set(
  "kapitel bok del band akt scen avsnitt artikel sång brev nummer sida fas typ klass bild tavla vers psalm paragraf".split(
    " ",
  ),
);

function roman({ value, numeral, before, after }: Numeral): string | null {
  if (NUMBERED.has(before.toLowerCase())) return cardinal(value, "alone");
  if (!NAMES.has(before) || (numeral.length === 1 && !"IVX".includes(numeral))) return null;
  // "Karl I" before a capital or a lowercase word may be the pronoun.
  if (
    numeral === "I" &&
    /^[ \u00a0]\p{L}/u.test(after) &&
    !/^[ \u00a0](?:var|av|till|som|på|och|hade|blev|dog|föddes|valdes|från|med|den|efter)\b/.test(after)
  )
    return null;
  // Kings are "den förste", queens "den första".
  const said = ordinal(value);
  return `den ${value === 1 && !/(?:a|beth|grethe)$/.test(before) ? "förste" : said}`;
}

function plain(value: number, digits: string, { after }: Near): string {
  if (value === 1) {
    const noun = wordAfter(after);
    return noun === "" ||
      NEUTER.test(noun) ||
      /^(?:och|eller|är|var|kvar|av|till|som|gånger|plus|i|på|mot|men|efter|från|mellan|med|för|vid)$/.test(noun)
      ? "ett"
      : "en";
  }
  return /^\d{4}$/.test(digits) ? year(value) : cardinal(value, "alone");
}

const figures = figureReader({
  cardinal,
  decimal: (whole, fraction) => `${cardinal(whole, "alone")} komma ${decimals(fraction)}`,
  number: (value, fraction) => (value === 1 && !fraction ? 0 : 1),
  plain,
  digit: DIGITS,
  thousands: " \\u00a0\\u202f.",
  decimalMark: ",",
  to: " till ",
  own,
  currencies: new Map([
    ["kr", krona],
    ["kr.", krona],
    ["SEK", krona],
    ["kronor", krona],
    ["€", euro],
    ["EUR", euro],
    ["$", dollar],
    ["USD", dollar],
    ["£", pound],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: { words: ["procent"], form: "c" },
  scales: new Map([
    ["mkr", counted("miljon kronor", "miljoner kronor")],
    ["milj.", counted("miljon", "miljoner")],
    ["miljoner", counted("miljon", "miljoner")],
    ["miljarder", counted("miljard", "miljarder")],
  ]),
  cents: (whole, cents, currency) => {
    const named = currency === krona ? " öre" : "";
    return `${cardinal(Number(whole), currency.form)} ${currency.words[Number(whole) === 1 ? 0 : 1]!} och ${cardinal(cents, "alone")}${named}`;
  },
  scaleJoint: (currency) => ` ${currency}`,
  phone: /(?:[Tt]el\.?|[Tt]elefon|[Nn]ummer(?: är)?|[Rr]ing(?:er|a)?(?: till)?|[Mm]obil)[ \u00a0]?:?[ \u00a0]$/u,
  per: "per",
  version: "punkt",
  fractions: {
    "½": ["en halv", " och en halv"],
    "¼": ["en fjärdedel", " och en fjärdedel"],
    "¾": ["tre fjärdedelar", " och tre fjärdedelar"],
    "⅓": ["en tredjedel", " och en tredjedel"],
    "⅔": ["två tredjedelar", " och två tredjedelar"],
    "⅛": ["en åttondel", " och en åttondel"],
    "⅜": ["tre åttondelar", " och tre åttondelar"],
    "⅝": ["fem åttondelar", " och fem åttondelar"],
    "⅞": ["sju åttondelar", " och sju åttondelar"],
  },
  ratio: (above, below, { after }) => {
    if (below < 2 || above < 1 || above >= below) return `${cardinal(above, "alone")} ${cardinal(below, "alone")}`;
    if (below === 2) return NEUTER.test(wordAfter(after)) ? "ett halvt" : "en halv";
    const part = ordinal(below)
      .replace(/de$/, "de")
      .replace(/ndede$/, "nde");
    const name = below === 8 ? "åttondel" : `${part}del`.replace(/ndedel$/, "ndel");
    return above === 1 ? `en ${name}` : `${cardinal(above, "alone")} ${name}ar`;
  },
});

export const SWEDISH = languageOf(figures, {
  abbreviations: {
    always: {
      "t.ex.": "till exempel",
      "bl.a.": "bland annat",
      "d.v.s.": "det vill säga",
      "dvs.": "det vill säga",
      "fr.o.m.": "från och med",
      "t.o.m.": "till och med",
      "s.k.": "så kallad",
      "f.Kr.": "före Kristus",
      "e.Kr.": "efter Kristus",
      "f.d.": "före detta",
      "p.g.a.": "på grund av",
      "jfr.": "jämför",
      "Dr.": "doktor",
      "Prof.": "professor",
      "ca.": "cirka",
    },
    number: {
      "kl.": "klockan",
      kl: "klockan",
      nr: "nummer",
      "nr.": "nummer",
      "s.": "sidan",
      "sid.": "sidan",
      "kap.": "kapitel",
      "fig.": "figur",
      "tel.": "telefon",
      ca: "cirka",
    },
    name: { "S:t": "Sankt" },
    end: {
      "osv.": "och så vidare",
      "o.s.v.": "och så vidare",
      "etc.": "etcetera",
      "m.m.": "med mera",
      "m.fl.": "med flera",
    },
  },
  symbols: {
    "&": "och",
    "%": "procent",
    "+": "plus",
    "=": "är lika med",
    "@": "snabel-a",
    "°": "grader",
    "§": "paragraf",
    "×": "gånger",
    "÷": "delat med",
    "±": "plus minus",
    "#": "nummer",
  },
  times: "gånger",
  minus: "minus",
  roman,
  cardinal: (value) => cardinal(value, "alone"),
  shouted: new Set(
    "ja nej jag du han hon vi ni de den det är var vad nu så kom gå stå ut in upp ner min din och men inte på av att".split(
      " ",
    ),
  ),
  numbered: NUMBERED,
  // "Karl XII:s död".
  romanOrdinal: {
    ending: /:s(?!\p{L})/uy,
    say: (_, numeral) => {
      const said = roman({ ...numeral, after: "" });
      return said === null ? null : `${said}s`;
    },
  },
  own: [
    { pattern: /S:ta(?=[ \u00a0])/uy, say: "Sankta" },
    { pattern: /S:t(?=[ \u00a0])/uy, say: "Sankt" },
    { pattern: /Dr\.?(?=[ \u00a0]\p{Lu})/uy, say: "Doktor" },
    { pattern: /dr\.?(?=[ \u00a0]\p{Lu})/uy, say: "doktor" },
    { pattern: /Prof\.(?=[ \u00a0]\p{Lu})/uy, say: "Professor" },
  ],
});
