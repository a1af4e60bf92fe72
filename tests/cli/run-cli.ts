// Runs the fullcast command as a person does: a separate process, real arguments, real files.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const REPOSITORY = dirname(dirname(import.meta.dirname));
export const LIGHTHOUSE = join(REPOSITORY, "examples", "the-lighthouse.txt");
export const CHAPTER = join(REPOSITORY, "examples", "chapter.txt");

const LAUNCHER = join(REPOSITORY, "packages", "cli", "bin", "fullcast.mjs");

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array | string;
}

export interface StartedCli {
  readonly process: ChildProcess;
  readonly ended: Promise<CliRun>;
  /** Resolves with the first match in what was printed so far or will be; rejects when the process ends without it. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

export function startCli(args: readonly string[], options: CliOptions = {}): StartedCli {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  const waiting = new Set<() => void>();
  const check = () => {
    for (const look of waiting) look();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
    check();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
    check();
  });
  // A command that refuses before reading closes its input.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(stdout) ?? pattern.exec(stderr);
        if (match === null) return;
        waiting.delete(look);
        resolve(match);
      };
      waiting.add(look);
      look();
      void ended.then((run) => reject(new Error(`ended without ${pattern}: ${JSON.stringify(run)}`)), reject);
    });
  return { process: child, ended, printed };
}

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return startCli(args, options).ended;
}

/** A folder that is gone when the test file has ended. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "fullcast-cli-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const drop = (name: string) =>
    name.startsWith("FULLCAST_") || name.startsWith("npm_") || name === "INIT_CWD" || name.startsWith("NODE_TEST");
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !drop(name)));
}
