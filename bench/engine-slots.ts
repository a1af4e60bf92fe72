// The use of a slow service's slots: a stand-in that takes 300 ms per line and 8 lines at once speaks a story of 1,000 lines
// through a whole server. The ideal is 1,000 × 300 ms / 8.

import { type Measurement, measured } from "./measurement.ts";
import { serviceInThread } from "./stand-in-thread.ts";
import { storyAtService } from "./story-at-service.ts";

export const describe = "1,000 lines from a service that takes 300 ms for each and 8 at once, through a whole server";

const LINES = 1_000;
const AT_ONCE = 8;
const LINE_MS = 300;

export async function run(): Promise<readonly Measurement[]> {
  await using service = await serviceInThread();
  const story = { lines: LINES, concurrency: AT_ONCE };
  const { step, seconds } = await storyAtService(service, story, () => service.set({ delayMs: LINE_MS }));
  if (step.status !== "succeeded") throw new Error(`the audio was not made: ${step.error_message}`);
  const { requests, running, asked_ms } = await service.counted();
  const asked = (asked_ms + LINE_MS) / 1000;
  const busy = (running.busyMs / 1000 / (asked * AT_ONCE)) * 100;
  const ideal = (requests * LINE_MS) / 1000 / AT_ONCE;
  return [
    measured("requests", requests, ""),
    measured("most at once", running.most, "", { bound: "at most", value: AT_ONCE }),
    measured("slots busy", busy, "%", { bound: "at least", value: 95 }),
    measured("the step against the ideal", seconds / ideal, "×", { bound: "at most", value: 1.1 }),
  ];
}
