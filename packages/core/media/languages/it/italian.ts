// Italian.

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
function cardinal(value: number, form: string): string {
  if (value === 1 && form === "m") return "un";
  return read(form === "f" ? "cardinal-feminine" : "numbering", value);
}
const ordinal = (value: number, form: "m" | "f") =>
  read(form === "f" ? "ordinal-feminine" : "ordinal-masculine", value);
const DIGITS = ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"];
const MONTHS = "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split(
  " ",
);

const MASCULINE_A =
  /^(?:problema|sistema|tema|poeta|pianeta|programma|poema|clima|dramma|fantasma|papa|artista|turista|grammo)$/;
const FEMININE =
  /^(?:.*(?:a|zione|sione|tà|tù|trice)|volte|mano|notte|madre|moglie|parte|voce|luce|croce|legge|chiave|nave|torre|classe|carne|gente|arte)$/;
const isFeminine = (noun: string) => FEMININE.test(noun.toLowerCase()) && !MASCULINE_A.test(noun.toLowerCase());
const day = (value: number) => (value === 1 ? "primo" : cardinal(value, "alone"));

function clock(hours: number, minutes: number): string {
  const said = hours === 1 ? "una" : cardinal(hours, "alone");
  return minutes === 0 ? said : `${said} e ${cardinal(minutes, "alone")}`;
}

function date(given: string | undefined, month: string | undefined, year: string | undefined): string | null {
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || Number(given) < 1 || Number(given) > 31) return null;
  return `${day(Number(given))} ${name} ${cardinal(Number(year), "alone")}`;
}

const own: readonly FigureRule[] = [
  {
    pattern: sticky("(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})(?!\\d)"),
    say: ([, given, month, year]) => date(given, month, year),
  },
  {
    pattern: sticky("(\\d{4})-(\\d{2})-(\\d{2})(?![\\d-])"),
    say: ([, year, month, given]) => date(given, month, year),
  },
  {
    pattern: sticky(`(\\d{1,2})[°º]?${GAP}(${anyOf(MONTHS)})(?!\\p{L})`),
    say: ([, given, month]) => `${day(Number(given))} ${month}`,
  },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
    range: true,
  },
  {
    pattern: sticky("(\\d{1,2})\\.(\\d{2})(?!\\d|\\.\\d)"),
    say: ([, hours, minutes], { before }) =>
      isTime(hours, minutes) &&
      /(?:^|[^\p{L}])(?:ore|alle|dalle|delle|le|all'|dell'|verso le)[ \u00a0]?$/iu.test(before)
        ? clock(Number(hours), Number(minutes))
        : null,
    range: true,
  },
  {
    pattern: sticky("(\\d{1,4})(ª|º|°|a|o)(?![\\p{L}\\d])"),
    say: ([, digits, ending = ""], { after }) => {
      if (ending === "°" && !/^[ \u00a0]\p{L}/u.test(after)) return null;
      if (/^[ao]$/.test(ending)) return null;
      return ordinal(Number(digits), ending === "ª" ? "f" : "m");
    },
  },
  {
    pattern: sticky("(\\d{1,4})/([A-Za-z])(?![\\p{L}\\d])"),
    say: ([, number, letter]) => `${cardinal(Number(number), "alone")} ${letter}`,
  },
];

const decimals = decimalsReader(DIGITS, 3, (value) => cardinal(value, "alone"));

const counted = (one: string, many: string, form = "m"): Counted => ({ words: [one, many], form });
const euro: Currency = { ...counted("euro", "euro"), cents: counted("centesimo", "centesimi") };
const dollar: Currency = { ...counted("dollaro", "dollari"), cents: counted("centesimo", "centesimi") };
const pound: Currency = { ...counted("sterlina", "sterline", "f"), cents: counted("penny", "pence") };

