// Polish.

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
import { languageOf, type Numeral, wordAfter, wordBefore } from "../word-rules.ts";
import { NUMBER_RULES } from "./number-rules.ts";

const isFew = (value: number) => value % 10 >= 2 && value % 10 <= 4 && (value % 100 < 12 || value % 100 > 14);
const read = numberReader(NUMBER_RULES, (value) => (value === 1 ? "one" : isFew(value) ? "few" : "other"));

function cardinal(value: number, form: string): string {
  return read(form === "f" ? "cardinal-feminine" : form === "n" ? "cardinal-neuter" : "cardinal-masculine", value);
}

type OrdinalForm =
  | "masculine"
  | "feminine"
  | "neuter"
  | "masculine-genitive"
  | "feminine-genitive"
  | "masculine-locative"
  | "feminine-locative";

/** CLDR 48 writes the tens 50, 60 and 90 with the stems of 15, 16 and 19. */
function ordinal(value: number, form: OrdinalForm): string {
  return read(`ordinal-${form}`, value)
    .replaceAll("piętdzies", "pięćdzies")
    .replaceAll("szesdzies", "sześćdzies")
    .replaceAll("dziewiętdzies", "dziewięćdzies");
}

const DIGITS = ["zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć"];
const MONTHS =
  "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia".split(" ");
const FEMININE_FEW =
  /^(?:.*(?:iny|uty|undy|ony|ki|gi|cje|noce|ony|osoby|kobiety|siostry|córki|matki|rzeczy|strony|rany|ściany|łzy|lampy|szafy|ulice|części|panie|krowy|kury|głowy|nogi|ręce|wojny|pary|góry|wody|ryby|róże|świece|butelki|minuty|godziny|sekundy|tony|mile|karty|klasy|sale|próby|łodzie|wieże))$/;

const MONTH = anyOf(MONTHS);

/** "o", "od", "do", "po" and the like before an hour: its form is that of the genitive and the locative. */
const OBLIQUE_HOUR = /(?:^|[^\p{L}])(?:o|od|do|po|przed|około|ok\.|godzinie|godziny|godz\.)[ \u00a0]$/iu;

function clock(hours: number, minutes: number, before: string): string {
  const hour = ordinal(hours, OBLIQUE_HOUR.test(before) ? "feminine-genitive" : "feminine");
  return minutes === 0 ? hour : `${hour} ${cardinal(minutes, "m")}`;
}

/** Form of the ordinal of a year or century by the word before it. */
function caseAt(before: string): OrdinalForm {
  if (/(?:^|[^\p{L}])(?:w|we|po|przy|o)[ \u00a0]$/iu.test(before)) return "masculine-locative";
  return "masculine-genitive";
}

function day(given: string | undefined): string {
  return ordinal(Number(given), "masculine-genitive");
}

/** Before these a number is in the genitive. */
const GENITIVE = /(?:^|[^\p{L}])(?:około|ok\.|koło|blisko|od|do|bez|powyżej|poniżej)[ \u00a0]$/iu;
const SCALES: Readonly<Record<string, string>> = { "tys.": "tysięcy", mln: "milionów", mld: "miliardów" };

