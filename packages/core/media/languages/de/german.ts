// German.

import {
  anyOf,
  type Counted,
  type Currency,
  type FigureRule,
  figureReader,
  GAP,
  type Near,
  sticky,
} from "../figure-rules.ts";
import { numberReader } from "../rbnf.ts";
import { languageOf, type Numeral, wordAfter, wordBefore } from "../word-rules.ts";
import { NUMBER_RULES } from "./number-rules.ts";

const read = numberReader(NUMBER_RULES);
/** "hundert" and "tausend" stand without "ein" in speech. */
const spoken = (words: string) => words.replace(/^ein(?=hundert|tausend)/, "");

function cardinal(value: number, form: string): string {
  const set =
    form === "f" ? "cardinal-feminine" : form === "m" || form === "mixed" ? "cardinal-masculine" : "numbering";
  return spoken(read(set, value));
}

const year = (value: number) => spoken(read(value >= 1100 && value < 2000 ? "numbering-year" : "numbering", value));
/** The ending is "e", "en", "er", "es" or "em". */
const ordinal = (value: number, ending: string) => spoken(read("ordinal", value)).replace(/e$/, ending);
const DIGITS = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"];

const MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
const MONTH_NAMES: ReadonlyMap<string, string> = new Map([
  ...MONTHS.map((name) => [name, name] as const),
  ["Jänner", "Jänner"],
  ...["Jan.", "Feb.", "Mär.", "Apr.", "", "Jun.", "Jul.", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."].flatMap(
    (name, at) => (name === "" ? [] : [[name, MONTHS[at]!] as const]),
  ),
]);

const FEMININE =
  /^(?:.*(?:ung|heit|keit|schaft|ion|tät|ik|ur|enz|anz|in)|[A-ZÄÖÜ].*[^e]ie|Frau|Stunde|Minute|Sekunde|Woche|Nacht|Mark|Person|Klasse|Straße|Stadt|Seite|Flasche|Tasse|Katze|Million|Milliarde|Reihe|Etage|Auflage|Szene|Strophe|Stufe|Hand|Tür|Meile|Stimme|Frage|Liebe|Hälfte|Zeile|Treppe|Kugel|Sonne|Blume|Rose|Kirche|Schule|Schwester|Mutter|Tochter|Tante|Dame|Kuh|Maus|Gans|Bank|Burg|Kraft|Uhrzeit|Geschichte|Sprache|Sache|Karte|Lampe|Kerze|Münze|Hose|Jacke|Ehe|Runde|Folge|Staffel|Ausgabe|Armee|Sinfonie|Symphonie|Welle)$/;
const NEUTER =
  /^(?:.*(?:chen|lein|ment|tum)|Kind|Mal|Jahr|Jahrhundert|Jahrtausend|Haus|Kapitel|Buch|Bild|Glas|Bier|Leben|Stück|Spiel|Tor|Semester|Quartal|Zimmer|Pferd|Schiff|Boot|Land|Reich|Dorf|Wort|Lied|Gebot|Opfer|Regiment|Bataillon|Stockwerk|Geschoss|Halbjahr|Drittel|Viertel|Auto|Auge|Ohr|Bett|Brot|Ei|Fenster|Feuer|Gesetz|Herz|Licht|Messer|Paar|Schwein|Tier|Wunder)$/;

function genderOf(noun: string): "m" | "f" | "n" {
  return NEUTER.test(noun) ? "n" : FEMININE.test(noun) ? "f" : "m";
}

const OBLIQUE =
  /(?:^|[^\p{L}])(?:den|dem|des|am|im|vom|zum|zur|beim|jeden|jedem|diesen|diesem|dieses|einem|einer|eines|einen|[msdk]einem|[msdk]einer|[msdk]eines|[msdk]einen|ihrem|ihrer|ihres|ihren|unserem|unserer|unseren|bis|bis zum|alle|seit|ab|vor|nach|(?:in|an|auf|mit|von|aus|bei|nach|seit|zu|vor|während|wegen|neben|über|unter|hinter|zwischen|ende|anfang|mitte) der)[ \u00a0]$/iu;
