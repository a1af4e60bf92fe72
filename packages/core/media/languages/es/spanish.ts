// Spanish.

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
  return read(form === "f" ? "cardinal-feminine" : form === "m" ? "cardinal-masculine" : "numbering", value);
}
function ordinal(value: number, form: "m" | "f" | "short"): string {
  return read(
    form === "f" ? "ordinal-feminine" : form === "m" ? "ordinal-masculine" : "ordinal-masculine-adjective",
    value,
  );
}
const DIGITS = ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"];
const MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");

const MASCULINE_A =
  /^(?:días?|mapas?|problemas?|sistemas?|temas?|poetas?|planetas?|idiomas?|programas?|gramos?|kilogramos?|poemas?|clima|dramas?|fantasmas?|tranvías?|sofás?|papas?|jesuitas?|guardias?)$/;
const FEMININE =
  /^(?:.*(?:as?|ci[oó]n(?:es)?|si[oó]n(?:es)?|dad(?:es)?|tud(?:es)?|umbres?)|veces|vez|noches?|manos?|mujer(?:es)?|tardes?|calles?|leyes|ley|flor(?:es)?|luz|luces|cruz|cruces|voz|voces|clases?|naves?|partes?|llaves?|nubes?|series?|fuentes?|torres?|legumbres?|sangres?|imagen|imágenes|serpientes?)$/;

const isFeminine = (noun: string) => FEMININE.test(noun.toLowerCase()) && !MASCULINE_A.test(noun.toLowerCase());

function clock(hours: number, minutes: number): string {
  const said = cardinal(hours, "f");
  return minutes === 0 ? said : `${said} ${minutes < 10 ? "y " : ""}${cardinal(minutes, "alone")}`;
}

function date(day: string | undefined, month: string | undefined, year: string | undefined): string | null {
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return null;
  return `${cardinal(Number(day), "alone")} de ${name} de ${cardinal(Number(year), "alone")}`;
}

const PART_OF_DAY = `(?:${GAP}?([ap])\\.${GAP}?m\\.)?`;

function timeOfDay([, hours, minutes, half]: readonly (string | undefined)[]): string | null {
  if (!isTime(hours, minutes)) return null;
  const hour = Number(hours);
  const part =
    half === undefined ? "" : half === "a" ? " de la mañana" : hour >= 8 && hour < 12 ? " de la noche" : " de la tarde";
  return `${clock(hour, Number(minutes))}${part}`;
}

const own: readonly FigureRule[] = [
  {
    pattern: sticky("(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})(?!\\d)"),
    say: ([, day, month, year]) => date(day, month, year),
  },
  {
    pattern: sticky("(\\d{4})-(\\d{2})-(\\d{2})(?![\\d-])"),
    say: ([, year, month, day]) => date(day, month, year),
  },
  {
    pattern: sticky(`(\\d{1,2})(?=${GAP}de${GAP}(?:${anyOf(MONTHS)})(?!\\p{L}))`),
    say: ([, day]) => cardinal(Number(day), "alone"),
  },
  {
    pattern: sticky(`(\\d{1,2}):(\\d{2})(?:${GAP}?h(?!\\p{L}))?(?![\\d:])${PART_OF_DAY}`),
    say: timeOfDay,
    range: true,
  },
  {
    pattern: sticky(`(\\d{1,2})\\.(\\d{2})${GAP}?h(?!\\p{L})`),
    say: timeOfDay,
    range: true,
  },
  {
    pattern: sticky(`(\\d{1,2})${GAP}?h(?![\\p{L}\\d/])`),
    say: ([, hours]) =>
      isTime(hours, "0") ? `${cardinal(Number(hours), "f")} ${hours === "1" ? "hora" : "horas"}` : null,
    range: true,
  },
  {
    pattern: sticky("(\\d{1,4})\\.?(ª|º|°|er|ra|ro|a|o)(?![\\p{L}\\d])"),
    say: ([all = "", digits, ending = ""], { after }) => {
      if (ending === "°" && !/^[ \u00a0]\p{Ll}/u.test(after)) return null;
      if (/^[ao]$/.test(ending) && !all.includes(".")) return null;
      return ordinal(Number(digits), /^(?:ª|ra|a)$/.test(ending) ? "f" : ending === "er" ? "short" : "m");
    },
  },
];

const decimals = decimalsReader(DIGITS, 3, (value) => cardinal(value, "alone"));

const counted = (one: string, form = "m", many = `${one}s`): Counted => ({ words: [one, many], form });
const euro: Currency = { ...counted("euro"), cents: counted("céntimo") };
const dollar: Currency = { ...counted("dólar", "m", "dólares"), cents: counted("centavo") };
const pound: Currency = { ...counted("libra", "f"), cents: counted("penique") };

