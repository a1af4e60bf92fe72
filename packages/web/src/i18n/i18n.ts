// The texts of the studio in the language of the browser. English is complete by definition; German has the same type, so
// a missing text does not compile.

import { en, type Texts } from "./en.ts";

export type { Texts };
export type Language = "en" | "de";

/** The texts of the chosen language. Read it while rendering, not at import. */
export let t: Texts = en;
export let language: Language = "en";
/** The language with the region that the browser prefers: "en-GB". Dates and numbers follow it. */
let locale: string = language;

/** Call once before the first rendering. Loads another language only when the browser prefers it. */
export async function chooseLanguage(preferred: readonly string[]): Promise<void> {
  language = firstKnown(preferred);
  locale = preferred.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
  if (language === "de") t = (await import("./de.ts")).de;
  document.documentElement.lang = language;
}

function firstKnown(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [base] = tag.toLowerCase().split("-");
    if (base === "de" || base === "en") return base;
  }
  return "en";
}

/** A format costs more than everything that it ever writes: there is one of each kind. The language is chosen once. */
const formats = new Map<string, Intl.NumberFormat>();
function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const held = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, held);
  return held;
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(options).format(value);
}

/** "45%", from a share between 0 and 1. */
export function formatPercent(share: number): string {
  return numberFormat({ style: "percent" }).format(share);
}

/** "12 Nov 2026, 14:05", in the language of the studio. */
export function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** "12 Nov 2026". */
export function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(iso));
}

/** "+500", "−12". */
export function formatSigned(value: number): string {
  return numberFormat({ signDisplay: "exceptZero" }).format(value);
}

/** "48.2 MB", in powers of ten as disks are sold. */
export function formatBytes(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return numberFormat({
    style: "unit",
    unit: units[power],
    unitDisplay: "short",
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

/** "today", "yesterday", "3 days ago". Times of the future count as now, because a client's clock can be wrong. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (seconds < 60) return format.format(0, "second");
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86_400) return format.format(-Math.round(seconds / 3600), "hour");
  if (seconds < 30 * 86_400) return format.format(-Math.round(seconds / 86_400), "day");
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(iso));
}

/** "45 s", "6 min", "1 h 12 min". */
export function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
