// Actions after all test files of this process. A file's own `after` ends with the file, which may share its process.

import { after } from "node:test";

const actions: (() => PromiseLike<void>)[] = [];

// together.ts imports this module before the files, so that the hook belongs to the whole process.
after(async () => {
  try {
    for (const action of actions.splice(0)) await action();
  } catch (error) {
    // Node exits with 0 after a failed hook.
    process.exitCode = 1;
    throw error;
  }
});

export function afterAllFiles(action: () => PromiseLike<void>): void {
  actions.push(action);
}
