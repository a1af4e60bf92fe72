// Portuguese, of Portugal and of Brazil.

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

const read = numberReader(NUMBER_RULES, (value) => (value === 1 ? "one" : "other"));
const cardinal = (value: number, form: string) =>
  read(form === "f" ? "cardinal-feminine" : "cardinal-masculine", value);
const ordinal = (value: number, form: "m" | "f") =>
  read(form === "f" ? "ordinal-feminine" : "ordinal-masculine", value);
const DIGITS = ["zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove"];
const MONTHS = "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(" ");
const MASCULINE_A =
  /^(?:dias?|mapas?|problemas?|sistemas?|temas?|poetas?|planetas?|idiomas?|programas?|gramas?|quilogramas?|poemas?|climas?|dramas?|fantasmas?|papas?|guardas?|sofás?)$/;
const FEMININE =
  /^(?:.*(?:as?|ção|ções|são|sões|dades?|tudes?|gens|gem|ãs?)|vez|vezes|noites?|mãos?|mulher(?:es)?|tardes?|partes?|luz|luzes|cruz|cruzes|voz|vozes|flor(?:es)?|naves?|leis?|chaves?|pontes?|fontes?|classes?|séries?|torres?)$/;
const isFeminine = (noun: string) => FEMININE.test(noun.toLowerCase()) && !MASCULINE_A.test(noun.toLowerCase());

const clock = (hours: number, minutes: number) =>
  minutes === 0 ? cardinal(hours, "f") : `${cardinal(hours, "f")} e ${cardinal(minutes, "m")}`;

function date(day: string | undefined, month: string | undefined, year: string | undefined): string | null {
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return null;
  return `${cardinal(Number(day), "m")} de ${name} de ${cardinal(Number(year), "m")}`;
}

const own: readonly FigureRule[] = [
  {
    pattern: sticky("(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})(?!\\d)"),
    say: ([, day, month, year]) => date(day, month, year),
  },
  { pattern: sticky("(\\d{4})-(\\d{2})-(\\d{2})(?![\\d-])"), say: ([, year, month, day]) => date(day, month, year) },
  {
    pattern: sticky(`(\\d{1,2})(?=${GAP}de${GAP}(?:${anyOf(MONTHS)})(?!\\p{L}))`),
    say: ([, day]) => cardinal(Number(day), "m"),
  },
  {
    pattern: sticky(`(\\d{1,2})(?::|${GAP}?h${GAP}?)(\\d{2})(?:min)?(?![\\p{L}\\d:])`),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
    range: true,
  },
  {
    pattern: sticky(`(\\d{1,2})${GAP}?h(?![\\p{L}\\d/])`),
    say: ([, hours]) =>
      isTime(hours, "0") ? `${cardinal(Number(hours), "f")} ${hours === "1" ? "hora" : "horas"}` : null,
    range: true,
  },
  {
    pattern: sticky("(\\d{1,4})\\.?(ª|º|°|a|o)(?![\\p{L}\\d])"),
    say: ([all = "", digits, ending = ""], { after }) => {
      if (ending === "°" && !/^[ \u00a0]\p{Ll}/u.test(after)) return null;
      if (/^[ao]$/.test(ending) && !all.includes(".")) return null;
      return ordinal(Number(digits), /^(?:ª|a)$/.test(ending) ? "f" : "m");
    },
  },
];

const decimals = decimalsReader(DIGITS, 3, (value) => cardinal(value, "m"));

const counted = (one: string, form = "m", many = `${one}s`): Counted => ({ words: [one, many], form });
const euro: Currency = { ...counted("euro"), cents: counted("cêntimo") };
const real: Currency = { ...counted("real", "m", "reais"), cents: counted("centavo") };
const dollar: Currency = { ...counted("dólar", "m", "dólares"), cents: counted("cêntimo") };
const pound: Currency = { ...counted("libra", "f"), cents: counted("péni", "m", "pence") };

