// Builds the studio when its sources changed since the last build, and reports the folder that holds it. The server calls
// this; a test or a person can run write-studio.ts directly. A release archive (release/pack.ts) holds a build.
// Always true: a folder with a stamp is a complete build, because the stamp is part of a folder that is renamed into place.

import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { sourceStamp } from "./source-stamp.ts";

export interface BuiltStudio {
  /** Absolute. Holds index.html and the folder assets, whose names contain hashes. */
  readonly directory: string;
  /** Changes exactly when the sources change. */
  readonly stamp: string;
}

const WEB = dirname(import.meta.dirname);
const STAMP_FILE = "stamp.txt";
const BUILD_LIMIT_MS = 120_000;
let running: { readonly key: string; readonly build: Promise<BuiltStudio> } | undefined;

/**
 * The built studio. Builds it first if no build of these sources exists; that takes about two seconds. Calls at the same
 * time share one build.
 * @param cacheDirectory holds the build when the checkout cannot be written
 * @throws Error with the output of the build
 */
export function builtStudio(cacheDirectory: string): Promise<BuiltStudio> {
  if (!existsSync(join(WEB, "src"))) return Promise.resolve(releasedStudio());
  const stamp = sourceStamp(WEB);
  const directory = isWritable(WEB) ? join(WEB, "dist") : join(cacheDirectory, "studio");
  const key = `${directory} ${stamp}`;
  if (running?.key === key) return running.build;
  const build = ensureBuilt(directory, stamp);
  running = { key, build };
  build.catch(() => {
    running = undefined;
  });
  return build;
}

/** A release archive has the build and no sources. */
function releasedStudio(): BuiltStudio {
  const directory = join(WEB, "dist");
  const stamp = stampOf(directory);
  if (stamp === null) throw new Error(`The studio is missing: ${directory} has no build. Install Fullcast again.`);
  return { directory, stamp };
}

async function ensureBuilt(directory: string, stamp: string): Promise<BuiltStudio> {
  const built = { directory, stamp };
  if (stampOf(directory) === stamp) return built;
  const scratch = `${directory}.${process.pid}.tmp`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(dirname(directory), { recursive: true });
  try {
    await runBuild(scratch, stamp);
    // Another process can have finished the same build meanwhile.
    if (stampOf(directory) === stamp) return built;
    replaceDirectory(scratch, directory);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return built;
}

function replaceDirectory(from: string, to: string): void {
  const old = `${to}.${process.pid}.old`;
  if (existsSync(to)) renameSync(to, old);
  try {
    renameSync(from, to);
  } catch (error) {
    // Another process put its build there between the two lines.
    if (stampOf(to) === null) throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

function stampOf(directory: string): string | null {
  try {
    return readFileSync(join(directory, STAMP_FILE), "utf8").trim();
  } catch {
    return null;
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A process of its own: the bundler's memory goes back when it ends, and its threads do not disturb the server. */
async function runBuild(directory: string, stamp: string): Promise<void> {
  const script = join(import.meta.dirname, "write-studio.ts");
  const child = spawn(process.execPath, [script, directory, stamp], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-8_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const timer = setTimeout(() => child.kill("SIGKILL"), BUILD_LIMIT_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`The studio could not be built (exit code ${code}):\n${output.trim()}`);
}
