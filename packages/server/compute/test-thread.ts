// For tests: a thread that behaves as its job requests.

import { readlinkSync } from "node:fs";
import { getPriority } from "node:os";
import { answerJobs } from "./thread-side.ts";

export type TestJob = "answer" | "die" | "throw" | "hang" | "grow" | "items" | "wait" | "nice";

answerJobs<TestJob, string, number>(async (job, { send, stopped }) => {
  switch (job) {
    case "answer":
      return "answered";
    case "nice":
      return String(getPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1))));
    case "die":
      return process.exit(3);
    case "throw":
      throw new Error("no such luck");
    case "hang":
      for (;;);
    case "wait":
      while (!stopped()) await new Promise((resolve) => setImmediate(resolve));
      return "stopped";
    case "grow": {
      const held: unknown[] = [];
      for (;;) held.push(Array.from({ length: 1_000 }, () => ({ held })));
    }
    case "items":
      for (let item = 0; item < 100; item++) await send(item);
      return "sent";
  }
});