const UNITS: Readonly<Record<string, Counted>> = {
  mm: counted("milímetro"),
  cm: counted("centímetro"),
  m: counted("metro"),
  km: counted("quilómetro"),
  "km/h": counted("quilómetro por hora", "m", "quilómetros por hora"),
  "m/s": counted("metro por segundo", "m", "metros por segundo"),
  "m²": counted("metro quadrado", "m", "metros quadrados"),
  m2: counted("metro quadrado", "m", "metros quadrados"),
  "km²": counted("quilómetro quadrado", "m", "quilómetros quadrados"),
  "m³": counted("metro cúbico", "m", "metros cúbicos"),
  ha: counted("hectare"),
  mg: counted("miligrama"),
  g: counted("grama"),
  kg: counted("quilograma"),
  t: counted("tonelada", "f"),
  ml: counted("mililitro"),
  cl: counted("centilitro"),
  l: counted("litro"),
  "°C": counted("grau Celsius", "m", "graus Celsius"),
  "° C": counted("grau Celsius", "m", "graus Celsius"),
  "°F": counted("grau Fahrenheit", "m", "graus Fahrenheit"),
  "°": counted("grau"),
  min: counted("minuto"),
  V: counted("volt"),
  W: counted("watt"),
  kW: counted("quilowatt"),
  Hz: counted("hertz", "m", "hertz"),
  GB: counted("gigabyte"),
  MB: counted("megabyte"),
};

const KINGS =
  "Luís Carlos Filipe Afonso Fernando João Paulo Pio Leão Gregório Bento Inocêncio Clemente Urbano Bonifácio Henrique Eduardo Jorge Guilherme Ricardo Jaime Pedro Sancho Dinis Duarte Manuel Sebastião José Miguel Alexandre Nicolau Napoleão Francisco Maximiliano Frederico Otão Rodolfo Leopoldo Alberto Balduíno Cristiano Gustavo Óscar Ramsés Ptolomeu Dario Xerxes Sisto Júlio Martinho Celestino Adriano Roberto Amadeu Humberto Ivan Constantino".split(
    " ",
  );
const QUEENS = "Isabel Catarina Maria Ana Joana Cristina Cleópatra Margarida Matilde Elisabete Leonor Vitória".split(
  " ",
);
const NUMBERED = new Set(
  "capítulo livro tomo volume parte ato acto cena secção seção artigo canto carta número episódio página anexo fase tipo classe gravura figura título guerra".split(
    " ",
  ),
);

function roman({ value, numeral, before, after }: Numeral): string | null {
  const noun = before.toLowerCase();
  if (/^(?:[Ss]éculos?|[Ss]éc|s)$/.test(before) || NUMBERED.has(noun)) return cardinal(value, "m");
  const isQueen = QUEENS.includes(before);
  if (!isQueen && !KINGS.includes(before)) return null;
  if (numeral.length === 1 && !"IVX".includes(numeral)) return null;
  if (numeral === "I" && /^[ \u00a0]\p{Lu}/u.test(after)) return null;
  return value <= 10 ? ordinal(value, isQueen ? "f" : "m") : cardinal(value, "m");
}

function plain(value: number, _digits: string, { before, after }: Near): string {
  const noun = wordAfter(after);
  if (noun === "" || /^(?:de|e|ou|a|em|que|é|foi|era|ao|por|mais|com)$/.test(noun)) return cardinal(value, "m");
  if (/(?:página|capítulo|número|ano|século|rua)s?[ \u00a0]$/u.test(before)) return cardinal(value, "m");
  return cardinal(value, isFeminine(noun) ? "f" : "m");
}