const own: readonly FigureRule[] = [
  {
    // "Z 5 na 6 stycznia", "od 5 do 6 maja".
    pattern: sticky(`(\\d{1,2})(?= (?:na|do|i|lub|albo) \\d{1,2}${GAP}(?:${MONTH})(?!\\p{L}))`),
    say: ([, given]) => day(given),
  },
  {
    pattern: sticky(`(\\d{1,3})${GAP}(tys\\.|mln|mld)(?!\\p{L})`),
    say: ([, digits, scale = ""], { before }) =>
      GENITIVE.test(before) && Number(digits) > 1
        ? `${read("cardinal-masculine-genitive", Number(digits))} ${SCALES[scale]!}`
        : null,
  },
  {
    pattern: sticky("(\\d{1,2})[./](\\d{1,2})[./](\\d{4})(?!\\d)"),
    say: ([, given, month, year]) => {
      const name = MONTHS[Number(month) - 1];
      if (name === undefined || Number(given) < 1 || Number(given) > 31) return null;
      return `${day(given)} ${name} ${ordinal(Number(year), "masculine-genitive")}`;
    },
  },
  {
    pattern: sticky(`(\\d{1,2})${GAP}(${MONTH})(?!\\p{L})(?:${GAP}(\\d{4})(?![\\d.,])(?:${GAP}(?:roku|r\\.))?)?`),
    say: ([, given, month, year]) =>
      `${day(given)} ${month}${year === undefined ? "" : ` ${ordinal(Number(year), "masculine-genitive")} roku`}`,
  },
  {
    pattern: sticky(`(\\d{1,4})${GAP}(?:roku|r\\.)`),
    say: ([, year], { before }) => `${ordinal(Number(year), caseAt(before))} roku`,
  },
  {
    pattern: sticky("(\\d{4})(?!\\d|[.,:–-]\\d)"),
    say: ([, year], { before }) => {
      if (/(?:^|[^\p{L}])rok[ \u00a0]$/iu.test(before)) return ordinal(Number(year), "masculine");
      if (/(?:^|[^\p{L}])(?:w|po|o)[ \u00a0]roku[ \u00a0]$/iu.test(before))
        return ordinal(Number(year), "masculine-locative");
      return /(?:^|[^\p{L}])roku[ \u00a0]$/iu.test(before) ? ordinal(Number(year), "masculine-genitive") : null;
    },
  },
  {
    pattern: sticky("(\\d{2})\\.(?!\\d)"),
    say: ([, decade], { before }) =>
      /lata(?:ch|mi)?[ \u00a0]$/i.test(before)
        ? ordinal(Number(decade), "masculine-genitive").replace(
            /ego$/,
            /lata[ \u00a0]$/i.test(before) ? "e" : /mi[ \u00a0]$/.test(before) ? "ymi" : "ych",
          )
        : null,
  },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes], { before }) =>
      isTime(hours, minutes) ? clock(Number(hours), Number(minutes), before) : null,
  },
  {
    pattern: sticky("(\\d{1,2})\\.(\\d{2})(?!\\d|\\.\\d)"),
    say: ([, hours, minutes], { before }) =>
      isTime(hours, minutes) && /(?:^|[^\p{L}])(?:o|od|do|po|godz\.|godzinie|godzina)[ \u00a0]$/iu.test(before)
        ? clock(Number(hours), Number(minutes), before)
        : null,
  },
  {
    pattern: sticky("(\\d{1,2})(?![\\d.,:]\\d)"),
    say: ([, hours], { before }) =>
      Number(hours) <= 24 && /(?:godz\.|godzinie|godziny)[ \u00a0]$/iu.test(before) && !/^\d+ godziny/.test(before)
        ? ordinal(Number(hours), "feminine-genitive")
        : null,
  },
  {
    pattern: sticky(`(\\d{1,3})\\.(?=${GAP}\\p{Ll})`),
    say: ([, digits], { before, after }) => {
      const noun = wordAfter(after);
      const isLocative = /(?:^|[^\p{L}])(?:na|w|we|po|przy|o)[ \u00a0]$/iu.test(before);
      if (isLocative)
        return ordinal(
          Number(digits),
          /^(?:minuc|sekundz|godzin|rundz|wojn|klas|kolejc|odsłon)ie?$/.test(noun) ||
            (/[ey]$/.test(noun) && !/rze$|cie$|ie$|wie$/.test(noun))
            ? "feminine-locative"
            : "masculine-locative",
        );
      return ordinal(Number(digits), /a$/.test(noun) ? "feminine" : /[oe]$/.test(noun) ? "neuter" : "masculine");
    },
  },
  {
    pattern: sticky("(\\d{1,3}):(\\d{1,3})(?![\\d:])"),
    say: ([, one, other]) =>
      `${cardinal(Number(one), "m")} ${Number(other) === 1 ? "do jednego" : `do ${read("cardinal-masculine-genitive", Number(other))}`}`,
  },
  {
    pattern: sticky("(\\d{1,4})([A-Za-h])(?![\\p{L}\\d])"),
    say: ([, digits, letter]) => `${cardinal(Number(digits), "m")} ${letter}`,
  },
];

