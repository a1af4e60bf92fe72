// Dutch.

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
const cardinal = (value: number) => read("cardinal", value);
const ordinal = (value: number) => read("ordinal", value);
const year = (value: number) =>
  value % 100 === 0 && value % 1000 !== 0 && value < 2000
    ? `${cardinal(value / 100)}honderd`
    : read("numbering-year", value);
const DIGITS = ["nul", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"];
const MONTHS = "januari februari maart april mei juni juli augustus september oktober november december".split(" ");

const clock = (hours: number, minutes: number) =>
  minutes === 0 ? `${cardinal(hours)} uur` : `${cardinal(hours)} uur ${cardinal(minutes)}`;

function date(day: string | undefined, month: string | undefined, given: string | undefined): string | null {
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return null;
  return `${cardinal(Number(day))} ${name} ${year(Number(given))}`;
}

const own: readonly FigureRule[] = [
  {
    pattern: sticky("(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})(?!\\d)"),
    say: ([, day, month, given]) => date(day, month, given),
  },
  {
    pattern: sticky("(\\d{4})-(\\d{2})-(\\d{2})(?![\\d-])"),
    say: ([, given, month, day]) => date(day, month, given),
  },
  {
    pattern: sticky(`(\\d{1,2})(?=${GAP}(?:${anyOf(MONTHS)})(?!\\p{L}))`),
    say: ([, day]) => cardinal(Number(day)),
  },
  {
    pattern: sticky(`(\\d{1,2})[.:](\\d{2})${GAP}?(?:uur|u\\.|u)(?!\\p{L})`),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
    range: true,
  },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
    range: true,
  },
  { pattern: sticky("(\\d{1,4})(?:ste|de|e)(?![\\p{L}\\d])"), say: ([, digits]) => ordinal(Number(digits)) },
  // "2-1": a result of a match.
  {
    pattern: sticky("(\\d{1,2})-(\\d{1,2})(?![\\d-])"),
    say: ([, one, other], { before }) =>
      /(?:met|wonnen|won|verloren|verloor|stand|werd|het is)[ \u00a0]$/i.test(before)
        ? `${cardinal(Number(one))} ${cardinal(Number(other))}`
        : null,
  },
  {
    pattern: sticky("(\\d{1,4})([a-h])(?![\\p{L}\\d])"),
    say: ([, digits, letter]) => `${cardinal(Number(digits))} ${letter}`,
  },
];

const decimals = decimalsReader(DIGITS, 2, (value) => cardinal(value));

const counted = (one: string, many = one): Counted => ({ words: [one, many], form: "m" });
const euro: Currency = { ...counted("euro"), cents: counted("cent") };
const dollar: Currency = { ...counted("dollar"), cents: counted("cent") };
const pound: Currency = { ...counted("pond"), cents: counted("penny", "pence") };

const UNITS: Readonly<Record<string, Counted>> = {
  mm: counted("millimeter"),
  cm: counted("centimeter"),
  m: counted("meter"),
  km: counted("kilometer"),
  "km/u": counted("kilometer per uur"),
  "km/h": counted("kilometer per uur"),
  "m/s": counted("meter per seconde"),
  "m²": counted("vierkante meter"),
  m2: counted("vierkante meter"),
  "km²": counted("vierkante kilometer"),
  "m³": counted("kubieke meter"),
  ha: counted("hectare"),
  mg: counted("milligram"),
  g: counted("gram"),
  kg: counted("kilogram"),
  ml: counted("milliliter"),
  cl: counted("centiliter"),
  dl: counted("deciliter"),
  l: counted("liter"),
  "°C": counted("graad Celsius", "graden Celsius"),
  "° C": counted("graad Celsius", "graden Celsius"),
  "°F": counted("graad Fahrenheit", "graden Fahrenheit"),
  "°": counted("graad", "graden"),
  min: counted("minuut", "minuten"),
  "min.": counted("minuut", "minuten"),
  sec: counted("seconde", "seconden"),
  u: counted("uur"),
  ct: counted("cent"),
  "ct.": counted("cent"),
  V: counted("volt"),
  W: counted("watt"),
  kW: counted("kilowatt"),
  Hz: counted("hertz"),
  GB: counted("gigabyte"),
  MB: counted("megabyte"),
};

const NAMES = new Set(
  "Lodewijk Willem Karel Hendrik Filips Filip Frederik Frans Ferdinand Jan Johan Johannes Paulus Paul Pius Leo Gregorius Benedictus Innocentius Clemens Urbanus Bonifatius Eduard George Richard Jacobus Alexander Nicolaas Peter Napoleon Jozef Maximiliaan Rudolf Otto Leopold Albert Boudewijn Christiaan Gustaaf Oscar August Ivan Ramses Ptolemaeus Darius Xerxes Floris Dirk Elizabeth Elisabeth Catharina Maria Margaretha Isabella Cleopatra Anna Christina Johanna".split(
    " ",
  ),
);
const NUMBERED = new Set(
  "hoofdstuk boek deel band akte bedrijf scène paragraaf artikel zang brief nummer bladzijde pagina fase type klasse plaat psalm vers".split(
    " ",
  ),
);

