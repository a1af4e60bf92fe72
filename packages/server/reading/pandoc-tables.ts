// Converts pandoc's simple, multiline and grid tables (https://pandoc.org/MANUAL.html#tables) to HTML. Takes linear time.

/** Two or more runs of hyphens: the columns of a simple or multiline table. */
const COLUMNS = /^ {0,3}-{2,}(?: +-{2,})+ *$/;
/** One run: the beginning or the end of a multiline table. */
const RULE = /^ {0,3}-{5,} *$/;
const GRID_BORDER = /^ {0,3}\+(?:[-=:]+\+)+ *$/;
const GRID_ROW = /^ {0,3}[|+].*[|+] *$/;
/** A table with more lines than this is read as text. */
const MOST_LINES = 5_000;

interface Column {
  readonly from: number;
  readonly to: number;
}

/** Replaces these tables with HTML. Blank lines around the cells make the parser read their Markdown. */
export function withTables(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const table = GRID_BORDER.test(line)
      ? gridTable(lines, at)
      : COLUMNS.test(line)
        ? simpleTable(lines, at, kept)
        : null;
    if (table === null) {
      kept.push(line);
      at += 1;
    } else {
      kept.push(...table.html);
      at = table.end;
    }
  }
  return kept;
}

interface Table {
  readonly html: readonly string[];
  /** The line after the table. */
  readonly end: number;
}

function gridTable(lines: readonly string[], from: number): Table | null {
  const border = lines[from] ?? "";
  const marks = [...border.matchAll(/\+/g)].map(({ index }) => index);
  const columns = marks.slice(0, -1).map((mark, index) => ({ from: mark + 1, to: marks[index + 1] ?? mark }));
  const rows: string[][] = [];
  let row: string[] = [];
  let end = from + 1;
  for (; end < lines.length && end - from <= MOST_LINES; end += 1) {
    const line = lines[end] ?? "";
    if (!GRID_ROW.test(line)) break;
    if (GRID_BORDER.test(line)) {
      if (row.length > 0) rows.push(cellsOf(row, columns));
      row = [];
    } else row.push(line);
  }
  // A table ends with a border.
  return rows.length === 0 || row.length > 0 ? null : { html: tableOf(rows), end };
}

/**
 * A simple table ends with a blank line, or with another line of columns if it has no header. A multiline table is between two
 * rules, and blank lines separate its rows. `before` contains the lines above, which include the header.
 */
function simpleTable(lines: readonly string[], from: number, before: string[]): Table | null {
  const columns = columnsOf(lines[from] ?? "");
  const header: string[] = [];
  for (let at = before.length - 1; at >= 0 && (before[at] ?? "").trim() !== "" && header.length < 20; at -= 1) {
    header.unshift(before[at] ?? "");
    if (RULE.test(before[at] ?? "")) break;
  }
  const isMultiline = header.length > 1 && RULE.test(header[0] ?? "");
  if (header.length > 1 && !isMultiline) return null;
  const rows: string[][] = [];
  const titles = isMultiline ? header.slice(1) : header;
  if (titles.length > 0) rows.push(cellsOf(titles, columns));
  let row: string[] = [];
  const close = () => {
    if (row.length > 0) rows.push(cellsOf(row, columns));
    row = [];
  };
  let end = from + 1;
  let isClosed = false;
  for (; end < lines.length && end - from <= MOST_LINES && !isClosed; end += 1) {
    const line = lines[end] ?? "";
    if (RULE.test(line) || COLUMNS.test(line)) isClosed = true;
    else if (line.trim() !== "") {
      row.push(line);
      if (!isMultiline) close();
    } else if (isMultiline) close();
    else break;
  }
  close();
  if (rows.length < 2 || (isMultiline && !isClosed) || (titles.length === 0 && !isClosed)) return null;
  before.length -= header.length;
  return { html: tableOf(rows), end };
}

function columnsOf(line: string): readonly Column[] {
  const starts = [...line.matchAll(/-+/g)].map(({ index }) => index);
  return starts.map((start, index) => ({
    from: index === 0 ? 0 : start,
    to: starts[index + 1] ?? Number.MAX_SAFE_INTEGER,
  }));
}

const cellsOf = (lines: readonly string[], columns: readonly Column[]): string[] =>
  columns.map(({ from, to }) =>
    lines
      .map((line) => line.slice(from, to).trim())
      .filter((words) => words !== "")
      .join("\n"),
  );

const tableOf = (rows: readonly (readonly string[])[]): readonly string[] => [
  "",
  "<table>",
  ...rows.flatMap((cells) => ["<tr>", ...cells.flatMap((cell) => ["<td>", "", cell, "", "</td>"]), "</tr>"]),
  "</table>",
  "",
];
