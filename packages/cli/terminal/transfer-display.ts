// The progress of a download on stderr: one changing line on a terminal, a plain line from time to time elsewhere.

import type { DisplayTarget } from "../narrate/progress-display.ts";
import { clock, fileSize } from "./amounts.ts";

export interface TransferDisplay {
  /** Bytes that are there. */
  readonly update: (bytes: number) => void;
  clear(): void;
}

const REDRAW_MS = 100;
const PLAIN_MS = 5_000;
/** An estimate needs a pace. */
const ESTIMATE_AFTER_MS = 1_000;

/** @param total bytes; null when unknown */
export function transferDisplay(
  target: DisplayTarget,
  total: number | null,
  now: () => number = () => performance.now(),
): TransferDisplay {
  const terminal = target.isTTY === true;
  let first: { readonly at: number; readonly bytes: number } | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    update(bytes) {
      const at = now();
      if (first === null) {
        // What an earlier attempt left does not count for the pace.
        first = { at, bytes };
        if (!terminal) writtenAt = at;
        if (bytes > 0) target.write(`${fileSize(bytes)} are there already; the download continues.\n`);
      }
      if (at - writtenAt < (terminal ? REDRAW_MS : PLAIN_MS)) return;
      writtenAt = at;
      const facts = [total === null ? fileSize(bytes) : `${fileSize(bytes)} of ${fileSize(total)}`];
      const pace = (bytes - first.bytes) / (at - first.at);
      if (at - first.at >= ESTIMATE_AFTER_MS && pace > 0) {
        facts.push(`${fileSize(pace * 1000)} a second`);
        if (total !== null && bytes < total) facts.push(`${clock((total - bytes) / pace)} left`);
      }
      const line = `Downloading: ${facts.join(", ")}`;
      target.write(terminal ? `\r${line.slice(0, (target.columns ?? 80) - 1)}\x1b[K` : `${line}\n`);
      drawn = terminal;
    },
    clear() {
      if (drawn) target.write("\r\x1b[K");
      drawn = false;
    },
  };
}
