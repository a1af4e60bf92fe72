// Russian.

import {
  anyOf,
  type Counted,
  type Currency,
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

const isOne = (value: number) => value % 10 === 1 && value % 100 !== 11;
const isFew = (value: number) => value % 10 >= 2 && value % 10 <= 4 && (value % 100 < 12 || value % 100 > 14);
const read = numberReader(NUMBER_RULES, (value) => (isOne(value) ? "one" : isFew(value) ? "few" : "other"));

/** "тысяча" stands without "одна" in speech. */
const spoken = (words: string) => words.replace(/^одна (?=тысяча)/, "");
function cardinal(value: number, form: string): string {
  return spoken(
    read(form === "f" ? "cardinal-feminine" : form === "n" ? "cardinal-neuter" : "cardinal-masculine", value),
  );
}

type OrdinalForm =
  | "masculine"
  | "feminine"
  | "neuter"
  | "plural"
  | "masculine-genitive"
  | "feminine-genitive"
  | "masculine-dative"
  | "masculine-prepositional"
  | "feminine-prepositional"
  | "plural-prepositional"
  | "plural-genitive"
  | "feminine-accusative";
const HUNDREDS = ["", "", "двух", "трёх", "четырёх", "пяти", "шести", "семи", "восьми", "девяти"];

function ordinal(value: number, form: OrdinalForm): string {
  // CLDR 48 has no ordinals of whole hundreds above 100: "девятисотый".
  const hundreds = Math.floor((value % 1000) / 100);
  if (value % 100 === 0 && hundreds > 1) {
    const front = value >= 1000 ? `${cardinal(value - (value % 1000), "m")} ` : "";
    return `${front}${HUNDREDS[hundreds]!}${read(`ordinal-${form}`, 100)}`;
  }
  return spoken(read(`ordinal-${form}`, value));
}

const DIGITS = ["ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять"];
const MONTHS = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");
const day = (given: string | undefined) =>
  ordinal(Number(given), "neuter")
    .replace(/ое$/, "ого")
    .replace(/ее$/, "его")
    .replace(/третье$/, "третьего");

const YEAR_FORMS: Readonly<Record<string, OrdinalForm>> = {
  год: "masculine",
  года: "masculine-genitive",
  году: "masculine-prepositional",
  годом: "masculine",
};

function clock(hours: number, minutes: number): string {
  if (minutes === 0) return `${cardinal(hours, "m")} ${isOne(hours) ? "час" : isFew(hours) ? "часа" : "часов"}`;
  return `${cardinal(hours, "m")} ${minutes < 10 ? "ноль " : ""}${cardinal(minutes, "f")}`;
}

/** Before these a number is in the genitive: "из 100", "около 21 часа". */
const GENITIVE =
  /(?:^|[^\p{L}])(?:из|около|до|от|без|для|после|более|менее|больше|меньше|свыше|с|со|у|кроме)[ \u00a0]$/iu;
const isGenitiveNoun = (noun: string) => /(?:ов|ев|ей|ь?я|а|ы|и|у|к|ц|н|т|р|д|з|л|м|с)$/u.test(noun);

const own: readonly FigureRule[] = [
  {
    // "С 1825 по 1855 г."
    pattern: sticky(`(\\d{4}) по (\\d{4})(?:${GAP}(?:год|гг?\\.))?(?!\\p{L})`),
    say: ([, from, until], { before }) =>
      /(?:^|[^\p{L}])[сС][ \u00a0]$/u.test(before)
        ? `${ordinal(Number(from), "masculine-genitive")} по ${ordinal(Number(until), "masculine")} год`
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
    pattern: sticky(`(\\d{1,2})(?=${GAP}(?:${anyOf(MONTHS)})(?!\\p{L}))`),
    say: ([, given]) => day(given),
  },
  {
    pattern: sticky(`(\\d{1,4})${GAP}(год|года|году|г\\.)(?!\\p{L})`),
    say: ([, digits, noun = ""], { before }) => {
      const value = Number(digits);
      // "21 год" is an age; a year has four digits, or stands after "в" before our era.
      const isPrepositional = /(?:^|[^\p{L}])(?:в|о|об)[ \u00a0]$/iu.test(before);
      if (value < 1000 && noun !== "г.") return null;
      const full = noun !== "г." ? noun : isPrepositional ? "году" : "года";
      const isDative = full === "году" && /(?:^|[^\p{L}])(?:к|ко|по)[ \u00a0]$/iu.test(before);
      return `${ordinal(value, isDative ? "masculine-dative" : YEAR_FORMS[full]!)} ${full}`;
    },
  },
  {
    pattern: sticky(`(\\d{4})(?:–|-|—)(\\d{4})${GAP}(годов|гг\\.)`),
    say: ([, from, until]) =>
      `${ordinal(Number(from), "masculine-genitive")} — ${ordinal(Number(until), "masculine-genitive")} годов`,
  },
  {
    pattern: sticky("(\\d{1,4})-(й|я|е|го|му|м|ю|х|ые)(?!\\p{L})"),
    say: ([, digits, ending = ""], { after }) => {
      const forms: Readonly<Record<string, OrdinalForm>> = {
        й: "masculine",
        я: "feminine",
        е: Number(digits) % 10 === 0 && digits!.length > 1 ? "plural" : "neuter",
        го: "masculine-genitive",
        му: "masculine-dative",
        м: "masculine-prepositional",
        ю: "feminine-accusative",
        х: "plural-prepositional",
        ые: "plural",
      };
      // "На 89-й минуте", "до 5-й главы".
      const noun = wordAfter(after);
      const isFeminine = ending === "й" && /[еыи]$/u.test(noun);
      return ordinal(Number(digits), isFeminine ? "feminine-prepositional" : forms[ending]!);
    },
  },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes]) => (isTime(hours, minutes) ? clock(Number(hours), Number(minutes)) : null),
  },
  {
    pattern: sticky("(\\d{1,3}):(\\d{1,3})(?![\\d:])"),
    say: ([, one, other]) => `${cardinal(Number(one), "m")} ${cardinal(Number(other), "m")}`,
  },
  {
    pattern: sticky("(\\d{1,4})([а-е])(?![\\p{L}\\d])"),
    say: ([, digits, letter]) => `${cardinal(Number(digits), "m")} ${letter}`,
  },
];