const figures = figureReader({
  cardinal,
  decimal: (whole, fraction) => `${cardinal(whole, "m")} vírgula ${decimals(fraction)}`,
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
    ["R$", real],
    ["$", dollar],
    ["US$", dollar],
    ["USD", dollar],
    ["£", pound],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: { words: ["por cento"], form: "m" },
  scales: new Map([
    ["M", counted("milhão", "m", "milhões")],
    ["mil milhões", counted("mil milhões", "m", "mil milhões")],
    ["milhões", counted("milhão", "m", "milhões")],
    ["bilhões", counted("bilhão", "m", "bilhões")],
  ]),
  cents: (whole, cents, currency) =>
    `${cardinal(Number(whole), currency.form)} ${currency.words[Number(whole) === 1 ? 0 : 1]!} e ${cardinal(cents, "m")}`,
  scaleJoint: (currency) => ` de ${currency}`,
  phone:
    /(?:[Tt]el\.|[Tt]elefone|[Tt]elemóvel|[Cc]elular|[Nn]úmero(?: é)?(?: o)?|[Ll]ig(?:ue|a|ar|ou|uem) (?:para(?: o)?|ao))[ \u00a0]?:?[ \u00a0]$/u,
  per: "por",
  version: "ponto",
  fractions: {
    "½": ["meio", " e meia"],
    "¼": ["um quarto", " e um quarto"],
    "¾": ["três quartos", " e três quartos"],
    "⅓": ["um terço", " e um terço"],
    "⅔": ["dois terços", " e dois terços"],
    "⅛": ["um oitavo", " e um oitavo"],
    "⅜": ["três oitavos", " e três oitavos"],
    "⅝": ["cinco oitavos", " e cinco oitavos"],
    "⅞": ["sete oitavos", " e sete oitavos"],
  },
  ratio: (above, below, { after }) => {
    if (below < 2 || above < 1 || above >= below || below > 100)
      return `${cardinal(above, "m")} ${cardinal(below, "m")}`;
    if (below === 2) return isFeminine(wordAfter(after)) ? "meia" : "meio";
    const name = below === 3 ? "terço" : below <= 10 ? ordinal(below, "m") : `${cardinal(below, "m")} avo`;
    return `${cardinal(above, "m")} ${name}${above > 1 ? "s" : ""}`;
  },
});

const QUEEN_AFTER = `(?=[ \\u00a0](?:${anyOf(QUEENS)})(?!\\p{L}))`;

export const PORTUGUESE = languageOf(figures, {
  abbreviations: {
    always: {
      "Sr.": "senhor",
      "Sra.": "senhora",
      "Srs.": "senhores",
      "Sras.": "senhoras",
      "Srta.": "senhorita",
      "Dr.": "doutor",
      "Dra.": "doutora",
      "Prof.": "professor",
      "Profa.": "professora",
      "p.ex.": "por exemplo",
      "i.e.": "isto é",
      "Eng.": "engenheiro",
      "V.Exa.": "Vossa Excelência",
      "a.C.": "antes de Cristo",
      "d.C.": "depois de Cristo",
      "séc.": "século",
      "aprox.": "aproximadamente",
      "Exmo.": "excelentíssimo",
      "Exma.": "excelentíssima",
    },
    number: {
      "pág.": "página",
      "págs.": "páginas",
      "pp.": "páginas",
      "p.": "página",
      "cap.": "capítulo",
      "vol.": "volume",
      "núm.": "número",
      "art.": "artigo",
      "fig.": "figura",
      "tel.": "telefone",
    },
    name: {
      "D.": "dom",
      "Av.": "avenida",
      "R.": "rua",
      "S.": "São",
      "Sta.": "Santa",
      "Sto.": "Santo",
      "Gen.": "general",
      "Cap.": "capitão",
    },
    end: { "etc.": "et cetera" },
  },
  symbols: {
    "&": "e",
    "%": "por cento",
    "+": "mais",
    "=": "igual a",
    "@": "arroba",
    "°": "graus",
    "§": "parágrafo",
    "×": "por",
    "÷": "dividido por",
    "±": "mais ou menos",
    "#": "número",
  },
  times: "por",
  minus: "menos",
  roman,
  cardinal: (value) => cardinal(value, "m"),
  shouted: new Set(
    "sim não eu tu ele ela nós o a os as um uma e ou é que quem já vai vem dá mal mais fim paz mar rei sol meu teu seu foi".split(
      " ",
    ),
  ),
  numbered: NUMBERED,
  own: [
    { pattern: new RegExp(`D\\.${QUEEN_AFTER}`, "yu"), say: "dona" },
    { pattern: /V\.[ \u00a0]?Ex\.?[ªa]\.?(?!\p{L})/uy, say: "Vossa Excelência" },
    { pattern: /V\.[ \u00a0]?S\.?[ªa]\.?(?!\p{L})/uy, say: "Vossa Senhoria" },
    { pattern: /[nN]\.?[º°][ \u00a0]?(?=\d)/uy, say: "número " },
  ],
});