const decimals = decimalsReader(DIGITS, 2, (value) => cardinal(value, "m"));

/** One, few, many, and after a decimal number. */
const counted = (one: string, few: string, many: string, part: string, form = "m"): Counted => ({
  words: [one, few, many, part],
  form,
});
const zloty: Currency = {
  ...counted("złoty", "złote", "złotych", "złotego"),
  cents: counted("grosz", "grosze", "groszy", "grosza"),
};
const cent = counted("cent", "centy", "centów", "centa");
const euro: Currency = { ...counted("euro", "euro", "euro", "euro", "n"), cents: cent };
const dollar: Currency = { ...counted("dolar", "dolary", "dolarów", "dolara"), cents: cent };
const pound: Currency = {
  ...counted("funt", "funty", "funtów", "funta"),
  cents: counted("pens", "pensy", "pensów", "pensa"),
};
const meters = (prefix: string, behind = ["", "", "", ""]): Counted =>
  counted(
    `${prefix}metr${behind[0]}`,
    `${prefix}metry${behind[1]}`,
    `${prefix}metrów${behind[2]}`,
    `${prefix}metra${behind[3]}`,
  );
const SQUARE = [" kwadratowy", " kwadratowe", " kwadratowych", " kwadratowego"];
const HOURLY = Array.from({ length: 4 }, () => " na godzinę");
const grams = (prefix: string): Counted =>
  counted(`${prefix}gram`, `${prefix}gramy`, `${prefix}gramów`, `${prefix}grama`);
const liters = (prefix: string): Counted =>
  counted(`${prefix}litr`, `${prefix}litry`, `${prefix}litrów`, `${prefix}litra`);
const minutes = counted("minuta", "minuty", "minut", "minuty", "f");

const UNITS: Readonly<Record<string, Counted>> = {
  mm: meters("mili"),
  cm: meters("centy"),
  m: meters(""),
  km: meters("kilo"),
  "km/h": meters("kilo", HOURLY),
  "m²": meters("", SQUARE),
  m2: meters("", SQUARE),
  "km²": meters("kilo", SQUARE),
  ha: counted("hektar", "hektary", "hektarów", "hektara"),
  mg: grams("mili"),
  g: grams(""),
  dag: grams("deka"),
  kg: grams("kilo"),
  t: counted("tona", "tony", "ton", "tony", "f"),
  ml: liters("mili"),
  l: liters(""),
  "°C": counted("stopień Celsjusza", "stopnie Celsjusza", "stopni Celsjusza", "stopnia Celsjusza"),
  "° C": counted("stopień Celsjusza", "stopnie Celsjusza", "stopni Celsjusza", "stopnia Celsjusza"),
  "°": counted("stopień", "stopnie", "stopni", "stopnia"),
  min: minutes,
  "min.": minutes,
  gr: counted("grosz", "grosze", "groszy", "grosza"),
  godz: counted("godzina", "godziny", "godzin", "godziny", "f"),
  "godz.": counted("godzina", "godziny", "godzin", "godziny", "f"),
};

const KINGS =
  "Jan Kazimierz Władysław Zygmunt August Stanisław Stefan Bolesław Mieszko Przemysł Wacław Ludwik Karol Filip Henryk Fryderyk Wilhelm Jerzy Edward Ryszard Jakub Paweł Pius Leon Grzegorz Benedykt Innocenty Klemens Urban Bonifacy Aleksander Mikołaj Piotr Napoleon Franciszek Ferdynand Józef Maksymilian Rudolf Otto Otton Leopold Albert Gustaw Oskar Iwan Ramzes Ptolemeusz Dariusz Kserkses Juliusz Sykstus".split(
    " ",
  );