const BARE = /(?:^|[^\p{L}])(?:ein|kein|mein|dein|sein|ihr|unser|euer)[ \u00a0]$/iu;
const WEAK =
  /(?:^|[^\p{L}])(?:der|die|das|dies|diese|dieser|jede|jeder|jene|jener|eine|keine|meine|deine|seine|ihre|unsere|ins|ans|aufs|fürs)[ \u00a0]$/iu;
const JOINED = /\d{1,4}\.[ \u00a0](?:und|oder|bis|–)[ \u00a0]$/u;

/** The ending of an ordinal in its surroundings; null where it may be a number at the end of a sentence. */
function endingAt(before: string, noun: string): string | null {
  if (OBLIQUE.test(before) || JOINED.test(before)) return "en";
  if (WEAK.test(before)) return "e";
  if (BARE.test(before)) return genderOf(noun) === "n" ? "es" : "er";
  return null;
}

/** Words with a capital that begin a sentence and are no noun. */
const BEGINS =
  /^(?:Aber|Als|Alle|Also|Am|An|Auch|Auf|Aus|Bei|Bis|Da|Danach|Dann|Das|Dass|Dein|Dem|Den|Denn|Der|Des|Die|Dies|Diese|Dieser|Doch|Du|Durch|Ein|Eine|Einer|Er|Es|Etwas|Für|Ganz|Gegen|Hier|Ich|Ihr|Ihre|Im|Immer|In|Ist|Ja|Jede|Jeder|Jetzt|Kein|Keine|Man|Mein|Meine|Mit|Mehr|Nach|Nein|Nicht|Noch|Nun|Nur|Ob|Oder|Ohne|Sein|Seine|Seit|Sie|So|Sogar|Später|Trotz|Über|Um|Und|Unser|Unter|Viele|Vom|Von|Vor|Während|War|Was|Weil|Weiter|Wenn|Wer|Wie|Wieder|Wir|Wo|Zu|Zum|Zur|Zwei|Zwischen)$/;

const strong = (noun: string) => ({ m: "er", f: "e", n: "es" })[genderOf(noun)];

