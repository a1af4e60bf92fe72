// Probes a sandbox: prints "sandboxed" if the program can be loaded and the file in the argument cannot be read.
//   node sandbox-probe.ts <file>

import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Throws when a module of this package or a library cannot be found or read. */
function findProgram(): void {
  const { resolve } = createRequire(import.meta.url);
  for (const name of ["node-av/lib", "yauzl"]) accessSync(resolve(name), constants.R_OK);
}

function canRead(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

findProgram();
await import("@fullcast/core/audio-files");
process.stdout.write(canRead(process.argv[2] ?? "") ? "open" : "sandboxed");
