// Many test files in one process, each in a suite of its own: starting a process for every quick file takes longer than
// its tests.

import { relative } from "node:path";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";
import "./after-all.ts";

for (const file of process.argv.slice(2)) {
  // A file that cannot be loaded fails its suite.
  describe(relative(process.cwd(), file), async () => {
    await import(pathToFileURL(file).href);
  });
}
