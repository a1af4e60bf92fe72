// Finds and starts Node 24. Plain JavaScript, because an older Node must be able to read it. Fullcast is TypeScript for Node 24,
// which `npm ci` installs as a package; not every npm links its program, so this file looks it up.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as modules from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";

/** Imports the module `url` when this Node is new enough; otherwise runs the same command with the installed Node 24. */
export async function importOnNode24(url) {
  if (Number(process.versions.node.split(".")[0]) >= 24) {
    // Compiling the sources takes most of the start of a command, so compiled code is cached beside the packages. Where that
    // folder cannot be written, there is no cache. Child processes find the folder in their environment.
    process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "../../../node_modules/.cache/fullcast");
    modules.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    await import(url);
    return;
  }
  const node = bundledNode();
  if (node === undefined) {
    console.error(
      `fullcast needs Node 24 or newer; this is ${process.versions.node}, and no bundled runtime exists for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
    );
    process.exit(2);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`fullcast could not start its runtime: ${error.message}`);
    process.exit(2);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
}

function bundledNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  try {
    const require = modules.createRequire(import.meta.url);
    const home = dirname(require.resolve(`node-${platform}-${process.arch}/package.json`));
    const path = join(home, "bin", platform === "win" ? "node.exe" : "node");
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
