// The table docs/api-tests.md: which test shows each endpoint and each limit. Rows that hold are kept as they are; a row
// that is missing, or whose test is gone, is filled with a test that names the endpoint or the limit.
//   node tests/docs/api-tests.ts        writes the file and lists rows without a test

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Endpoint, endpointRows, LIMITS } from "@fullcast/contract";

const root = dirname(dirname(import.meta.dirname));
export const TABLE = join(root, "docs", "api-tests.md");

export interface NamedTest {
  /** From the root of the repository. */
  readonly file: string;
  readonly name: string;
  readonly source: string;
}

export interface Row {
  /** What is shown: an endpoint's id or a limit's name. */
  readonly subject: string;
  readonly about: string;
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

const BEGINNING = /\btest\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** Every test of the repository by name, with its source up to the next one and that of the helpers it calls. */
export function allTests(): NamedTest[] {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .filter((path) => !path.includes("node_modules"))
      .map((path) => ({ file: path.replaceAll("\\", "/"), source: readFileSync(join(root, path), "utf8") }))
      .sort((a, b) => (a.file < b.file ? -1 : 1));
  const shared = read("tests/api/*.ts")
    .filter(({ file }) => !file.endsWith(".test.ts"))
    .flatMap(({ source }) => helpersOf(source));
  return ["tests/{api,cli,browser}/**/*.test.ts", "packages/{contract,core,server}/**/*.test.ts"]
    .flatMap(read)
    .flatMap(({ file, source }) => {
      const found = [...source.matchAll(BEGINNING)];
      const helpers = [...helpersOf(source), ...shared];
      return found.map((match, index) => {
        const own = source.slice(match.index, found[index + 1]?.index);
        return { file, name: (match[2] ?? "").replaceAll(/\\(.)/g, "$1"), source: withHelpers(own, helpers) };
      });
    });
}

interface Helper {
  readonly name: string;
  readonly source: string;
}

/** At the top of a file or of a describe; a test ends the preceding header. */
const HELPER = /^(?: {2})?(?:(?:export )?(?:async )?(?:const|function\*?) (\w+)|test\(|describe\()/gm;

/** What a file defines, by name. */
function helpersOf(source: string): Helper[] {
  const found = [...source.matchAll(HELPER)];
  return found.flatMap((match, index) => {
    const [, name] = match;
    return name === undefined ? [] : { name, source: source.slice(match.index, found[index + 1]?.index) };
  });
}

/** Functions that are called, and what these call. Values that a file made beforehand are nothing that a test does. */
function withHelpers(source: string, helpers: readonly Helper[]): string {
  const used = new Set<string>();
  let text = source;
  for (let depth = 0; depth < 2; depth++) {
    for (const { name, source: body } of helpers) {
      // Most helpers are not mentioned: their expression is not made.
      if (used.has(name) || !text.includes(`${name}(`) || !new RegExp(`\\b${name}\\(`).test(text)) continue;
      used.add(name);
      text += body;
    }
  }
  return text;
}

/** Whether a test speaks of an endpoint: by its id, or by its method and path. */
export function shows(one: NamedTest, id: string, row: Endpoint): boolean {
  if (new RegExp(`\\b${id}\\b`).test(one.source)) return true;
  const path = row.path.replaceAll(/\{\w+\}/g, "PARAMETER").replaceAll(/[.?+^$()|[\]\\]/g, "\\$&");
  const inSource = new RegExp(`["\`}]${path.replaceAll("PARAMETER", '[^/"`\\s]+')}["\`?$]`);
  const method =
    row.method === "GET" ? !/method: "(?!GET|HEAD)/.test(one.source) : one.source.includes(`"${row.method}"`);
  return inSource.test(one.source) && method;
}

const rowsWithIds = Object.entries(endpointRows);

const spoken = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([key, one]) => `${key} ${spoken(one)}`)
        .join(", ")
    : Number(value).toLocaleString("en");

/** What the table has to have, without its tests. */
export const subjects: readonly { readonly subject: string; readonly about: string }[] = [
  ...rowsWithIds.map(([id, row]) => ({ subject: id, about: `${row.method} ${row.path}` })),
  ...Object.entries(LIMITS).map(([name, value]) => ({ subject: `LIMITS.${name}`, about: spoken(value) })),
];

const ROW = /^\| `([\w.]+)` \| (.+?) \| (.*) \|$/;
const TEST = /`([^`]+\.test\.ts)`: (.+?)(?=<br>|$)/g;

export function readTable(): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of readFileSync(TABLE, "utf8").split("\n")) {
    const [, subject, about = "", cell = ""] = ROW.exec(line) ?? [];
    if (subject === undefined) continue;
    const tests = [...cell.matchAll(TEST)].map(([, file = "", name = ""]) => ({ file, name: unescaped(name) }));
    rows.set(subject, { subject, about, tests });
  }
  return rows;
}

const escaped = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");
const unescaped = (text: string) => text.replaceAll("\\|", "|").replaceAll("&lt;", "<");

/** Why a row does not hold; null when it does. */
export function faultOf(row: Row | undefined, tests: readonly NamedTest[]): string | null {
  if (row === undefined || row.tests.length === 0) return "no test is named";
  for (const { file, name } of row.tests) {
    const found = tests.find((one) => one.file === file && one.name.replaceAll("\n", " ") === name);
    if (found === undefined) return `there is no test "${name}" in ${file}`;
    const endpoint = rowsWithIds.find(([id]) => id === row.subject)?.[1];
    if (endpoint !== undefined && !shows(found, row.subject, endpoint)) return `"${name}" does not speak of it`;
  }
  return null;
}

const MOST = 3;

function found(subject: string, tests: readonly NamedTest[]): NamedTest[] {
  const endpoint = rowsWithIds.find(([id]) => id === subject)?.[1];
  const showing = tests.filter((one) =>
    endpoint === undefined ? one.source.includes(subject) : shows(one, subject, endpoint),
  );
  // Over HTTP before beside the source.
  const inApi = (one: NamedTest) => Number(one.file.startsWith("tests/api/"));
  return showing.sort((a, b) => inApi(b) - inApi(a)).slice(0, MOST);
}

function written(rows: readonly Row[], isEndpoint: boolean): string {
  const lines = rows
    .filter((row) => row.subject.startsWith("LIMITS.") !== isEndpoint)
    .map(({ subject, about, tests }) => {
      const cell = tests.map(({ file, name }) => `\`${file}\`: ${escaped(name)}`).join("<br>");
      return `| \`${subject}\` | ${about} | ${cell} |`;
    });
  return [
    `| ${isEndpoint ? "endpoint | method and path" : "limit | value"} | shown by |`,
    "| --- | --- | --- |",
    ...lines,
  ].join("\n");
}

if (process.argv[1] === import.meta.filename) {
  const tests = allTests();
  const known = readTable();
  const rows = subjects.map(({ subject, about }): Row => {
    const row = known.get(subject);
    if (row !== undefined && faultOf(row, tests) === null) return { ...row, about };
    return { subject, about, tests: found(subject, tests) };
  });
  const text = readFileSync(TABLE, "utf8");
  const introduction = text.slice(0, text.indexOf("## Endpoints"));
  writeFileSync(
    TABLE,
    `${introduction}## Endpoints\n\n${written(rows, true)}\n\n## Limits\n\n${written(rows, false)}\n`,
  );
  for (const row of rows) if (row.tests.length === 0) console.log(`no test shows ${row.subject}`);
}
