// Runs a program that the operator named. Always true: no shell takes part; the program gets PATH, HOME, LANG and TMPDIR, a
// private folder, and limits of time and output; its process group is killed at the end.

import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { EngineError } from "../engine.ts";

const MOST_BYTES = 256 * 1024 * 1024;
const MOST_PRINTED = 1024 * 1024;
const LOOK_MS = 200;

export interface ProgramRun {
  readonly folder: string;
  /** The file that it writes; null: what it prints is returned. */
  readonly output: string | null;
  /** Its time. */
  readonly ms: number;
}

/** @throws EngineError; the signal's reason */
export async function runProgram(
  name: string,
  [program, ...parts]: readonly string[],
  { folder, output, ms }: ProgramRun,
  signal: AbortSignal | undefined,
): Promise<string> {
  signal?.throwIfAborted();
  const { PATH = "", HOME = "", LANG = "" } = process.env;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program!, parts, {
    cwd: folder,
    env: { PATH, HOME, LANG, TMPDIR: folder },
    stdio: ["ignore", output === null ? "pipe" : "ignore", "ignore"],
    detached: process.platform !== "win32",
  });
  const fail = (error: unknown) => reject(error);
  const abort = () => fail(signal?.reason);
  const clock = setTimeout(
    () => fail(new EngineError("unavailable", `${name} did not end within ${Math.round(ms / 1000)} s.`)),
    ms,
  );
  const printed: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > MOST_PRINTED) fail(new EngineError("broken_answer", `${name} prints more than 1 MiB.`));
    else printed.push(part);
  });
  const watch = setInterval(() => {
    if (output === null) return;
    stat(output)
      .then(({ size }) => {
        if (size > MOST_BYTES) fail(new EngineError("broken_answer", `${name} writes more than 256 MiB.`));
      })
      .catch(() => undefined);
  }, LOOK_MS);
  signal?.addEventListener("abort", abort, { once: true });
  child.on("error", ({ code }: NodeJS.ErrnoException) => {
    const why = code === "ENOENT" ? "its program is not there" : (code ?? "unknown error");
    fail(new EngineError("unavailable", `${name} cannot be started: ${why}.`));
  });
  // What it printed is complete at "close". What it started and left behind would hold its output open.
  if (output === null) child.on("exit", () => killGroup(child.pid));
  child.on(output === null ? "close" : "exit", (code) => {
    if (code === 0) resolve();
    else fail(new EngineError("broken_answer", `${name} ended with ${code === null ? "a signal" : `code ${code}`}.`));
  });
  try {
    await promise;
    if (output === null) return Buffer.concat(printed).toString("utf8");
    const { size } = await stat(output).catch(() => ({ size: 0 }));
    if (size > MOST_BYTES) throw new EngineError("broken_answer", `${name} wrote more than 256 MiB.`);
    return "";
  } finally {
    clearTimeout(clock);
    clearInterval(watch);
    signal?.removeEventListener("abort", abort);
    killGroup(child.pid);
  }
}

/** Also what the program started and left behind. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It is gone.
  }
}

export async function isProgram(program: string): Promise<boolean> {
  const isPath = isAbsolute(program) || program.includes("/") || program.includes(sep);
  const places = isPath ? [program] : (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, program));
  for (const place of places) {
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return true;
  }
  return false;
}
