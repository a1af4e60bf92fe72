// A script as a table (CSV, or cells between tabs or semicolons), as makers of games keep it: a column of speakers, a column of
// lines, perhaps one of directions. It becomes a script in Fountain's form, which the structure of a story reads.

const SPEAKER =
  /^(?:speakers?|characters?|character name|actor|role|who|voice|npc|person|sprecher|sprecherin|figur|rolle|personnage|personaje|personaggio)$/u;
const LINE =
  /^(?:text|lines?|dialogues?|dialogs?|line text|dialogue line|words|english|source|source text|satz|zeile|texte|réplique|texto|diálogo|testo|battuta)$/u;
const DIRECTION =
  /^(?:directions?|parenthetical|delivery|emotion|mood|tone|acting notes?|regie|regieanweisung|anweisung|stimmung|indication|acotación)$/u;
const DELIMITERS = [",", ";", "\t"] as const;
const HEAD_UNITS = 2_000;
/** A speaker's name in Fountain after "@". */
const UNNAMED = /[^\p{L}\p{M}\p{N}.'’&# -]+/gu;
const LONGEST_NAME = 40;

/** @returns null when the text is no table with a row of titles that names a speaker and a line */
export function scriptOfTable(text: string): string | null {
  const head = text.slice(0, HEAD_UNITS).split(/\r\n?|\n/u, 1)[0] ?? "";
  for (const delimiter of DELIMITERS) {
    const titles = rowsOf(head, delimiter)[0] ?? [];
    if (columnOf(titles, SPEAKER) === null || columnOf(titles, LINE) === null) continue;
    return scriptOf(rowsOf(text, delimiter));
  }
  return null;
}

const named = (title: string): string =>
  title
    .replaceAll(/[_\s\ufeff]+/gu, " ")
    .trim()
    .toLowerCase();

const columnOf = (titles: readonly string[], wanted: RegExp): number | null => {
  const found = titles.findIndex((title) => wanted.test(named(title)));
  return found < 0 ? null : found;
};

function scriptOf([titles = [], ...rows]: readonly (readonly string[])[]): string | null {
  const speaker = columnOf(titles, SPEAKER);
  const direction = columnOf(titles, DIRECTION);
  const line = lineColumn(titles, rows);
  if (speaker === null || line === null) return null;
  const spoken = rows.flatMap((row) => {
    const words = oneLine(row[line] ?? "");
    if (words === "") return [];
    const name = oneLine((row[speaker] ?? "").replaceAll(UNNAMED, " "))
      .slice(0, LONGEST_NAME)
      .trim();
    const manner = direction === null ? "" : oneLine(row[direction] ?? "").replaceAll(/[()]/gu, "");
    // A row without a speaker is the narrator's.
    const label = /^\p{L}/u.test(name) ? name : name === "" ? "Narrator" : `Voice ${name}`;
    return [`@${label}\n${manner === "" ? "" : `(${manner})\n`}${words}\n`];
  });
  return spoken.length === 0 ? null : spoken.join("\n");
}

/** The column of lines. Two titles fit where "line" is a number: then the one with more letters holds the words. */
function lineColumn(titles: readonly string[], rows: readonly (readonly string[])[]): number | null {
  const letters = (column: number) =>
    rows.slice(0, 200).reduce((sum, row) => sum + (row[column]?.match(/\p{L}/gu)?.length ?? 0), 0);
  const fitting = titles.flatMap((title, column) =>
    LINE.test(named(title)) ? [{ column, letters: letters(column) }] : [],
  );
  return fitting.sort((one, other) => other.letters - one.letters)[0]?.column ?? null;
}

const oneLine = (cell: string): string => cell.replaceAll(/\s+/gu, " ").trim();

/** The rows of a table (RFC 4180): a cell in quotation marks may hold delimiters, line ends and doubled quotation marks. */
function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const end = (cell: string, isLast: boolean) => {
    row.push(cell);
    if (!isLast) return;
    rows.push(row);
    row = [];
  };
  for (let at = 0; at <= text.length; ) {
    let cell: string;
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1);
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
      const stop = close < 0 ? text.length : close;
      cell = text.slice(at + 1, stop).replaceAll('""', '"');
      at = stop + 1;
    } else cell = "";
    let stop = at;
    while (stop < text.length && text[stop] !== delimiter && text[stop] !== "\n" && text[stop] !== "\r") stop++;
    cell += text.slice(at, stop);
    end(cell, text[stop] !== delimiter);
    at = stop + (text[stop] === "\r" && text[stop + 1] === "\n" ? 2 : 1);
  }
  return rows;
}
