import type { Measurement } from "./measurement.ts";

/** Measurements as a plain text table. The ratio is how many times better than its target a value is. */
export function measurementTable(rows: readonly Measurement[]): string {
  const cells = [
    ["measure", "value", "unit", "target", "ratio", ""],
    ...rows.map(({ measure, value, unit, target, met }) => [
      measure,
      number(value),
      unit,
      target === undefined ? "" : `${target.bound} ${number(target.value)}`,
      target === undefined || target.value === 0 ? "" : ratio(value, target).toFixed(2),
      met === undefined ? "" : met ? "met" : "NOT MET",
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 1 || at === 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)));
  return cells.map((row) => `  ${line(row).join("  ").trimEnd()}`).join("\n");
}

function ratio(value: number, target: NonNullable<Measurement["target"]>): number {
  return target.bound === "at least" ? value / target.value : target.value / value;
}

function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
