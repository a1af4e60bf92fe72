import assert from "node:assert/strict";
import { test } from "node:test";
import { transferDisplay } from "./transfer-display.ts";

function shown(isTTY: boolean, steps: readonly (readonly [ms: number, bytes: number])[], total: number | null) {
  const lines: string[] = [];
  let now = 0;
  const display = transferDisplay({ isTTY, columns: 80, write: (text) => lines.push(text) }, total, () => now);
  for (const [ms, bytes] of steps) {
    now = ms;
    display.update(bytes);
  }
  display.clear();
  return lines;
}

test("a log has a line every five seconds, with the pace and the time that is left", () => {
  const lines = shown(
    false,
    [
      [0, 0],
      [1_000, 1e6],
      [5_000, 5e6],
      [6_000, 6e6],
      [10_000, 10e6],
    ],
    20e6,
  );
  assert.deepEqual(lines, [
    "Downloading: 5.0 MB of 20 MB, 1.0 MB a second, 0:15 left\n",
    "Downloading: 10 MB of 20 MB, 1.0 MB a second, 0:10 left\n",
  ]);
});

test("what an earlier attempt left is stated, and does not count for the pace", () => {
  const lines = shown(
    false,
    [
      [0, 10e6],
      [5_000, 15e6],
    ],
    20e6,
  );
  assert.deepEqual(lines, [
    "10 MB are there already; the download continues.\n",
    "Downloading: 15 MB of 20 MB, 1.0 MB a second, 0:05 left\n",
  ]);
});

test("a terminal has one changing line, which is removed at the end", () => {
  const lines = shown(
    true,
    [
      [0, 0],
      [50, 1],
      [100, 2e6],
    ],
    null,
  );
  assert.deepEqual(lines, ["\rDownloading: 0 bytes\x1b[K", "\rDownloading: 2.0 MB\x1b[K", "\r\x1b[K"]);
});