function roman({ value, numeral, before }: Numeral): string | null {
  if (NUMBERED.has(before.toLowerCase())) return cardinal(value);
  if (!NAMES.has(before) || (numeral.length === 1 && !"IVX".includes(numeral))) return null;
  const said = ordinal(value);
  return `de ${said[0]!.toUpperCase()}${said.slice(1)}`;
}

function plain(value: number, digits: string, _near: Near): string {
  return /^\d{4}$/.test(digits) && value >= 1100 && value < 2000 ? year(value) : cardinal(value);
}

const figures = figureReader({
  cardinal,
  decimal: (whole, fraction) => `${cardinal(whole)} komma ${decimals(fraction)}`,
  number: (value, fraction) => (value === 1 && !fraction ? 0 : 1),
  plain,
  digit: DIGITS,
  thousands: ".\\u00a0\\u202f '\u2019",
  decimalMark: ",",
  to: " tot ",
  own,
  currencies: new Map([
    ["€", euro],
    ["EUR", euro],
    ["euro", euro],
    ["$", dollar],
    ["USD", dollar],
    ["£", pound],
    ["ƒ", { ...counted("gulden"), cents: counted("cent") }],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: { words: ["procent"], form: "m" },
  scales: new Map([
    ["mln.", counted("miljoen")],
    ["mld.", counted("miljard")],
    ["mln", counted("miljoen")],
    ["mld", counted("miljard")],
    ["miljoen", counted("miljoen")],
    ["miljard", counted("miljard")],
  ]),
  cents: (whole, cents, currency) => `${cardinal(Number(whole))} ${currency.words[0]} ${cardinal(cents)}`,
  scaleJoint: (currency) => ` ${currency}`,
  phone: /(?:[Tt]el\.?|[Tt]elefoon|[Nn]ummer(?: is)?|[Bb]el(?:t|de|len)?(?: naar)?|[Mm]obiel)[ \u00a0]?:?[ \u00a0]$/u,
  per: "per",
  version: "punt",
  fractions: {
    "½": ["een half", " en een half"],
    "¼": ["een kwart", " en een kwart"],
    "¾": ["driekwart", " en driekwart"],
    "⅓": ["een derde", " en een derde"],
    "⅔": ["twee derde", " en twee derde"],
    "⅛": ["een achtste", " en een achtste"],
    "⅜": ["drie achtste", " en drie achtste"],
    "⅝": ["vijf achtste", " en vijf achtste"],
    "⅞": ["zeven achtste", " en zeven achtste"],
  },
  ratio: (above, below, { after }) => {
    if (below < 2 || above < 1 || above >= below) return `${cardinal(above)} ${cardinal(below)}`;
    if (below === 2)
      return /^(?:uur|jaar|kilo|pond|glas|brood|uurtje)$/.test(wordAfter(after)) ? "een half" : "een halve";
    if (below === 4) return above === 1 ? "een kwart" : "driekwart";
    return `${cardinal(above)} ${ordinal(below)}`;
  },
});

export const DUTCH = languageOf(figures, {
  abbreviations: {
    always: {
      "dhr.": "de heer",
      "mevr.": "mevrouw",
      "mw.": "mevrouw",
      "mr.": "meester",
      "dr.": "doctor",
      "drs.": "doctorandus",
      "prof.": "professor",
      "ir.": "ingenieur",
      "ds.": "dominee",
      "bijv.": "bijvoorbeeld",
      "bv.": "bijvoorbeeld",
      "b.v.": "bijvoorbeeld",
      "d.w.z.": "dat wil zeggen",
      "o.a.": "onder andere",
      "m.a.w.": "met andere woorden",
      "t.o.v.": "ten opzichte van",
      "i.p.v.": "in plaats van",
      "a.u.b.": "alstublieft",
      "v.Chr.": "voor Christus",
      "n.Chr.": "na Christus",
      "ca.": "circa",
      "nl.": "namelijk",
      "vgl.": "vergelijk",
      "evt.": "eventueel",
    },
    number: {
      "nr.": "nummer",
      "nrs.": "nummers",
      "blz.": "bladzijde",
      "p.": "pagina",
      "pag.": "pagina",
      "hfst.": "hoofdstuk",
      "dl.": "deel",
      "afb.": "afbeelding",
      "art.": "artikel",
      "tel.": "telefoon",
    },
    name: { "St.": "Sint", "H.": "Heilige" },
    end: { "enz.": "enzovoort", "etc.": "et cetera", "e.d.": "en dergelijke", "jr.": "junior", "sr.": "senior" },
  },
  symbols: {
    "&": "en",
    "%": "procent",
    "+": "plus",
    "=": "is",
    "@": "apenstaartje",
    "°": "graden",
    "§": "paragraaf",
    "×": "maal",
    "÷": "gedeeld door",
    "±": "plusminus",
    "#": "nummer",
  },
  times: "bij",
  minus: "min",
  roman,
  cardinal,
  shouted: new Set(
    "ja nee nu ik jij je hij zij ze wij we wat wie waar hoe dit dat de het een is was ga kom weg uit op in niet en of".split(
      " ",
    ),
  ),
  numbered: NUMBERED,
  elisions: new Set(["s", "t", "n", "k", "m", "r"]),
});