const PLACES = ["", "десят", "сот", "тысячн", "десятитысячн", "стотысячн", "миллионн"];

function decimal(whole: number, fraction: string): string {
  const place = PLACES[fraction.length];
  if (place === undefined)
    return `${cardinal(whole, "m")} запятая ${[...fraction].map((digit) => DIGITS[Number(digit)]!).join(" ")}`;
  const parts = Number(fraction);
  return `${cardinal(whole, "f")} ${isOne(whole) ? "целая" : "целых"} ${cardinal(parts, "f")} ${place}${isOne(parts) ? "ая" : "ых"}`;
}

/** One, few, many; a decimal number has the form of few. */
const counted = (one: string, few: string, many: string, form = "m"): Counted => ({
  words: [one, few, many, few],
  form,
});
const ruble: Currency = { ...counted("рубль", "рубля", "рублей"), cents: counted("копейка", "копейки", "копеек", "f") };
const cent = counted("цент", "цента", "центов");
const euro: Currency = { ...counted("евро", "евро", "евро"), cents: cent };
const dollar: Currency = { ...counted("доллар", "доллара", "долларов"), cents: cent };
const pound: Currency = { ...counted("фунт", "фунта", "фунтов"), cents: counted("пенс", "пенса", "пенсов") };
const metre = (prefix: string, behind = ""): Counted =>
  counted(`${prefix}метр${behind}`, `${prefix}метра${behind}`, `${prefix}метров${behind}`);
const squared = (prefix: string): Counted =>
  counted(`квадратный ${prefix}метр`, `квадратных ${prefix}метра`, `квадратных ${prefix}метров`);
const gram = (prefix: string): Counted => counted(`${prefix}грамм`, `${prefix}грамма`, `${prefix}граммов`);
const minute = counted("минута", "минуты", "минут", "f");

const UNITS: Readonly<Record<string, Counted>> = {
  мм: metre("милли"),
  см: metre("санти"),
  м: metre(""),
  км: metre("кило"),
  "км/ч": metre("кило", " в час"),
  "м/с": metre("", " в секунду"),
  "м²": squared(""),
  "км²": squared("кило"),
  га: counted("гектар", "гектара", "гектаров"),
  мг: gram("милли"),
  г: gram(""),
  кг: gram("кило"),
  т: counted("тонна", "тонны", "тонн", "f"),
  мл: counted("миллилитр", "миллилитра", "миллилитров"),
  л: counted("литр", "литра", "литров"),
  "°C": counted("градус Цельсия", "градуса Цельсия", "градусов Цельсия"),
  "°С": counted("градус Цельсия", "градуса Цельсия", "градусов Цельсия"),
  "°": counted("градус", "градуса", "градусов"),
  мин: minute,
  "мин.": minute,
  "ч.": counted("час", "часа", "часов"),
  "коп.": counted("копейка", "копейки", "копеек", "f"),
  "сек.": counted("секунда", "секунды", "секунд", "f"),
};

