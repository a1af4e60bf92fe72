// Japanese. Figures with counters are left to the voice, which knows "3人" and "20日"; what voices get wrong is written out.

import { type CjkRule, cjkLanguage } from "../cjk-rules.ts";
import { sticky } from "../figure-rules.ts";

const NUMBER = "(\\d{1,3}(?:,\\d{3}){1,4}(?!\\d)|\\d{1,15})(?!\\d)(?:\\.(\\d{1,12})(?![\\d.]\\d))?";
const plain = (whole: string, fraction: string | undefined) =>
  `${whole.replaceAll(",", "")}${fraction === undefined ? "" : `.${fraction}`}`;
const spelled = (text: string) => [...text.replaceAll(/\D/g, "")].join(" ");
const UNITS: Readonly<Record<string, string>> = {
  "km²": "平方キロメートル",
  "m²": "平方メートル",
  "m³": "立方メートル",
  km: "キロメートル",
  cm: "センチメートル",
  mm: "ミリメートル",
  kg: "キログラム",
  mg: "ミリグラム",
  ml: "ミリリットル",
  mL: "ミリリットル",
  kW: "キロワット",
  ha: "ヘクタール",
  dl: "デシリットル",
  dL: "デシリットル",
  Hz: "ヘルツ",
  GB: "ギガバイト",
  MB: "メガバイト",
  "℃": "度",
  "°C": "度",
  "°": "度",
  L: "リットル",
  l: "リットル",
  g: "グラム",
  t: "トン",
  m: "メートル",
};
const UNIT = Object.keys(UNITS).join("|");
const CURRENCIES: Readonly<Record<string, string>> = { "¥": "円", "￥": "円", $: "ドル", "€": "ユーロ", "£": "ポンド" };

const date = (year: string, month: string, day: string) =>
  Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31
    ? null
    : `${year}年${Number(month)}月${Number(day)}日`;

const rules: readonly CjkRule[] = [
  {
    pattern: sticky("(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?![\\d.])"),
    say: ([, year, month, day]) => date(year!, month!, day!),
  },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes]) => {
      if (Number(hours) > 24 || Number(minutes) > 59) return null;
      return Number(minutes) === 0 ? `${Number(hours)}時` : `${Number(hours)}時${Number(minutes)}分`;
    },
    range: true,
  },
  { pattern: sticky("(\\d{1,3}):(\\d{1,3})(?![\\d:])"), say: ([, one, other]) => `${one}対${other}` },
  { pattern: sticky("0\\d{1,4}(?:-\\d{1,4}){1,3}(?![\\d-])"), say: ([all = ""]) => spelled(all) },
  { pattern: sticky("\\d{1,4}(?:\\.\\d{1,4}){2,6}(?!\\d)"), say: ([all = ""]) => all.replaceAll(".", "点") },
  { pattern: sticky("0\\d{1,14}(?![\\d.,:])"), say: ([all = ""]) => spelled(all) },
  { pattern: sticky("(\\d{1,4})/(\\d{1,4})(?![\\d/])"), say: ([, above, below]) => `${below}分の${above}` },
  // An address: "2-3-4" has no range.
  { pattern: sticky("\\d{1,3}(?:-\\d{1,3}){2,3}(?![\\d-])"), say: ([all = ""]) => all.replaceAll("-", "の") },
  {
    pattern: sticky(`${NUMBER} ?km/h(?![A-Za-z])`),
    say: ([, whole, fraction], { before }) =>
      `${before.endsWith("時速") ? "" : "時速"}${plain(whole!, fraction)}キロメートル`,
  },
  {
    pattern: sticky(`${NUMBER} ?[%％]`),
    say: ([, whole, fraction]) => `${plain(whole!, fraction)}パーセント`,
    range: true,
  },
  {
    pattern: sticky(`${NUMBER} ?(${UNIT})(?![A-Za-z])`),
    say: ([, whole, fraction, unit]) => `${plain(whole!, fraction)}${UNITS[unit!]!}`,
  },
  { pattern: sticky(NUMBER), say: ([, whole, fraction]) => plain(whole!, fraction), range: true },
];

/** Words before a figure: "p.45" is page 45. */
const SHORT: readonly CjkRule[] = [
  { pattern: sticky("(?:pp?|P)\\.[ ]?(\\d{1,4})(?!\\d)"), say: ([, digits]) => `${digits}ページ` },
  { pattern: sticky("(?:No|NO|no)\\.[ ]?(?=\\d)"), say: () => "ナンバー" },
  { pattern: sticky("[\u2160-\u216b](?![A-Za-z])"), say: ([numeral = ""]) => String(numeral.charCodeAt(0) - 0x215f) },
  { pattern: sticky("\u3012[ ]?(\\d{3}-\\d{4})(?!\\d)"), say: ([, code = ""]) => spelled(code) },
];

export const JAPANESE = cjkLanguage({
  short: SHORT,
  rules,
  range: "から",
  money: {
    pattern: sticky(`([¥￥$€£]) ?${NUMBER}(?: ?([万億兆]))?`),
    say: ([, sign, whole, fraction, scale = ""]) => `${plain(whole!, fraction)}${scale}${CURRENCIES[sign!]!}`,
  },
  fractions: {
    "½": "2分の1",
    "¼": "4分の1",
    "¾": "4分の3",
    "⅓": "3分の1",
    "⅔": "3分の2",
    "⅛": "8分の1",
    "⅜": "8分の3",
    "⅝": "8分の5",
    "⅞": "8分の7",
  },
  symbols: {
    "&": "アンド",
    "%": "パーセント",
    "+": "プラス",
    "=": "イコール",
    "@": "アットマーク",
    "°": "度",
    "§": "セクション",
    "×": "かける",
    "÷": "わる",
    "±": "プラスマイナス",
    "#": "ナンバー",
  },
  minus: () => "マイナス",
  digits: [..."0123456789"],
});
