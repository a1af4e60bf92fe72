// What the process says about itself: one JSON object a line. Callers put ids, codes and counts into the fields, never
// story text, keys, signed URLs or paths. Of an Error only its name, code and message are written, never its stack.

import type { Writable } from "node:stream";

export type LogLevel = "debug" | "info" | "warn" | "error";

export type LogFields = { readonly [name: string]: unknown };

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export const LOG_LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** A log that writes entries of `level` and above to `stream`, each as `{ time, level, message, ...fields }`. */
export function createLog(level: LogLevel, stream: Writable, clock: () => Date = () => new Date()): Log {
  const lowest = LOG_LEVELS.indexOf(level);
  const writer = (own: LogLevel) => {
    if (LOG_LEVELS.indexOf(own) < lowest) return () => {};
    return (message: string, fields: LogFields = {}) => {
      const entry = { time: clock().toISOString(), level: own, message, ...fields };
      stream.write(
        `${JSON.stringify(entry, (_name, value) => (value instanceof Error ? errorFields(value) : value))}\n`,
      );
    };
  };
  return { debug: writer("debug"), info: writer("info"), warn: writer("warn"), error: writer("error") };
}

/**
 * What a log may say of an unexpected error: its name, its code, and the line of ours where it arose. Never its
 * message: parsers and libraries quote what they were given, and that may be the text of a story.
 */
export function faultFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  // A release archive has the same lines in files such as "main.ts.js".
  const [, file = null, line] = /([\w.-]+\.ts)(?:\.js)?:(\d+):\d+/.exec(error.stack ?? "") ?? [];
  const at = file === null ? undefined : `${file}:${line}`;
  return { error: error.name, ...("code" in error ? { code: error.code } : {}), at };
}

function errorFields(error: Error): LogFields {
  const code = "code" in error ? { code: error.code } : {};
  return { name: error.name, ...code, message: error.message };
}