const QUEENS = "Elżbieta Katarzyna Maria Anna Małgorzata Izabela Kleopatra Krystyna Joanna".split(" ");
const NUMBERED = new Map<string, OrdinalForm>([
  ["rozdział", "masculine"],
  ["tom", "masculine"],
  ["akt", "masculine"],
  ["odcinek", "masculine"],
  ["artykuł", "masculine"],
  ["część", "feminine"],
  ["księga", "feminine"],
  ["scena", "feminine"],
  ["pieśń", "feminine"],
  ["klasa", "feminine"],
]);
const capital = (word: string) =>
  word.replaceAll(/(^| )(\p{L})/gu, (_, space: string, letter: string) => `${space}${letter.toUpperCase()}`);

function roman({ value, numeral, before, beforeText, after }: Numeral): string | null {
  const noun = wordAfter(after);
  if (/^wiek/.test(noun)) {
    const front = beforeText;
    return ordinal(value, noun === "wiek" ? "masculine" : noun === "wieku" ? caseAt(front) : "masculine-genitive");
  }
  if (/^piętr[oa]?$/.test(noun)) return ordinal(value, noun === "piętra" ? "masculine-genitive" : "neuter");
  if (noun === "piętrze") return ordinal(value, "masculine-locative");
  if (/^wiek$/i.test(before)) return ordinal(value, "masculine");
  if (/^wieku$/i.test(before))
    return ordinal(
      value,
      /(?:^|[^\p{L}])w[ \u00a0]wieku[ \u00a0]$/iu.test(beforeText) ? "masculine-locative" : "masculine-genitive",
    );
  const numbered = NUMBERED.get(before.toLowerCase());
  if (numbered !== undefined) return ordinal(value, numbered);
  if (numeral.length === 1 && !"IVX".includes(numeral)) return null;
  if (KINGS.includes(before))
    return numeral === "I" && /^[ \u00a0]\p{Ll}/u.test(after) && wordBefore(beforeText) === ""
      ? null
      : capital(ordinal(value, "masculine"));
  if (QUEENS.includes(before)) return capital(ordinal(value, "feminine"));
  const base = before.replace(/a$/, "");
  const isGenitive =
    before.endsWith("a") &&
    KINGS.some((name) => name === base || name === base.replace(/w$/, "w") || name.slice(0, -2) === base.slice(0, -1));
  if (isGenitive) return capital(ordinal(value, "masculine-genitive"));
  return QUEENS.some((name) => name.replace(/a$/, "") === before.replace(/(?:y|i)$/, ""))
    ? capital(ordinal(value, "feminine-genitive"))
    : null;
}

function plain(value: number, _digits: string, { after }: Near): string {
  const noun = wordAfter(after);
  if (value === 1)
    return /[ąę]$/.test(noun)
      ? "jedną"
      : /a$/.test(noun)
        ? "jedna"
        : /[oe]$/.test(noun) && !/^(?:do|po|to)$/.test(noun)
          ? "jedno"
          : "jeden";
  if (value === 3 && noun === "synów") return "trzech";
  return cardinal(value, value % 10 === 2 && value % 100 !== 12 && FEMININE_FEW.test(noun) ? "f" : "m");
}