/** Kings and queens by the stem of their name; the ending states the case. */
const KINGS =
  /^(?:П[её]тр|Александр|Николай|Никола|Павел|Павл|Иван|Людовик|Карл|Филипп|Генрих|Фридрих|Вильгельм|Георг|Эдуард|Ричард|Яков|Иоанн|Пий|Лев|Григори|Бенедикт|Иннокенти|Климент|Урбан|Бонифаци|Наполеон|Франц|Фердинанд|Иосиф|Максимилиан|Рудольф|Оттон|Леопольд|Альберт|Густав|Оскар|Рамзес|Птолеме|Дари|Ксеркс|Юли|Сикст|Алексе|Василий|Васили|Фёдор|Федор|Михаил|Константин|Юстиниан|Сигизмунд|Стефан|Казимир)(й|а|я|у|ю|ом|ем|е|и)?$/;
const QUEENS = /^(?:Екатерин|Елизавет|Анн|Мари|Изабелл|Клеопатр|Кристин|Маргарит)(а|я|ы|и|е|у|ю|ой|ей)$/;
const capital = (words: string) =>
  words.replaceAll(/(^| )(\p{L})/gu, (_, space: string, letter: string) => `${space}${letter.toUpperCase()}`);
const CENTURY: Readonly<Record<string, OrdinalForm>> = {
  век: "masculine",
  века: "masculine-genitive",
  веке: "masculine-prepositional",
  веку: "masculine-dative",
  веков: "masculine-genitive",
  веках: "masculine-prepositional",
};
const NUMBERED = new Map<string, OrdinalForm>([
  ["глава", "feminine"],
  ["часть", "feminine"],
  ["книга", "feminine"],
  ["сцена", "feminine"],
  ["песнь", "feminine"],
  ["статья", "feminine"],
  ["том", "masculine"],
  ["акт", "masculine"],
  ["раздел", "masculine"],
  ["выпуск", "masculine"],
  ["действие", "neuter"],
  ["явление", "neuter"],
  ["письмо", "neuter"],
]);

function roman({ value, numeral, before, beforeText, after }: Numeral): string | null {
  const noun = wordAfter(after);
  // "В XVIII в."
  if (noun === "в" && /^[ \u00a0]в\./.test(after))
    return ordinal(value, before.toLowerCase() === "в" ? "masculine-prepositional" : "masculine-genitive");
  if (CENTURY[noun] !== undefined) return ordinal(value, CENTURY[noun]);
  const numbered = NUMBERED.get(before.toLowerCase());
  if (numbered !== undefined) return ordinal(value, numbered);
  if (numeral.length === 1 && !"IVX".includes(numeral)) return null;
  const king = KINGS.exec(before);
  if (king !== null) {
    const ending = king[1] ?? "";
    const isGiven = /(?:^|[^\p{L}])(?:к|по)[ \u00a0]\p{L}+[ \u00a0]$/iu.test(beforeText);
    const form: OrdinalForm =
      ending === "" || ending === "й"
        ? "masculine"
        : /[ую]/.test(ending)
          ? "masculine-dative"
          : ending === "е" || ending === "и"
            ? isGiven
              ? "masculine-dative"
              : "masculine-prepositional"
            : "masculine-genitive";
    return capital(ordinal(value, form));
  }
  const queen = QUEENS.exec(before);
  if (queen === null) return null;
  return capital(
    ordinal(
      value,
      /[ая]/.test(queen[1]!) ? "feminine" : /[ую]/.test(queen[1]!) ? "feminine-accusative" : "feminine-genitive",
    ),
  );
}

function plain(value: number, digits: string, { before, after }: Near): string {
  const noun = wordAfter(after);
  if (value > 0 && digits.length < 4 && GENITIVE.test(before) && (noun === "" || isGenitiveNoun(noun))) {
    const isFeminine = isOne(value) && /[ыи]$/u.test(noun);
    return spoken(read(isFeminine ? "cardinal-feminine-genitive" : "cardinal-masculine-genitive", value));
  }
  if (isOne(value)) {
    if (/[ую]$/.test(noun)) return cardinal(value, "f").replace(/одна$/, "одну");
    return cardinal(value, /[ая]$/.test(noun) ? "f" : /[ое]$/.test(noun) ? "n" : "m");
  }
  return cardinal(value, isFew(value) && value % 10 === 2 && /[ыи]$/.test(noun) ? "f" : "m");
}

