// A model process that dies like native code does, for tests.

import { serveParent } from "../../compute/child-side.ts";

serveParent(() => {
  process.kill(process.pid, "SIGSEGV");
  return new Promise(() => undefined);
});