const MONTH = anyOf(MONTH_NAMES.keys());
const OPENS = /(?:^|[\n"„“»(,:–—][ \u00a0]?)$/u;

function clock(hours: number, minutes: number): string {
  const said = `${cardinal(hours, "m")} Uhr`;
  return minutes === 0 ? said : `${said} ${cardinal(minutes, "alone")}`;
}

const own: readonly FigureRule[] = [
  {
    pattern: sticky(`(\\d{1,2})\\.${GAP}?(\\d{1,2})\\.${GAP}?(\\d{4})(?!\\d)`),
    say: ([, day, month, given], { before }) => {
      if (Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return null;
      const name = MONTHS[Number(month) - 1]!;
      return `${ordinal(Number(day), endingAt(before, name) ?? "er")} ${name} ${year(Number(given))}`;
    },
  },
  {
    pattern: sticky(`(\\d{4})-(\\d{2})-(\\d{2})(?![\\d-])`),
    say: ([, given, month, day], { before }) => {
      if (Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return null;
      const name = MONTHS[Number(month) - 1]!;
      return `${ordinal(Number(day), endingAt(before, name) ?? "er")} ${name} ${year(Number(given))}`;
    },
  },
  {
    pattern: sticky(`(\\d{1,2})\\.${GAP}?(${MONTH})(?!\\p{L})(?:${GAP}(\\d{4})(?![\\d.,:]))?`),
    say: ([, day, month = "", given], { before }) => {
      const name = MONTH_NAMES.get(month)!;
      const said = `${ordinal(Number(day), endingAt(before, name) ?? "er")} ${name}`;
      return given === undefined ? said : `${said} ${year(Number(given))}`;
    },
  },
  {
    // "am 5.3." without a year.
    pattern: sticky(`(\\d{1,2})\\.${GAP}?(\\d{1,2})\\.(?![\\d])`),
    say: ([, day, month], { before }) => {
      if (Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return null;
      if (!/(?:am|vom|zum|bis|den|dem|seit|ab|[MDFS][oiar]\.,?|(?:tag|woch|abend),?)[ \u00a0]$/u.test(before))
        return null;
      const ending = endingAt(before, MONTHS[0]!) ?? "en";
      return `${ordinal(Number(day), ending)} ${MONTHS[Number(month) - 1]!}`;
    },
  },
  {
    // "um 6.05": without the word, a time follows a preposition of time.
    pattern: sticky("(\\d{1,2})\\.([0-5]\\d)(?![\\d.]|,\\d|[ \\u00a0\\u202f]?(?:Uhr|m|km|kg|Euro|Mark|€)(?!\\p{L}))"),
    say: ([, hours, minutes], { before }) =>
      Number(hours) > 24 || !/(?:^|[^\p{L}])(?:um|gegen|ab|bis|seit|vor|nach|Punkt|kurz nach)[ \u00a0]$/iu.test(before)
        ? null
        : clock(Number(hours), Number(minutes)),
    range: true,
  },
  {
    pattern: sticky(`(\\d{1,2})[:.](\\d{2})${GAP}?Uhr(?!\\p{L})`),
    say: ([, hours, minutes]) =>
      Number(hours) > 24 || Number(minutes) > 59 ? null : clock(Number(hours), Number(minutes)),
    range: true,
  },
  {
    pattern: sticky(`(\\d{1,2}):(\\d{2})(?![\\d:])`),
    say: ([, hours, minutes]) =>
      Number(hours) > 24 || Number(minutes) > 59 ? null : clock(Number(hours), Number(minutes)),
    range: true,
  },
  {
    pattern: sticky(`(\\d{1,3}):(\\d{1,3})(?![\\d:])`),
    say: ([, one, other]) => `${cardinal(Number(one), "alone")} zu ${cardinal(Number(other), "alone")}`,
  },
  {
    pattern: sticky(`(\\d{2}|\\d{4})er(?!\\p{L})`),
    say: ([, decade]) => `${year(Number(decade))}er`,
  },
  {
    pattern: sticky(`(\\d{1,4})\\.(?=${GAP}(?:(?:und|oder|bis)${GAP})?(\\d{1,4}\\.|\\p{L}+))`),
    say: ([, digits, next = ""], { before, after }) => {
      if (BEGINS.test(next)) return null;
      const noun = /^\p{Lu}/u.test(next) ? next : wordAfter(after);
      const ending = endingAt(before, noun) ?? (OPENS.test(before) || /^\p{Ll}|^\d/u.test(next) ? strong(noun) : null);
      return ending === null ? null : ordinal(Number(digits), ending);
    },
  },
  {
    pattern: sticky(`(\\d{1,5})(?:${GAP}?(?:–|-|bis)${GAP}?(\\d{1,5}))?${GAP}?([vn])\\.${GAP}?Chr\\.`),
    say: ([, from, until, side]) => {
      const last = until === undefined ? "" : ` bis ${year(Number(until))}`;
      return `${year(Number(from))}${last} ${side === "v" ? "vor" : "nach"} Christus`;
    },
  },
  {
    pattern: sticky(`(\\d{1,4})([a-h])(?![\\p{L}\\d])`),
    say: ([, number, letter]) => `${cardinal(Number(number), "alone")} ${letter}`,
  },
];

const counted = (word: string, form = "m"): Counted => ({ words: [word], form });
const euro: Currency = { ...counted("Euro"), cents: counted("Cent") };
const dollar: Currency = { ...counted("Dollar"), cents: counted("Cent") };
const pound: Currency = { ...counted("Pfund"), cents: { words: ["Penny", "Pence"], form: "m" } };
const franc: Currency = { ...counted("Franken"), cents: counted("Rappen") };

const UNITS: Readonly<Record<string, Counted>> = {
  mm: counted("Millimeter"),
  cm: counted("Zentimeter"),
  dm: counted("Dezimeter"),
  m: counted("Meter"),
  km: counted("Kilometer"),
  "km/h": counted("Kilometer pro Stunde"),
  "m/s": counted("Meter pro Sekunde"),
  "m²": counted("Quadratmeter"),
  "km²": counted("Quadratkilometer"),
  "m³": counted("Kubikmeter"),
  ha: counted("Hektar"),
  mg: counted("Milligramm"),
  g: counted("Gramm"),
  kg: counted("Kilogramm"),
  t: { words: ["Tonne", "Tonnen"], form: "f" },
  ml: counted("Milliliter"),
  cl: counted("Zentiliter"),
  l: counted("Liter"),
  "°C": counted("Grad Celsius"),
  "° C": counted("Grad Celsius"),
  "°F": counted("Grad Fahrenheit"),
  "°": counted("Grad"),
  V: counted("Volt"),
  W: counted("Watt"),
  kW: counted("Kilowatt"),
  kWh: { words: ["Kilowattstunde", "Kilowattstunden"], form: "f" },
  PS: counted("PS"),
  Hz: counted("Hertz"),
  MHz: counted("Megahertz"),
  GB: counted("Gigabyte"),
  MB: counted("Megabyte"),
  "Std.": { words: ["Stunde", "Stunden"], form: "f" },
  "Min.": { words: ["Minute", "Minuten"], form: "f" },
  "Sek.": { words: ["Sekunde", "Sekunden"], form: "f" },
};

const NAMES =
  "Ludwig Friedrich Karl Heinrich Otto Wilhelm Georg Eduard Richard Jakob Philipp Johannes Paul Johann Pius Leo Benedikt Gregor Innozenz Klemens Clemens Urban Bonifaz Nikolaus Alexander Peter Napoleon Franz Ferdinand Leopold Joseph Josef Maximilian Rudolf Albrecht Christian Gustav Oskar August Ernst Robert Konrad Sigismund Iwan Konstantin Justinian Ramses Ptolemäus Darius Xerxes Thutmosis Amenophis Viktor Umberto Alfons Juan Henri Albert Baudouin Harald Olaf Knut Waldemar Stephan Ladislaus Kasimir Sixtus Julius Martin Cölestin Hadrian Lothar Arnulf Berengar Adolf Günther Ruprecht Wenzel Emanuel Pedro Manuel Charles".split(
    " ",
  );
const QUEENS = "Elisabeth Katharina Margarethe Maria Isabella Kleopatra Anna Christina Mathilde Johanna Berenike".split(
  " ",
);
const KNOWN = new Set([...NAMES, ...QUEENS]);
const NUMBERED = new Set(
  "kapitel band teil buch akt szene abschnitt artikel aufzug auftritt gesang brief stufe typ phase weltkrieg kl. klasse nummer folge station tafel bild anhang".split(
    " ",
  ),
);
const ARTICLES = { m: ["der", "des", "dem", "den"], f: ["die", "der", "der", "die"] } as const;

function roman({ value, numeral, before, beforeText, after }: Numeral) {
  if (NUMBERED.has(before.toLowerCase())) return cardinal(value, "alone");
  if (/^\.[ \u00a0](?:Jahrhundert|Jh\.|Kapitel|Akt|Band|Teil|Gesang)/.test(after)) {
    const said = ordinal(value, endingAt(beforeText, wordAfter(after.slice(1))) ?? "es");
    return { say: said, stop: true } as const;
  }
  const genitive = before.endsWith("s") && !KNOWN.has(before) ? before.slice(0, -1) : null;
  const name = genitive ?? before;
  if (!KNOWN.has(name) || (numeral.length === 1 && !"IVX".includes(numeral))) return null;
  // "Karl I" may be a letter; a king's numeral has a full stop in German, except in headings.
  if (numeral === "I" && !after.startsWith(".")) return null;
  const front = wordBefore(beforeText.slice(0, -before.length - 1)).toLowerCase();
  const at =
    genitive !== null || front === "des"
      ? 1
      : /^(?:mit|von|bei|unter|zu|nach|aus|seit|vor|dem|zum|vom|beim|neben|gegenüber)$/.test(front)
        ? 2
        : /^(?:für|gegen|durch|ohne|um|den)$/.test(front)
          ? 3
          : 0;
  const gender = QUEENS.includes(name) ? "f" : "m";
  const ending = at === 0 || (gender === "f" && at === 3) ? "e" : "en";
  const said = ordinal(value, ending);
  return { say: `${ARTICLES[gender][at]} ${said[0]!.toUpperCase()}${said.slice(1)}`, stop: true } as const;
}

function plain(value: number, digits: string, { before, after }: Near): string {
  if (value === 1) {
    const noun = wordAfter(after);
    if (noun === "" || /^(?:und|oder|ist|war|bis|von|plus|minus|mal)$/.test(noun)) return "eins";
    if (noun === "Uhr") return "ein";
    const gender = genderOf(noun);
    // "Nach 1 Jahr", "vor 1 Woche", "für 1 Monat".
    if (/(?:^|[^\p{L}])(?:binnen|nach|seit|mit|von|aus|bei|zu|vor|in|innerhalb von)[ \u00a0]$/iu.test(before))
      return gender === "f" ? "einer" : "einem";
    if (gender === "m" && /(?:^|[^\p{L}])(?:für|ohne|gegen|um|durch)[ \u00a0]$/iu.test(before)) return "einen";
    return gender === "f" ? "eine" : "ein";
  }
  return /^\d{4}$/.test(digits) ? year(value) : cardinal(value, "alone");
}

const figures = figureReader({
  cardinal,
  decimal: (whole, fraction) =>
    `${cardinal(whole, "alone")} Komma ${[...fraction].map((digit) => DIGITS[Number(digit)]!).join(" ")}`,
  number: (value, fraction) => (value === 1 && !fraction ? 0 : 1),
  plain,
  digit: DIGITS,
  thousands: ".\\u00a0\\u202f '\u2019",
  decimalMark: ",",
  to: " bis ",
  own,
  currencies: new Map([
    ["€", euro],
    ["EUR", euro],
    ["Euro", euro],
    ["$", dollar],
    ["US-$", dollar],
    ["USD", dollar],
    ["Dollar", dollar],
    ["£", pound],
    ["CHF", franc],
    ["Franken", franc],
    ["¥", { ...counted("Yen"), cents: counted("Sen") }],
    ["Mark", { ...counted("Mark", "f"), cents: counted("Pfennig") }],
    ["DM", { ...counted("Mark", "f"), cents: counted("Pfennig") }],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: { words: ["Prozent"], form: "m" },
  scales: new Map([
    ["Tsd.", counted("tausend")],
    ["Mio.", { words: ["Million", "Millionen"], form: "f" }],
    ["Mrd.", { words: ["Milliarde", "Milliarden"], form: "f" }],
    ["Millionen", { words: ["Million", "Millionen"], form: "f" }],
    ["Milliarden", { words: ["Milliarde", "Milliarden"], form: "f" }],
  ]),
  cents: (whole, cents, currency) =>
    `${cardinal(Number(whole), currency.form)} ${currency.words[0]} ${cardinal(cents, "alone")}`,
  scaleJoint: (currency) => ` ${currency}`,
  phone: /(?:Tel\.|Telefon|Telefonnummer|Fax|Ruf|Nummer(?: ist)?|Handy|Mobil)[:]?[ \u00a0]{1,2}$/u,
  per: "pro",
  begins: (word) => BEGINS.test(word),
  version: "Punkt",
  fractions: {
    "½": ["ein halb", "einhalb"],
    "¼": ["ein Viertel", "einviertel"],
    "¾": ["drei Viertel", "dreiviertel"],
    "⅓": ["ein Drittel", "eindrittel"],
    "⅔": ["zwei Drittel", "zweidrittel"],
    "⅛": ["ein Achtel", "einachtel"],
    "⅜": ["drei Achtel", "dreiachtel"],
    "⅝": ["fünf Achtel", "fünfachtel"],
    "⅞": ["sieben Achtel", "siebenachtel"],
  },
  ratio: (above, below) => {
    if (below < 2 || above < 1 || above >= below) return `${cardinal(above, "alone")} ${cardinal(below, "alone")}`;
    if (below === 2) return "ein halb";
    const part = ordinal(below, "el");
    return `${cardinal(above, "m")} ${part[0]!.toUpperCase()}${part.slice(1)}`;
  },
});

const WEEKDAYS: Readonly<Record<string, string>> = {
  Mo: "Montag",
  Di: "Dienstag",
  Mi: "Mittwoch",
  Do: "Donnerstag",
  Fr: "Freitag",
  Sa: "Samstag",
  So: "Sonntag",
};

export const GERMAN = languageOf(figures, {
  abbreviations: {
    always: {
      "z.B.": "zum Beispiel",
      "d.h.": "das heißt",
      "u.a.": "unter anderem",
      "u.U.": "unter Umständen",
      "z.T.": "zum Teil",
      "i.d.R.": "in der Regel",
      "o.ä.": "oder ähnliches",
      "v.a.": "vor allem",
      "z.Z.": "zurzeit",
      "z.Zt.": "zurzeit",
      "m.E.": "meines Erachtens",
      "v.Chr.": "vor Christus",
      "n.Chr.": "nach Christus",
      "bzw.": "beziehungsweise",
      "ca.": "circa",
      "evtl.": "eventuell",
      "ggf.": "gegebenenfalls",
      "sog.": "sogenannte",
      "vgl.": "vergleiche",
      "inkl.": "inklusive",
      "exkl.": "exklusive",
      "Dr.": "Doktor",
      "Prof.": "Professor",
      "Dipl.": "Diplom",
      "Hr.": "Herr",
      "Hrn.": "Herrn",
      "Frl.": "Fräulein",
      "Hptm.": "Hauptmann",
    },
    number: {
      "Nr.": "Nummer",
      "Nrn.": "Nummern",
      "S.": "Seite",
      "Bd.": "Band",
      "Bde.": "Bände",
      "Kap.": "Kapitel",
      "Abb.": "Abbildung",
      "Art.": "Artikel",
      "Abs.": "Absatz",
      "Tel.": "Telefon",
      "Aufl.": "Auflage",
      "Jh.": "Jahrhundert",
    },
    name: {
      "Fr.": "Frau",
      "St.": "Sankt",
      "Hl.": "Heilige",
      "Gen.": "General",
      "Lt.": "Leutnant",
      "Ing.": "Ingenieur",
    },
    end: {
      "usw.": "und so weiter",
      "usf.": "und so fort",
      "etc.": "et cetera",
      "u.s.w.": "und so weiter",
      "Jh.": "Jahrhundert",
      "Jhd.": "Jahrhundert",
      "jr.": "junior",
      "sen.": "senior",
      "Str.": "Straße",
      "geb.": "geboren",
      "gest.": "gestorben",
    },
  },
  symbols: {
    "&": "und",
    "%": "Prozent",
    "+": "plus",
    "=": "gleich",
    "@": "ät",
    "°": "Grad",
    "§": "Paragraf",
    "×": "mal",
    "÷": "geteilt durch",
    "±": "plus minus",
    "#": "Nummer",
  },
  times: "mal",
  minus: "minus",
  roman,
  cardinal: (value) => cardinal(value, "alone"),
  shouted: new Set(
    "ja nie ich du er wir ihr sie es was wer wie wo das der die den dem ist bin hat tod gut los raus rein weg auf aus ab an in im um zu so da und nur nun hör sag geh halt still".split(
      " ",
    ),
  ),
  numbered: NUMBERED,
  own: [
    { pattern: /(\p{L}{2,20}[a-zäöüß])str\.(?=[ \u00a0]\d)/uy, say: ([, name = ""]) => `${name}straße` },
    { pattern: /Str\.(?=[ \u00a0]\d)/uy, say: "Straße" },
    {
      pattern: /(Mo|Di|Mi|Do|Fr|Sa|So)\.(?=,?[ \u00a0](?:den[ \u00a0])?\d{1,2}\.)/uy,
      say: ([, day = ""]) => WEEKDAYS[day]!,
    },
  ],
});