const figures = figureReader({
  cardinal,
  decimal,
  number: (value, fraction) => (fraction ? 3 : isOne(value) ? 0 : isFew(value) ? 1 : 2),
  plain,
  digit: DIGITS,
  thousands: " \\u00a0\\u202f",
  decimalMark: ",",
  to: " — ",
  own,
  currencies: new Map([
    ["₽", ruble],
    ["руб.", ruble],
    ["руб", ruble],
    ["р.", ruble],
    ["€", euro],
    ["$", dollar],
    ["£", pound],
  ]),
  units: new Map(Object.entries(UNITS)),
  percent: counted("процент", "процента", "процентов"),
  scales: new Map([
    ["тыс.", counted("тысяча", "тысячи", "тысяч", "f")],
    ["млн", counted("миллион", "миллиона", "миллионов")],
    ["млрд", counted("миллиард", "миллиарда", "миллиардов")],
  ]),
  cents: (whole, cents, currency) => {
    const value = Number(whole);
    const index = (count: number) => (isOne(count) ? 0 : isFew(count) ? 1 : 2);
    return `${cardinal(value, currency.form)} ${currency.words[index(value)]!} ${cardinal(cents, currency.cents.form)} ${currency.cents.words[index(cents)]!}`;
  },
  scaleJoint: (_currency, currency) => ` ${currency.words[2]!}`,
  phone: /(?:[Тт]ел\.|[Тт]елефон|[Нн]омер|[Зз]вони(?:те|ть)?(?: по)?)[ \u00a0]?:?[ \u00a0]$/u,
  per: "на",
  version: "точка",
  fractions: {
    "½": ["половина", " с половиной"],
    "¼": ["четверть", " с четвертью"],
    "¾": ["три четверти", " и три четверти"],
    "⅓": ["одна треть", " и одна треть"],
    "⅔": ["две трети", " и две трети"],
    "⅛": ["одна восьмая", " и одна восьмая"],
    "⅜": ["три восьмых", " и три восьмых"],
    "⅝": ["пять восьмых", " и пять восьмых"],
    "⅞": ["семь восьмых", " и семь восьмых"],
  },
  ratio: (above, below) => {
    if (below < 2 || above < 1 || above >= below) return `${cardinal(above, "m")} ${cardinal(below, "m")}`;
    if (below === 2) return "половину";
    if (below === 3) return above === 1 ? "треть" : "две трети";
    if (below === 4) return above === 1 ? "четверть" : "три четверти";
    return `${cardinal(above, "f")} ${ordinal(below, above === 1 ? "feminine" : "plural-genitive")}`;
  },
});

export const RUSSIAN = languageOf(figures, {
  abbreviations: {
    always: {
      "т.е.": "то есть",
      "т.к.": "так как",
      "т.н.": "так называемый",
      "см.": "смотри",
      "ср.": "сравни",
      "дон.э.": "до нашей эры",
      "н.э.": "нашей эры",
      "проф.": "профессор",
      "акад.": "академик",
      "ул.": "улице",
      "пл.": "площади",
      "напр.": "например",
    },
    number: {
      "с.": "страница",
      "стр.": "страница",
      "гл.": "глава",
      "рис.": "рисунок",
      "тел.": "телефон",
      "ст.": "статья",
      "д.": "дом",
      "кв.": "квартира",
    },
    name: { "г.": "город", "св.": "святой", "ген.": "генерал", "им.": "имени" },
    end: { "т.д.": "так далее", "т.п.": "тому подобное", "др.": "другие", "пр.": "прочее" },
  },
  symbols: {
    "&": "и",
    "%": "процентов",
    "+": "плюс",
    "=": "равно",
    "@": "собака",
    "°": "градусов",
    "§": "параграф",
    "×": "на",
    "÷": "разделить на",
    "±": "плюс-минус",
    "#": "номер",
  },
  times: "на",
  minus: "минус",
  roman,
  cardinal: (value) => cardinal(value, "m"),
  shouted: new Set(
    "да нет не я ты он она мы вы они что кто как где всё все там тут мой твой стой иди бог дом это вон был".split(" "),
  ),
  numbered: new Set(NUMBERED.keys()),
  own: [
    { pattern: /(?<=(?:^|[^\p{L}])[вВ][ \u00a0][IVXLC]{1,7}[ \u00a0])в\./uy, say: "веке" },
    { pattern: /(?<=[^\p{L}][IVXLC]{1,7}[ \u00a0])в\./uy, say: "века" },
    { pattern: /(?<=(?:^|[^\p{L}])[вВ][ \u00a0])г\.(?=[ \u00a0]\p{Lu})/uy, say: "городе" },
    { pattern: /(?<=(?:^|[^\p{L}])(?:[иИ]з|[дД]о|[оО]т|[оО]коло)[ \u00a0])г\.(?=[ \u00a0]\p{Lu})/uy, say: "города" },
    { pattern: /(?<!\p{L})до н\. ?э\./uy, say: "до нашей эры" },
    { pattern: /г-н(?!\p{L})/uy, say: "господин" },
    { pattern: /г-жа(?!\p{L})/uy, say: "госпожа" },
    { pattern: /Г-н(?!\p{L})/uy, say: "Господин" },
    { pattern: /Г-жа(?!\p{L})/uy, say: "Госпожа" },
    { pattern: /х(?= ?\d)/uy, say: "на" },
    { pattern: /№ ?(?=\d)/uy, say: "номер " },
  ],
});
