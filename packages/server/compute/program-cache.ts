// Compiled sources of the programs that run in a sandbox. Compiling them takes most of the start of such a program. A program that
// reads hostile bytes must not write what later processes execute, so the server fills the cache: it loads each program once,
// outside of the sandbox and without a job. Always true: a program in a sandbox can read the cache and cannot write it.

import { spawn } from "node:child_process";
import { chmodSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { sha256 } from "../hash.ts";
import { bareEnvironment } from "./passed-environment.ts";
import { programFolders, type Sandbox } from "./sandbox.ts";

/** Far longer than a program takes to load. */
const FILL_MS = 120_000;
/** Sources that changed after the cache was filled are compiled at each start, until the cache is filled again after this time. */
const VALID_MS = 24 * 3_600_000;
const fills = new Map<string, Promise<void>>();

/**
 * The folder that holds the compiled sources of a program, for NODE_COMPILE_CACHE; null when there is none yet, and where no
 * sandbox forbids to write it. The first call for a program starts to fill the cache, and does not wait.
 *
 * @param flags V8's options of the program. Compiled code is valid for the same options only.
 */
export function compiledProgram(program: string, flags: readonly string[], box: Sandbox): string | null {
  const folder = cacheFolder(box);
  if (folder === null) return null;
  const mark = join(folder, `${sha256(JSON.stringify([program, flags, process.version])).slice(0, 32)}.filled`);
  const filledAt = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? null;
  if (filledAt === null || Date.now() - filledAt > VALID_MS) void fillOnce(mark, folder, program, flags, box);
  return filledAt === null ? null : folder;
}

/** Resolves when what compiledProgram() started has ended. */
export const cacheFilled = async (): Promise<void> => void (await Promise.all(fills.values()));

function cacheFolder(box: Sandbox): string | null {
  const usual = process.env.NODE_COMPILE_CACHE;
  if (usual === undefined || box.kind === "none") return null;
  // The sandbox shows a program these folders only.
  const isShown = programFolders().some((shown) => usual.startsWith(`${shown}${sep}`));
  return isShown ? `${usual}-sandbox` : null;
}

function fillOnce(mark: string, folder: string, program: string, flags: readonly string[], box: Sandbox) {
  const started = fills.get(mark) ?? fill(mark, folder, program, flags, box).catch(() => undefined);
  fills.set(mark, started);
  return started;
}

/** A cache that cannot be filled is no error: programs start slower. */
async function fill(mark: string, folder: string, program: string, flags: readonly string[], box: Sandbox) {
  const scratch = `${folder}.${process.pid}.${fills.size}.tmp`;
  try {
    // Its input is empty, so it ends when it is loaded (child-side.ts).
    const child = spawn(process.execPath, [...flags, program], {
      env: { ...bareEnvironment(), NODE_COMPILE_CACHE: scratch },
      stdio: "ignore",
      timeout: FILL_MS,
      killSignal: "SIGKILL",
    });
    // This process may end before, and leaves nothing behind then.
    child.unref();
    const stop = () => {
      child.kill("SIGKILL");
      rmSync(scratch, { recursive: true, force: true });
    };
    process.once("exit", stop);
    await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    }).finally(() => process.off("exit", stop));
    for (const path of globSync("*/*", { cwd: scratch })) {
      const [own = "", name = ""] = path.split(sep);
      // Node's folder carries the number of the user. The files are compiled from Fullcast's own sources: any user may read them.
      const target = join(folder, box.user === null ? own : own.replace(/-\d+$/, `-${box.user.uid}`));
      mkdirSync(target, { recursive: true, mode: 0o755 });
      chmodSync(join(scratch, path), 0o644);
      renameSync(join(scratch, path), join(target, name));
    }
    for (const shown of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
      if (statSync(shown).isDirectory()) chmodSync(shown, 0o755);
    writeFileSync(mark, "");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
