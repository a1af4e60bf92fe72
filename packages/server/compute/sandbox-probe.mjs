// Probes a sandbox: prints "sandboxed" if the program can be loaded and the file in the argument cannot be read. It is JavaScript,
// because Node loads its TypeScript compiler only for a program with types, and that takes longer than the rest of a probe.
//   node sandbox-probe.mjs <file>

import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Throws when a module of this package, of the core or of a library cannot be found or read. */
function findProgram() {
  const { resolve } = createRequire(import.meta.url);
  for (const name of ["node-av/lib", "yauzl"]) accessSync(resolve(name), constants.R_OK);
  accessSync(fileURLToPath(import.meta.resolve("@fullcast/core/audio-files")), constants.R_OK);
}

/** @param {string} path */
function canRead(path) {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

findProgram();
process.stdout.write(canRead(process.argv[2] ?? "") ? "open" : "sandboxed");