const figures = figureReader({
  cardinal,
  decimal: (whole, fraction) => `${cardinal(whole, "m")} przecinek ${decimals(fraction)}`,
  number: (value, fraction) => (fraction ? 3 : value === 1 ? 0 : isFew(value) ? 1 : 2),
  plain,
  digit: DIGITS,
  thousands: " \\u00a0\\u202f",
  decimalMark: ",",
  to: " do ",
  own,
  currencies: new Map([
    ["zł", zloty],
    ["PLN", zloty],
    ["€", euro],
    ["EUR", euro],
    ["$", dollar],
    ["USD", dollar],
    ["£", pound],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: counted("procent", "procent", "procent", "procent"),
  scales: new Map([
    ["tys.", counted("tysiąc", "tysiące", "tysięcy", "tysiąca")],
    ["mln", counted("milion", "miliony", "milionów", "miliona")],
    ["mld", counted("miliard", "miliardy", "miliardów", "miliarda")],
  ]),
  cents: (whole, cents, currency) => {
    const value = Number(whole);
    const name = currency.words[value === 1 ? 0 : isFew(value) ? 1 : 2]!;
    return `${cardinal(value, currency.form)} ${name} ${cardinal(cents, "m")} ${currency.cents.words[cents === 1 ? 0 : isFew(cents) ? 1 : 2]!}`;
  },
  scaleJoint: (_currency, currency) => ` ${currency.words[2]!}`,
  phone: /(?:[Tt]el\.|[Tt]elefon|[Nn]umer|[Zz]adzwo(?:ń|nić) pod|[Dd]zwoń pod)[ \u00a0]?:?[ \u00a0]$/u,
  per: "na",
  perOfPrice: "za",
  version: "kropka",
  fractions: {
    "½": ["pół", " i pół"],
    "¼": ["ćwierć", " i jedna czwarta"],
    "¾": ["trzy czwarte", " i trzy czwarte"],
    "⅓": ["jedna trzecia", " i jedna trzecia"],
    "⅔": ["dwie trzecie", " i dwie trzecie"],
    "⅛": ["jedna ósma", " i jedna ósma"],
    "⅜": ["trzy ósme", " i trzy ósme"],
    "⅝": ["pięć ósmych", " i pięć ósmych"],
    "⅞": ["siedem ósmych", " i siedem ósmych"],
  },
  ratio: (above, below) => {
    if (below < 2 || above < 1 || above >= below) return `${cardinal(above, "m")} ${cardinal(below, "m")}`;
    if (below === 2) return "pół";
    const part = ordinal(below, "feminine");
    if (above === 1) return `jedna ${part}`;
    return `${cardinal(above, "f")} ${isFew(above) ? part.replace(/a$/, "e") : ordinal(below, "masculine-genitive").replace(/ego$/, "ych")}`;
  },
});

export const POLISH = languageOf(figures, {
  abbreviations: {
    always: {
      "np.": "na przykład",
      "tzn.": "to znaczy",
      "tj.": "to jest",
      "m.in.": "między innymi",
      "tzw.": "tak zwany",
      "ok.": "około",
      "zob.": "zobacz",
      "por.": "porównaj",
      "p.n.e.": "przed naszą erą",
      "n.e.": "naszej ery",
      "prof.": "profesor",
      "inż.": "inżynier",
      mgr: "magister",
      "ul.": "ulicy",
      "pl.": "placu",
      "al.": "alei",
      "godz.": "godzinie",
      "dn.": "dnia",
      "św.": "święty",
      "proc.": "procent",
      "ur.": "urodzony",
      "zm.": "zmarły",
    },
    number: {
      nr: "numer",
      "m.": "mieszkania",
      "s.": "strona",
      "str.": "strona",
      "t.": "tom",
      "rozdz.": "rozdział",
      "tel.": "telefon",
      "art.": "artykuł",
    },
    name: { dr: "doktor", Dr: "Doktor", "gen.": "generał", płk: "pułkownik", "kpt.": "kapitan", "ks.": "ksiądz" },
    end: { "itd.": "i tak dalej", "itp.": "i tym podobne", "etc.": "et cetera" },
  },
  symbols: {
    "&": "i",
    "%": "procent",
    "+": "plus",
    "=": "równa się",
    "@": "małpa",
    "°": "stopni",
    "§": "paragraf",
    "×": "razy",
    "÷": "podzielić przez",
    "±": "plus minus",
    "#": "numer",
  },
  times: "na",
  minus: "minus",
  roman,
  cardinal: (value) => cardinal(value, "m"),
  shouted: new Set(
    "nie tak ja ty on ona my wy oni to co kto jak gdzie już no idź stój dom bóg mój twój jest był".split(" "),
  ),
  numbered: new Set(NUMBERED.keys()),
  own: [
    { pattern: /[uU]l\.(?=[ \u00a0]\p{Lu}\p{L}{1,20}a(?!\p{L}))/uy, say: "ulica" },
    { pattern: /(?<=(?:^|[^\p{L}])[nN]a[ \u00a0])s(?:tr)?\.(?=[ \u00a0]\d)/uy, say: "stronie" },
    { pattern: /(?<=(?:^|[^\p{L}])(?:[zZ]e?|[dD]o|[oO]d)[ \u00a0])s(?:tr)?\.(?=[ \u00a0]\d)/uy, say: "strony" },
  ],
});
