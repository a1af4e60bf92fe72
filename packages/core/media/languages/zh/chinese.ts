// Chinese. Numbers are written as Chinese characters, without spaces.

import { type CjkRule, cjkLanguage } from "../cjk-rules.ts";
import { sticky } from "../figure-rules.ts";
import { numberReader } from "../rbnf.ts";
import { NUMBER_RULES } from "./number-rules.ts";

const read = numberReader(NUMBER_RULES);
const DIGITS = "零一二三四五六七八九";
const plainDigits = (text: string) => text.replaceAll(/\D/g, "");
const each = (text: string) => [...plainDigits(text)].map((digit) => DIGITS[Number(digit)]!).join("");
/** "两百": two of something; a 2 alone is "二". */
const cardinal = (digits: string) => {
  const plain = plainDigits(digits);
  if (plain === "2") return "二";
  return plain.length > 15 || (plain.length > 1 && plain.startsWith("0"))
    ? each(plain)
    : read("cardinal-alternate2", Number(plain));
};
const decimal = (whole: string, fraction: string | undefined) =>
  fraction === undefined ? cardinal(whole) : `${cardinal(whole)}点${each(fraction)}`;
/** Before a measure word. */
const some = (whole: string, fraction: string | undefined) =>
  fraction === undefined && plainDigits(whole) === "2" ? "两" : decimal(whole, fraction);

const NUMBER = "(\\d{1,3}(?:,\\d{3}){1,4}(?!\\d)|\\d{1,15})(?!\\d)(?:\\.(\\d{1,12})(?![\\d.]\\d))?";
const CURRENCIES: Readonly<Record<string, string>> = { "¥": "元", "￥": "元", $: "美元", "€": "欧元", "£": "英镑" };
const UNITS: Readonly<Record<string, string>> = {
  "km/h": "公里每小时",
  "km²": "平方公里",
  "m²": "平方米",
  "m³": "立方米",
  km: "公里",
  cm: "厘米",
  mm: "毫米",
  kg: "公斤",
  mg: "毫克",
  ml: "毫升",
  mL: "毫升",
  "℃": "摄氏度",
  "°C": "摄氏度",
  "°F": "华氏度",
  "°": "度",
  L: "升",
  l: "升",
  g: "克",
  t: "吨",
  m: "米",
};
const UNIT = Object.keys(UNITS)
  .map((unit) => unit.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
  .join("|");
const MEASURES =
  "个位名人只本张条件间家次天年岁周小时分秒块元角斤公升米里吨克瓶杯碗盒包双对群些点种句页封棵朵头匹座栋辆艘架把支颗粒片滴层步声回场部首篇幅万亿千百倍两匙口分";

const isClock = (hours: string | undefined, minutes: string | undefined) => Number(hours) <= 24 && Number(minutes) < 60;
const clock = (hours: string, minutes: string) => {
  const hour = hours === "2" ? "两点" : `${cardinal(String(Number(hours)))}点`;
  return Number(minutes) === 0
    ? hour
    : `${hour}${Number(minutes) < 10 ? "零" : ""}${cardinal(String(Number(minutes)))}分`;
};
const date = (year: string, month: string, day: string) =>
  Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31
    ? null
    : `${each(year)}年${cardinal(String(Number(month)))}月${cardinal(String(Number(day)))}日`;

const rules: readonly CjkRule[] = [
  {
    pattern: sticky("(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?![\\d.])"),
    say: ([, year, month, day]) => date(year!, month!, day!),
  },
  {
    pattern: sticky("(\\d{2,4})(?=年(?!代|级|生))"),
    say: ([all = ""], { after }) => (all.length === 2 && !/^年\d/.test(after) ? null : each(all)),
  },
  { pattern: sticky("(\\d{4})[-–—~～至](?=\\d{4}年)"), say: ([, year]) => `${each(year!)}到` },
  { pattern: sticky("(\\d{2})(?=后(?!天|面|来的))"), say: ([all = ""]) => each(all) },
  {
    pattern: sticky("(\\d{1,2}):(\\d{2})(?![\\d:])"),
    say: ([, hours, minutes]) => (isClock(hours, minutes) ? clock(hours!, minutes!) : null),
    range: true,
  },
  {
    pattern: sticky("(\\d{1,3}):(\\d{1,3})(?![\\d:])"),
    say: ([, one, other]) => `${cardinal(one!)}比${cardinal(other!)}`,
  },
  {
    pattern: sticky("\\d{2,15}(?:[- ]\\d{2,15}){0,4}(?!\\d)"),
    say: ([all = ""], { before }) =>
      /(?:电话|号码|手机|热线|拨打)(?:是|为|：|:)?[ ]?$/.test(before) ||
      /^1\d{10}$/.test(all) ||
      /^0\d{2,3}-\d{7,8}$/.test(all)
        ? each(all)
        : null,
  },
  { pattern: sticky("(\\d{3,4})(?=室|号房|房间)"), say: ([all = ""]) => each(all) },
  {
    pattern: sticky("\\d{1,4}(?:\\.\\d{1,4}){2,6}(?!\\d)"),
    say: ([all = ""]) => all.split(".").map(cardinal).join("点"),
  },
  {
    pattern: sticky("(\\d{1,4})/(\\d{1,4})(?![\\d/])"),
    say: ([, above, below]) => `${cardinal(below!)}分之${cardinal(above!)}`,
  },
  {
    pattern: sticky(`${NUMBER} ?[%％]`),
    say: ([, whole, fraction]) => `百分之${decimal(whole!, fraction)}`,
    range: true,
  },
  {
    pattern: sticky(`${NUMBER} ?(${UNIT})(?![A-Za-z])`),
    say: ([, whole, fraction, unit]) => `${some(whole!, fraction)}${UNITS[unit!]!}`,
  },
  {
    pattern: sticky(NUMBER),
    say: ([, whole, fraction], { before, after }) => {
      const named = /第$/.test(before) || /^(?:月|日|号|楼|路|年级|世纪|月份|等|班|室|栋楼)/.test(after);
      // "第二百": a hundred of an order has no "两".
      if (/第$/.test(before)) return decimal(whole!, fraction).replace(/^两(?=百)/, "二");
      return !named && after !== "" && MEASURES.includes(after[0]!)
        ? some(whole!, fraction)
        : decimal(whole!, fraction);
    },
    range: true,
  },
];

export const CHINESE = cjkLanguage({
  short: [],
  rules,
  range: "到",
  money: {
    pattern: sticky(`([¥￥$€£]) ?${NUMBER}(?: ?([万亿]))?`),
    say: ([, sign, whole, fraction, scale = ""]) => `${some(whole!, fraction)}${scale}${CURRENCIES[sign!]!}`,
  },
  fractions: {
    "½": "二分之一",
    "¼": "四分之一",
    "¾": "四分之三",
    "⅓": "三分之一",
    "⅔": "三分之二",
    "⅛": "八分之一",
    "⅜": "八分之三",
    "⅝": "八分之五",
    "⅞": "八分之七",
  },
  symbols: {
    "&": "和",
    "%": "百分之",
    "+": "加",
    "=": "等于",
    "@": "艾特",
    "°": "度",
    "§": "节",
    "×": "乘",
    "÷": "除以",
    "±": "正负",
    "#": "号",
  },
  minus: (after) => (/^\d{1,3}(?:\.\d{1,3})?(?:℃|°C|度)/.test(after) ? "零下" : "负"),
  digits: [...DIGITS],
});
