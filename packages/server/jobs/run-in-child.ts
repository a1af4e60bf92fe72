// For tests, a process of its own: runs one job of an embedded database that never ends, prints so, and waits to be killed.
//   node run-in-child.ts <data dir> [progress]

import { openDatabase } from "../db/db.ts";
import { silentLog } from "../db/test-data-directory.ts";
import { openJobs } from "./jobs.ts";

const db = await openDatabase({ dataDir: process.argv[2] ?? "", url: null, log: silentLog });
const jobs = await openJobs(db, silentLog);
await jobs.work("q", { concurrency: 1 }, async ({ key, confined, progressed }) => {
  console.log(`running ${key}${confined ? ", confined" : ""}`);
  if (process.argv[3] === "progress") await progressed();
  console.log("under way");
  await new Promise(() => {});
});
await jobs.enqueue("q", "k", { run_id: "r" });
