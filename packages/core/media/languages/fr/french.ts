// French.

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
const cardinal = (value: number, form: string) =>
  read(form === "f" ? "cardinal-feminine" : "cardinal-masculine", value);
const ordinal = (value: number, form: "m" | "f") =>
  read(form === "f" ? "ordinal-feminine" : "ordinal-masculine", value);
const DIGITS = ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"];
const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");
const MONTH_NAMES: ReadonlyMap<string, string> = new Map([
  ...MONTHS.map((name) => [name, name] as const),
  ["janv.", "janvier"],
  ["févr.", "février"],
  ["juil.", "juillet"],
  ["sept.", "septembre"],
  ["oct.", "octobre"],
  ["nov.", "novembre"],
  ["déc.", "décembre"],
]);

const FEMININE =
  /^(?:.*(?:[st]ion|ité|ette|ance|ence|esse|elle|euse|trice|ouille|aison|ées?)s?|(?:heure|minute|seconde|page|fois|personne|femme|fille|année|nuit|semaine|livre sterling|tonne|porte|maison|chambre|rue|lettre|voix|main|tête|table|chaise|pièce|ligne|larme|scène|place|ville|vie|lieue|bouteille|tasse|robe|rose|fleur|étoile|île|voiture|histoire|chose|question|marche|fenêtre|carte|clé|épée|langue|arme|balle|âme|mère|sœur|tante|dame|vache|poule|bougie|boîte|partie|couronne|guerre|bataille|partie|note|idée|classe|étape|édition|œuvre|victime)s?)$/u;

const isFeminine = (noun: string) => FEMININE.test(noun.toLowerCase());
const day = (value: number) => (value === 1 ? "premier" : cardinal(value, "m"));
const MONTH = anyOf(MONTH_NAMES.keys());

function clock(hours: number, minutes: number): string {
  const said = `${cardinal(hours, "f")} ${hours < 2 ? "heure" : "heures"}`;
  return minutes === 0 ? said : `${said} ${cardinal(minutes, "f")}`;
}

function date(given: string | undefined, month: string | undefined, year: string | undefined): string | null {
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || Number(given) < 1 || Number(given) > 31) return null;
  return `${day(Number(given))} ${name} ${cardinal(Number(year), "m")}`;
}

const own: readonly FigureRule[] = [
  {
    pattern: sticky("(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})(?!\\d)"),
    say: ([, given, month, year]) => date(given, month, year),
  },
  {
    pattern: sticky("(\\d{4})-(\\d{2})-(\\d{2})(?![\\d-])"),
    say: ([, year, month, given]) => date(given, month, year),
  },
  {
    pattern: sticky(`(\\d{1,2})(?:er)?${GAP}(${MONTH})(?!\\p{L})`),
    say: ([, given, month = ""]) => `${day(Number(given))} ${MONTH_NAMES.get(month)!}`,
  },
  {
    pattern: sticky("0\\d(?:[ \\u00a0.]\\d{2}){4}(?!\\d)"),
    say: ([all = ""]) =>
      all
        .split(/[ \u00a0.]/)
        .map((pair) => (pair[0] === "0" ? `zéro ${DIGITS[Number(pair[1])]!}` : cardinal(Number(pair), "m")))
        .join(" "),
  },
  {
    pattern: sticky(`(\\d{1,2})${GAP}?h${GAP}?(\\d{2})(?![\\p{L}\\d])`),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
    range: true,
  },
  {
    pattern: sticky(`(\\d{1,2})${GAP}?h(?![\\p{L}\\d/])`),
    say: ([, hours]) => (isTime(hours, "0") ? clock(Number(hours), 0) : null),
    range: true,
  },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
    range: true,
  },
  {
    pattern: sticky("(\\d{1,4})(ers?|res?|ères?|èmes?|emes?|es?|ᵉ|ᵉʳ|nde?s?)(?![\\p{L}\\d])"),
    say: ([, digits, ending = ""], { after }) => {
      const feminine = /^(?:re|ère|nde)/.test(ending) || isFeminine(wordAfter(after));
      const plural = ending.length > 1 && ending.endsWith("s") ? "s" : "";
      if (digits === "2" && ending.startsWith("nd")) return `second${feminine ? "e" : ""}${plural}`;
      if (ending.startsWith("nd")) return null;
      return `${ordinal(Number(digits), feminine ? "f" : "m")}${plural}`;
    },
  },
  {
    pattern: sticky("(\\d{1,3})\\.(\\d{1,2})(?!\\d|\\.\\d)"),
    say: ([, whole, part]) => `${cardinal(Number(whole), "m")} point ${decimals(part!)}`,
  },
];

