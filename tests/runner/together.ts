// Many test files in one process, each in a suite of its own: starting a process for every quick file would take longer
// than the tests. `npm test` gives every file its own process all the same.

import { relative } from "node:path";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) {
  // A file that cannot be loaded fails its suite.
  describe(relative(process.cwd(), file), async () => {
    await import(pathToFileURL(file).href);
  });
}
