// The child of lasting-process.slow.test.ts.

import { serveParent } from "./child-side.ts";

let sum = 0;
serveParent<{ do: "add" | "crash" | "hang"; value: number }, { sum: number; pid: number }>((job) => {
  if (job.do === "crash") process.kill(process.pid, "SIGSEGV");
  if (job.do !== "add") return new Promise(() => undefined);
  sum += job.value;
  return { sum, pid: process.pid };
});