const decimals = decimalsReader(DIGITS, 3, (value) => cardinal(value, "m"));

const counted = (one: string, form = "m", many = `${one}s`): Counted => ({ words: [one, many], form });
const euro: Currency = { ...counted("euro"), cents: counted("centime") };
const dollar: Currency = { ...counted("dollar"), cents: counted("cent") };
const pound: Currency = { ...counted("livre", "f"), cents: { words: ["penny", "pence"], form: "m" } };
const franc: Currency = { ...counted("franc"), cents: counted("centime") };
const same = (word: string): Counted => counted(word, "m", word);

const UNITS: Readonly<Record<string, Counted>> = {
  mm: counted("millimètre"),
  cm: counted("centimètre"),
  m: counted("mètre"),
  km: counted("kilomètre"),
  "km/h": counted("kilomètre par heure", "m", "kilomètres par heure"),
  "m/s": counted("mètre par seconde", "m", "mètres par seconde"),
  "m²": counted("mètre carré", "m", "mètres carrés"),
  m2: counted("mètre carré", "m", "mètres carrés"),
  "km²": counted("kilomètre carré", "m", "kilomètres carrés"),
  "m³": counted("mètre cube", "m", "mètres cubes"),
  ha: counted("hectare"),
  mg: counted("milligramme"),
  g: counted("gramme"),
  kg: counted("kilogramme"),
  t: counted("tonne", "f"),
  ml: counted("millilitre"),
  cl: counted("centilitre"),
  l: counted("litre"),
  L: counted("litre"),
  "°C": counted("degré Celsius", "m", "degrés Celsius"),
  "° C": counted("degré Celsius", "m", "degrés Celsius"),
  "°F": counted("degré Fahrenheit", "m", "degrés Fahrenheit"),
  "°": counted("degré"),
  min: counted("minute", "f"),
  V: counted("volt"),
  W: counted("watt"),
  kW: counted("kilowatt"),
  Hz: same("hertz"),
  Go: counted("gigaoctet"),
  Mo: counted("mégaoctet"),
  "%": same("pour cent"),
};

const NAMES = new Set(
  "Louis Charles Henri François Philippe Napoléon Jean Paul Pie Léon Grégoire Benoît Innocent Clément Urbain Boniface Élisabeth Elisabeth Catherine Marie Guillaume Georges George Édouard Edouard Richard Jacques Frédéric Alexandre Nicolas Pierre Léopold Albert Baudouin Ferdinand Alphonse Joseph Maximilien Otton Rodolphe Christian Gustave Oscar Ramsès Ptolémée Darius Xerxès Thoutmosis Sixte Jules Martin Célestin Adrien Robert Hugues Lothaire Childéric Clotaire Dagobert Thierry Amédée Victor-Emmanuel Humbert Isabelle Cléopâtre Christine Anne Jeanne Mathilde Ivan Constantin Juan Hassan Mohammed Jean-Paul Charles-Albert Raymond Thibaut Gaston Philibert".split(
    " ",
  ),
);
const QUEENS = /^(?:[ÉE]lisabeth|Catherine|Marie|Isabelle|Cléopâtre|Christine|Anne|Jeanne|Mathilde)$/;
const NUMBERED = new Set(
  "chapitre livre tome volume partie acte scène section article chant lettre numéro épisode page annexe phase type classe planche figure strophe psaume verset".split(
    " ",
  ),
);