const UNITS: Readonly<Record<string, Counted>> = {
  mm: counted("milímetro"),
  cm: counted("centímetro"),
  m: counted("metro"),
  km: counted("kilómetro"),
  "km/h": counted("kilómetro por hora", "m", "kilómetros por hora"),
  "m/s": counted("metro por segundo", "m", "metros por segundo"),
  "m²": counted("metro cuadrado", "m", "metros cuadrados"),
  m2: counted("metro cuadrado", "m", "metros cuadrados"),
  "km²": counted("kilómetro cuadrado", "m", "kilómetros cuadrados"),
  "m³": counted("metro cúbico", "m", "metros cúbicos"),
  ha: counted("hectárea", "f"),
  mg: counted("miligramo"),
  g: counted("gramo"),
  kg: counted("kilogramo"),
  t: counted("tonelada", "f"),
  ml: counted("mililitro"),
  cl: counted("centilitro"),
  l: counted("litro"),
  "°C": counted("grado Celsius", "m", "grados Celsius"),
  "° C": counted("grado Celsius", "m", "grados Celsius"),
  "°F": counted("grado Fahrenheit", "m", "grados Fahrenheit"),
  "°": counted("grado"),
  min: counted("minuto"),
  V: counted("voltio"),
  W: counted("vatio"),
  kW: counted("kilovatio"),
  Hz: counted("hercio"),
  GB: counted("gigabyte"),
  MB: counted("megabyte"),
};

const KINGS =
  "Luis Carlos Felipe Alfonso Fernando Juan Pablo Pío León Gregorio Benedicto Inocencio Clemente Urbano Bonifacio Enrique Eduardo Jorge Guillermo Ricardo Jacobo Jaime Pedro Sancho Ramiro Ordoño Bermudo García Alejandro Nicolás Napoleón Francisco José Maximiliano Federico Otón Rodolfo Leopoldo Alberto Balduino Cristián Gustavo Óscar Ramsés Ptolomeo Darío Jerjes Tutmosis Sixto Julio Martín Celestino Adriano Roberto Amadeo Humberto Iván Constantino Manuel Sebastián Hassan Mohamed Berenguer Abderramán Alhakén Hixem".split(
    " ",
  );
const QUEENS = "Isabel Catalina María Ana Juana Cristina Cleopatra Margarita Matilde Urraca Berenguela".split(" ");
const NUMBERED = new Set(
  "capítulo libro tomo volumen parte acto escena sección artículo canto carta número episodio página anexo fase tipo clase lámina figura título guerra".split(
    " ",
  ),
);

function roman({ value, numeral, before, after }: Numeral): string | null {
  const noun = before.toLowerCase();
  if (/^(?:[Ss]iglos?|s)$/.test(before) || NUMBERED.has(noun)) return cardinal(value, "alone");
  const isQueen = QUEENS.includes(before);
  if (!isQueen && !KINGS.includes(before)) return null;
  if (numeral.length === 1 && !"IVX".includes(numeral)) return null;
  // "Juan I" may end a sentence that continues with a capital; a numeral is followed by a word, a comma or the end.
  if (numeral === "I" && /^[ \u00a0]\p{Lu}/u.test(after)) return null;
  return value <= 10 ? ordinal(value, isQueen ? "f" : "m") : cardinal(value, "alone");
}

function plain(value: number, digits: string, { before, after }: Near): string {
  const noun = wordAfter(after);
  // "En 2001 nació": a year has no noun.
  if (/^\d{4}$/.test(digits) && /(?:^|[^\p{L}])(?:de|del|en|desde|hasta)[ \u00a0]$/iu.test(before))
    return cardinal(value, "alone");
  const one = value % 10 === 1 && value % 100 !== 11;
  const hundreds = value % 1000 >= 200 || Math.floor(value / 1000) % 1000 >= 200;
  if (!one && !hundreds) return cardinal(value, "alone");
  if (noun === "" || /^(?:de|y|o|a|en|que|es|fue|era|al|por|más|con)$/.test(noun)) return cardinal(value, "alone");
  // After "páginas" and the like the number is a name: "la página 21".
  if (/(?:página|capítulo|número|año|siglo|calle)s?[ \u00a0]$/u.test(before)) return cardinal(value, "alone");
  if (isFeminine(noun)) return cardinal(value, "f");
  return one ? cardinal(value, "m") : cardinal(value, "alone");
}

