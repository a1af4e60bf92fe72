// The limit of a service holds over several processes: a stand-in that takes 300 ms per line and 8 lines at once speaks 1,000
// lines of six stories for three worker processes on one PostgreSQL server.

import { type Measurement, measured } from "./measurement.ts";
import { serviceInThread } from "./stand-in-thread.ts";
import { storiesOfWorkers } from "./story-at-service.ts";

export const describe =
  "1,000 lines of six stories from a service that takes 300 ms for each and 8 at once, three worker processes on PostgreSQL";

const LINES = 1_002;
const STORIES = 6;
const WORKERS = 3;
const AT_ONCE = 8;
const LINE_MS = 300;

export async function run(): Promise<readonly Measurement[]> {
  await using service = await serviceInThread();
  const work = { lines: LINES, stories: STORIES, workers: WORKERS, concurrency: AT_ONCE };
  const { steps, seconds, processes } = await storiesOfWorkers(service, work, () => service.set({ delayMs: LINE_MS }));
  const failed = steps.filter(({ status }) => status !== "succeeded");
  if (failed.length > 0) throw new Error(`the audio was not made: ${failed[0]!.error_message}`);
  const { requests, running, asked_ms } = await service.counted();
  const busy = (running.busyMs / (asked_ms + LINE_MS) / AT_ONCE) * 100;
  const ideal = (requests * LINE_MS) / 1000 / AT_ONCE;
  return [
    measured("requests", requests, "", { bound: "at most", value: LINES }),
    measured("processes that worked", processes, "", { bound: "at least", value: WORKERS }),
    measured("most at once", running.most, "", { bound: "at most", value: AT_ONCE }),
    measured("slots busy", busy, "%"),
    measured("the steps against the ideal", seconds / ideal, "×"),
  ];
}