function roman({ value, numeral, before, after }: Numeral): string | null {
  if (NUMBERED.has(before.toLowerCase())) return cardinal(value, isFeminine(before) ? "f" : "m").replace(/^une$/, "un");
  if (/^(?:siècle|chapitre)/.test(wordAfter(after))) return ordinal(value, "m");
  if (!NAMES.has(before) || (numeral.length === 1 && !"IVX".includes(numeral))) return null;
  // "Louis I" without "er" may be a letter.
  return value === 1 ? null : cardinal(value, "m");
}

function plain(value: number, digits: string, { before, after }: Near): string {
  const noun = wordAfter(after);
  const one = value % 10 === 1 && value % 100 !== 11 && value % 100 !== 71 && value % 100 !== 91;
  if (one && isFeminine(noun)) return cardinal(value, "f");
  // "Les années quatre-vingt": no s.
  const said = cardinal(value, "m");
  return /ann[ée]es?[ \u00a0]$/.test(before) && digits.length === 4 ? said.replace(/vingts$/, "vingt") : said;
}

const figures = figureReader({
  cardinal,
  decimal: (whole, fraction) => `${cardinal(whole, "m")} virgule ${decimals(fraction)}`,
  // French begins its plural at 2: "1,5 litre".
  number: (value) => (value < 2 ? 0 : 1),
  plain,
  digit: DIGITS,
  thousands: " \\u00a0\\u202f'\u2019",
  decimalMark: ",",
  to: " à ",
  own,
  currencies: new Map([
    ["€", euro],
    ["EUR", euro],
    ["euros", euro],
    ["$", dollar],
    ["USD", dollar],
    ["£", pound],
    ["CHF", franc],
    ["FF", franc],
    ["¥", { ...counted("yen"), cents: counted("sen") }],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: { words: ["pour cent"], form: "m" },
  scales: new Map([
    ["M", counted("million")],
    ["Md", counted("milliard")],
    ["Mds", counted("milliard")],
    ["millions", counted("million")],
    ["milliards", counted("milliard")],
  ]),
  cents: (whole, cents, currency) =>
    `${cardinal(Number(whole), currency.form)} ${currency.words[Number(whole) < 2 ? 0 : 1]!} ${cardinal(cents, "m")}`,
  scaleJoint: (currency) => (/^[aeiouyéè]/.test(currency) ? ` d'${currency}` : ` de ${currency}`),
  phone:
    /(?:[Tt]él\.|[Tt]éléphone|[Nn]uméro(?: est)?(?: le)?|[Aa]ppelez(?:-[a-z]+)?(?: le| au)?)[ \u00a0]?:?[ \u00a0]$/u,
  per: "par",
  version: "point",
  fractions: {
    "½": ["un demi", " et demi"],
    "¼": ["un quart", " un quart"],
    "¾": ["trois quarts", " trois quarts"],
    "⅓": ["un tiers", " un tiers"],
    "⅔": ["deux tiers", " deux tiers"],
    "⅛": ["un huitième", " un huitième"],
    "⅜": ["trois huitièmes", " trois huitièmes"],
    "⅝": ["cinq huitièmes", " cinq huitièmes"],
    "⅞": ["sept huitièmes", " sept huitièmes"],
  },
  ratio: (above, below) => {
    if (below < 2 || above < 1 || above >= below) return `${cardinal(above, "m")} sur ${cardinal(below, "m")}`;
    const name = below === 2 ? "demi" : below === 3 ? "tiers" : below === 4 ? "quart" : ordinal(below, "m");
    return `${cardinal(above, "m")} ${name}${above > 1 && below !== 3 ? "s" : ""}`;
  },
});

export const FRENCH = languageOf(figures, {
  abbreviations: {
    always: {
      "MM.": "Messieurs",
      Mme: "Madame",
      Mmes: "Mesdames",
      Mlle: "Mademoiselle",
      Mlles: "Mesdemoiselles",
      Mgr: "Monseigneur",
      "c.-à-d.": "c'est-à-dire",
      "p.ex.": "par exemple",
      "av.J.": "avant J.",
      env: "environ",
      "env.": "environ",
      "cf.": "confer",
    },
    number: {
      "p.": "page",
      "pp.": "pages",
      "chap.": "chapitre",
      "ch.": "chapitre",
      "v.": "verset",
      "t.": "tome",
      "l.": "ligne",
      "vol.": "volume",
      "fig.": "figure",
      "art.": "article",
      no: "numéro",
      "tél.": "téléphone",
    },
    name: {
      "M.": "Monsieur",
      Dr: "docteur",
      "Dr.": "docteur",
      Pr: "professeur",
      "Pr.": "professeur",
      Me: "maître",
      St: "Saint",
      Ste: "Sainte",
      bd: "boulevard",
      "bd.": "boulevard",
      "av.": "avenue",
    },
    end: { "etc.": "et cetera" },
  },
  symbols: {
    "&": "et",
    "%": "pour cent",
    "+": "plus",
    "=": "égale",
    "@": "arobase",
    "°": "degrés",
    "§": "paragraphe",
    "×": "fois",
    "÷": "divisé par",
    "±": "plus ou moins",
    "#": "numéro",
  },
  times: "sur",
  minus: "moins",
  roman,
  cardinal: (value) => cardinal(value, "m"),
  shouted: new Set(
    "oui non toi moi lui il je tu on ce ça un une le la les du des et ou où est qui que quoi dix feu fin mal bon pas ni ne va vas ici là roi mon ton son".split(
      " ",
    ),
  ),
  romanOrdinal: {
    ending: /(?:er|re|ère|ème|e|ᵉ|ᵉʳ)(?![\p{L}\d])/uy,
    say: (value, { numeral, before, beforeText, after }) => {
      // "François Ier", "la IIIe République"; "Le", "De" and "Me" are words.
      const isWord =
        numeral.length === 1 &&
        (!"IVX".includes(numeral) ||
          !/^(?:siècle|République|arrondissement|dynastie|chapitre|armée)/.test(wordAfter(after)));
      if (isWord && !(numeral === "I" && /\p{L}[ \u00a0]$/u.test(beforeText))) return null;
      return ordinal(
        value,
        QUEENS.test(before) || /^(?:République|Internationale|dynastie|croisade)/.test(wordAfter(after)) ? "f" : "m",
      );
    },
  },
  numbered: NUMBERED,
  own: [
    { pattern: /[Aa]v\.[ \u00a0]?J\.-C\./uy, say: "avant Jésus-Christ" },
    { pattern: /apr?\.[ \u00a0]?J\.-C\./uy, say: "après Jésus-Christ" },
    { pattern: /J\.-C\./uy, say: "Jésus-Christ" },
    { pattern: /c\.-à-d\./uy, say: "c'est-à-dire" },
    { pattern: /C\.-à-d\./uy, say: "C'est-à-dire" },
    { pattern: /St-(?=\p{Lu})/uy, say: "Saint-" },
    { pattern: /Ste-(?=\p{Lu})/uy, say: "Sainte-" },
    { pattern: /[nN][°º][ \u00a0]?(?=\d)/uy, say: "numéro " },
    // "place de la République", "boulevard des Italiens", also with a capital after it.
    { pattern: /pl\.(?=[ \u00a0](?:d[eu]s?[ \u00a0]|d['\u2019]|\p{Lu}))/uy, say: "place" },
    { pattern: /bd\.?(?=[ \u00a0](?:d[eu]s?[ \u00a0]|d['\u2019]))/uy, say: "boulevard" },
    { pattern: /av\.(?=[ \u00a0](?:d[eu]s?[ \u00a0]|d['\u2019]))/uy, say: "avenue" },
  ],
});