const UNITS: Readonly<Record<string, Counted>> = {
  mm: counted("millimetro", "millimetri"),
  cm: counted("centimetro", "centimetri"),
  m: counted("metro", "metri"),
  km: counted("chilometro", "chilometri"),
  "km/h": counted("chilometro all'ora", "chilometri all'ora"),
  "m/s": counted("metro al secondo", "metri al secondo"),
  "m²": counted("metro quadrato", "metri quadrati"),
  m2: counted("metro quadrato", "metri quadrati"),
  mq: counted("metro quadrato", "metri quadrati"),
  "km²": counted("chilometro quadrato", "chilometri quadrati"),
  "m³": counted("metro cubo", "metri cubi"),
  ha: counted("ettaro", "ettari"),
  mg: counted("milligrammo", "milligrammi"),
  g: counted("grammo", "grammi"),
  kg: counted("chilogrammo", "chilogrammi"),
  t: counted("tonnellata", "tonnellate", "f"),
  ml: counted("millilitro", "millilitri"),
  cl: counted("centilitro", "centilitri"),
  l: counted("litro", "litri"),
  "°C": counted("grado Celsius", "gradi Celsius"),
  "° C": counted("grado Celsius", "gradi Celsius"),
  "°F": counted("grado Fahrenheit", "gradi Fahrenheit"),
  "°": counted("grado", "gradi"),
  h: counted("ora", "ore", "f"),
  min: counted("minuto", "minuti"),
  V: counted("volt", "volt"),
  W: counted("watt", "watt"),
  kW: counted("chilowatt", "chilowatt"),
  Hz: counted("hertz", "hertz"),
  GB: counted("gigabyte", "gigabyte"),
  MB: counted("megabyte", "megabyte"),
};

const KINGS =
  "Luigi Carlo Filippo Alfonso Ferdinando Giovanni Paolo Pio Leone Gregorio Benedetto Innocenzo Clemente Urbano Bonifacio Enrico Edoardo Giorgio Guglielmo Riccardo Giacomo Pietro Alessandro Nicola Niccolò Napoleone Francesco Giuseppe Massimiliano Federico Ottone Rodolfo Leopoldo Alberto Baldovino Cristiano Gustavo Oscar Ramses Tolomeo Dario Serse Thutmose Sisto Giulio Martino Celestino Adriano Roberto Amedeo Umberto Emanuele Ivan Costantino Manuele Lotario Corrado Ruggero Manfredi Cosimo Gian Berengario".split(
    " ",
  );
const QUEENS = "Elisabetta Caterina Maria Anna Giovanna Cristina Cleopatra Margherita Matilde Isabella".split(" ");
const NUMBERED = new Set(
  "capitolo libro tomo volume parte atto scena sezione articolo canto lettera numero episodio pagina allegato fase tipo classe tavola figura titolo".split(
    " ",
  ),
);

function roman({ value, numeral, before, after }: Numeral): string | null {
  const noun = before.toLowerCase();
  if (NUMBERED.has(noun)) return cardinal(value, "alone");
  if (/^(?:secol[oi]|sec)$/.test(noun) || /^secol[oi]/.test(wordAfter(after))) return ordinal(value, "m");
  const isQueen = QUEENS.includes(before);
  if (!isQueen && !KINGS.includes(before)) return null;
  if (numeral.length === 1 && !"IVX".includes(numeral)) return null;
  // "Carlo I" before a capital may be an article: "I promessi".
  if (numeral === "I" && /^[ \u00a0]\p{Lu}/u.test(after)) return null;
  return ordinal(value, isQueen ? "f" : "m");
}

function plain(value: number, _digits: string, { after }: Near): string {
  if (value !== 1) return cardinal(value, "alone");
  const noun = wordAfter(after);
  if (noun === "" || /^(?:di|e|o|a|in|che|è|fu|era|al|per|più|con)$/.test(noun)) return "uno";
  if (isFeminine(noun)) return "una";
  return /^(?:s[^aeiouàèéìòù]|z|gn|ps|x|y)/i.test(noun) ? "uno" : "un";
}

