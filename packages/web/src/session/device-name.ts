// The name of this browser, as people recognise it in the list of sessions: "Chrome on Android".

const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Macintosh/, "macOS"],
  [/Linux/, "Linux"],
];

const firstOf = (table: typeof BROWSERS, userAgent: string) => table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Null where the browser states neither. */
export function deviceName(userAgent: string): string | null {
  const names = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(" on ");
}