const figures = figureReader({
  cardinal: (value, form) => cardinal(value, form).replaceAll("\u00ad", ""),
  decimal: (whole, fraction) => `${cardinal(whole, "alone")} coma ${decimals(fraction)}`,
  number: (value, fraction) => (value === 1 && !fraction ? 0 : 1),
  plain,
  digit: DIGITS,
  thousands: ".\\u00a0\\u202f ",
  decimalMark: ",",
  to: " a ",
  own,
  currencies: new Map([
    ["€", euro],
    ["EUR", euro],
    ["euros", euro],
    ["$", dollar],
    ["USD", dollar],
    ["£", pound],
    ["¥", { ...counted("yen", "m", "yenes"), cents: counted("sen") }],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: { words: ["por ciento"], form: "m" },
  scales: new Map([
    ["M", counted("millón", "m", "millones")],
    ["millones", counted("millón", "m", "millones")],
  ]),
  cents: (whole, cents, currency) =>
    `${cardinal(Number(whole), currency.form)} ${currency.words[Number(whole) === 1 ? 0 : 1]!} con ${cardinal(cents, "alone")}`,
  scaleJoint: (currency) => ` de ${currency}`,
  phone:
    /(?:[Tt]el\.|[Tt]el[ée]fono|[Tt]fno\.|[Nn]úmero(?: es)?(?: el)?|[Ll]lam(?:e|a|ar|ó|en)(?:me)? al?|[Mm]óvil)[ \u00a0]?:?[ \u00a0]$/u,
  per: "por",
  version: "punto",
  fractions: {
    "½": ["medio", " y medio"],
    "¼": ["un cuarto", " y un cuarto"],
    "¾": ["tres cuartos", " y tres cuartos"],
    "⅓": ["un tercio", " y un tercio"],
    "⅔": ["dos tercios", " y dos tercios"],
    "⅛": ["un octavo", " y un octavo"],
    "⅜": ["tres octavos", " y tres octavos"],
    "⅝": ["cinco octavos", " y cinco octavos"],
    "⅞": ["siete octavos", " y siete octavos"],
  },
  ratio: (above, below, { after }) => {
    if (below < 2 || above < 1 || above >= below || below > 100)
      return `${cardinal(above, "alone")} ${cardinal(below, "alone")}`;
    if (below === 2 && above === 1) return isFeminine(wordAfter(after)) ? "media" : "medio";
    if (/^partes?$/.test(wordAfter(after)))
      return `${cardinal(above, "f")} ${ordinal(below, "f")}${above > 1 ? "s" : ""}`;
    const name = below === 3 ? "tercio" : below <= 10 ? ordinal(below, "m") : `${cardinal(below, "alone")}avo`;
    return `${cardinal(above, "m")} ${name}${above > 1 ? "s" : ""}`;
  },
});

export const SPANISH = languageOf(figures, {
  abbreviations: {
    always: {
      "Sr.": "señor",
      "Sra.": "señora",
      "Sres.": "señores",
      "Sras.": "señoras",
      "Srta.": "señorita",
      "Dr.": "doctor",
      "Dra.": "doctora",
      "Dña.": "doña",
      "Ud.": "usted",
      "Uds.": "ustedes",
      "Vd.": "usted",
      "Vds.": "ustedes",
      "p.ej.": "por ejemplo",
      "a.C.": "antes de Cristo",
      "d.C.": "después de Cristo",
      "a.deC.": "antes de Cristo",
      "d.deC.": "después de Cristo",
      "EE.UU.": "Estados Unidos",
      "aprox.": "aproximadamente",
      "tel.": "teléfono",
    },
    number: {
      "pág.": "página",
      "págs.": "páginas",
      "p.": "página",
      "pp.": "páginas",
      "cap.": "capítulo",
      "vol.": "volumen",
      "núm.": "número",
      "art.": "artículo",
      "fig.": "figura",
      "s.": "siglo",
    },
    name: {
      "D.": "don",
      "Prof.": "profesor",
      "Profa.": "profesora",
      "Gral.": "general",
      "Cap.": "capitán",
      "Sto.": "santo",
      "Sta.": "santa",
      "avda.": "avenida",
      "Av.": "avenida",
      "c/": "calle",
    },
    end: { "etc.": "etcétera" },
  },
  symbols: {
    "&": "y",
    "%": "por ciento",
    "+": "más",
    "=": "igual a",
    "@": "arroba",
    "°": "grados",
    "§": "párrafo",
    "×": "por",
    "÷": "entre",
    "±": "más menos",
    "#": "número",
  },
  times: "por",
  minus: "menos",
  roman,
  cardinal: (value) => cardinal(value, "alone"),
  shouted: new Set(
    "sí no yo tú él la el lo los las un una y o es fue que qué ay oh ven voy va di da mal más fin paz mar rey sol mi tu su ya así fue dio".split(
      " ",
    ),
  ),
  numbered: NUMBERED,
  own: [
    { pattern: /[nN]\.?[º°]\.?[ \u00a0]?(?=\d)|[nN]\.o[ \u00a0]?(?=\d)|No\.[ \u00a0]?(?=\d)/uy, say: "número " },
    { pattern: /S\.[ \u00a0]?M\.(?=[ \u00a0](?:el|la|don|doña|D\.|\p{Lu}))/uy, say: "Su Majestad" },
    { pattern: /SS\.[ \u00a0]?MM\.(?=[ \u00a0])/uy, say: "Sus Majestades" },
    {
      pattern:
        /S\.(?=[ \u00a0](?:Juan|Pedro|Pablo|José|Mateo|Marcos|Lucas|Antonio|Francisco|Agustín|Ignacio|Miguel)(?!\p{L}))/uy,
      say: "San",
    },
    { pattern: /c\/(?=[ \u00a0]?\p{Lu})/uy, say: "calle " },
    { pattern: /izq\.(?=[ \u00a0,;)]|$)/uy, say: "izquierda" },
    { pattern: /dcha\.(?=[ \u00a0,;)]|$)/uy, say: "derecha" },
  ],
});