const figures = figureReader({
  cardinal,
  decimal: (whole, fraction) => `${cardinal(whole, "alone")} virgola ${decimals(fraction)}`,
  number: (value, fraction) => (value === 1 && !fraction ? 0 : 1),
  plain,
  digit: DIGITS,
  thousands: ".\\u00a0\\u202f '\u2019",
  decimalMark: ",",
  to: " a ",
  own,
  currencies: new Map([
    ["€", euro],
    ["EUR", euro],
    ["euro", euro],
    ["$", dollar],
    ["USD", dollar],
    ["£", pound],
    ["¥", { ...counted("yen", "yen"), cents: counted("sen", "sen") }],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: { words: ["per cento"], form: "m" },
  scales: new Map([
    ["mln", counted("milione", "milioni")],
    ["mld", counted("miliardo", "miliardi")],
    ["milioni", counted("milione", "milioni")],
    ["miliardi", counted("miliardo", "miliardi")],
  ]),
  cents: (whole, cents, currency) =>
    `${cardinal(Number(whole), currency.form)} ${currency.words[Number(whole) === 1 ? 0 : 1]!} e ${cardinal(cents, "alone")}`,
  scaleJoint: (currency) => ` di ${currency}`,
  phone:
    /(?:[Tt]el\.|[Tt]elefono|[Nn]umero(?: è)?(?: lo| il)?|[Cc]hiam[aio](?:re)?(?: lo| il| al)?|[Cc]ellulare)[ \u00a0]?:?[ \u00a0]$/u,
  per: "per",
  version: "punto",
  fractions: {
    "½": ["mezzo", " e mezzo"],
    "¼": ["un quarto", " e un quarto"],
    "¾": ["tre quarti", " e tre quarti"],
    "⅓": ["un terzo", " e un terzo"],
    "⅔": ["due terzi", " e due terzi"],
    "⅛": ["un ottavo", " e un ottavo"],
    "⅜": ["tre ottavi", " e tre ottavi"],
    "⅝": ["cinque ottavi", " e cinque ottavi"],
    "⅞": ["sette ottavi", " e sette ottavi"],
  },
  ratio: (above, below, { after }) => {
    if (below < 2 || above < 1 || above >= below) return `${cardinal(above, "alone")} ${cardinal(below, "alone")}`;
    if (below === 2) return isFeminine(wordAfter(after)) ? "mezza" : "mezzo";
    const part = ordinal(below, "m");
    return above === 1 ? `un ${part}` : `${cardinal(above, "alone")} ${part.slice(0, -1)}i`;
  },
});

export const ITALIAN = languageOf(figures, {
  abbreviations: {
    always: {
      "sig.": "signor",
      "sigg.": "signori",
      "sig.ra": "signora",
      "sig.na": "signorina",
      "dott.": "dottor",
      "dott.ssa": "dottoressa",
      "prof.": "professor",
      "prof.ssa": "professoressa",
      "avv.": "avvocato",
      "ing.": "ingegner",
      "on.": "onorevole",
      "mons.": "monsignor",
      "p.es.": "per esempio",
      "ad es.": "ad esempio",
      "a.C.": "avanti Cristo",
      "d.C.": "dopo Cristo",
      "cfr.": "confronta",
      "tel.": "telefono",
    },
    number: {
      "n.": "numero",
      "nn.": "numeri",
      "sec.": "secolo",
      "pag.": "pagina",
      "pagg.": "pagine",
      "pp.": "pagine",
      "p.": "pagina",
      "cap.": "capitolo",
      "vol.": "volume",
      "art.": "articolo",
      "fig.": "figura",
      "int.": "interno",
    },
    name: { "S.": "San", "Gen.": "generale", "Cap.": "capitano", "Col.": "colonnello" },
    end: { "ecc.": "eccetera", "etc.": "eccetera" },
  },
  symbols: {
    "&": "e",
    "%": "per cento",
    "+": "più",
    "=": "uguale",
    "@": "chiocciola",
    "°": "gradi",
    "§": "paragrafo",
    "×": "per",
    "÷": "diviso",
    "±": "più o meno",
    "#": "numero",
  },
  times: "per",
  minus: "meno",
  roman,
  cardinal: (value) => cardinal(value, "alone"),
  shouted: new Set(
    "sì no io tu lui lei noi voi il lo la le gli un una e o è ma che chi qui lì là via sei ho ha hai mai più ora re mio tuo suo dio fu va vai".split(
      " ",
    ),
  ),
  numbered: NUMBERED,
  own: [
    { pattern: /sig\.ra(?!\p{L})/uy, say: "signora" },
    { pattern: /Sig\.ra(?!\p{L})/uy, say: "Signora" },
    { pattern: /sig\.na(?!\p{L})/uy, say: "signorina" },
    { pattern: /Sig\.na(?!\p{L})/uy, say: "Signorina" },
    { pattern: /[dD]ott\.ssa(?!\p{L})/uy, say: "dottoressa" },
    { pattern: /[pP]rof\.ssa(?!\p{L})/uy, say: "professoressa" },
    {
      pattern: /S\.(?=[ \u00a0](?:Maria|Lucia|Anna|Chiara|Caterina|Teresa|Rita|Monica|Cecilia|Agata|Rosa))/uy,
      say: "Santa",
    },
    { pattern: /ad es\./uy, say: "ad esempio" },
    { pattern: /[pP]\.zza(?!\p{L})/uy, say: "piazza" },
    { pattern: /[vV]\.le(?=[ \u00a0]\p{Lu})/uy, say: "viale" },
    { pattern: /[cC]\.so(?=[ \u00a0]\p{Lu})/uy, say: "corso" },
    { pattern: /[nN][°º][ \u00a0]?(?=\d)/uy, say: "numero " },
  ],
});
