// Many test files in one process, one after the other, each in a suite of its own: starting a process for every quick file
// takes longer than its tests.

import { relative } from "node:path";
import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";
import "./after-all.ts";

for (const file of process.argv.slice(2)) {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  // A file that cannot be loaded fails its suite.
  describe(relative(process.cwd(), file), async () => {
    try {
      await import(pathToFileURL(file).href);
    } finally {
      // Registered last: what the file started is closed before the next file is loaded.
      after(() => resolve());
    }
  });
  await ended;
}
