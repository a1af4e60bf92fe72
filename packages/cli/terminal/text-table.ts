// Plain text tables for a terminal. Control characters are removed from all cells, so that a name cannot control the
// terminal.

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Longer cells are cut with an ellipsis; default 40 characters. */
  readonly widest?: number;
}

/** One line per row under one line of titles; two spaces between columns, no space at a line's end. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) =>
    columns.map(({ widest }, at) => cut(printable(row[at] ?? ""), widest ?? 40)),
  );
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => lengthOf(row[at] ?? ""))));
  return cells
    .map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0, columns[at]?.align ?? "left")).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Text without control characters, line breaks or directional overrides: safe to print in a line of its own. */
export function printable(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ");
}

/** A printable sentence without its full stop, for a text that continues after it. */
export function withoutStop(sentence: string): string {
  return printable(sentence).replace(/\.\s*$/, "");
}

function cut(text: string, widest: number): string {
  return lengthOf(text) <= widest ? text : `${[...text].slice(0, widest - 1).join("")}…`;
}

function pad(text: string, width: number, align: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - lengthOf(text)));
  return align === "left" ? text + space : space + text;
}

const lengthOf = (text: string) => [...text].length;
