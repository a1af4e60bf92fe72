/** A row of CSV (RFC 4180). A cell that a spreadsheet would read as a formula gets an apostrophe before it. */
export function csvRow(cells: readonly string[]): string {
  const quotedCells = cells.map((cell) => {
    const safe = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quotedCells.join(",")}\r\n`;
}
