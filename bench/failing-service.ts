// A story of 1,000 lines from a service whose every tenth request fails, each time in the next of several ways.

import type { Mode } from "../packages/server/engines/brought/stand-in.ts";
import { type Measurement, measured } from "./measurement.ts";
import { serviceInThread } from "./stand-in-thread.ts";
import { storyAtService } from "./story-at-service.ts";

export const describe =
  "1,000 lines from a service that fails in each way in turn at every tenth request: what is made, failed and paid";

const LINES = 1_000;
const AT_ONCE = 8;
const EVERY = 10;
/** A used-up account and a refused key end a run by design; services.slow.test.ts has those, and a wrong certificate. */
const FAULTS: readonly Mode[] = [
  ...(["limits", "busy", "fails", "rejects", "hangs", "breaks-off", "html", "json", "silence"] as const),
  ...(["twenty-minutes", "lies", "redirects", "endless", "huge"] as const),
];
/** ask-engine.ts: requests of one line. */
const MOST_REQUESTS = 4;

export async function run(): Promise<readonly Measurement[]> {
  await using service = await serviceInThread();
  const next = Array.from({ length: LINES * 2 }, (_, at): Mode => {
    const fault = FAULTS[Math.floor(at / EVERY) % FAULTS.length]!;
    return at % EVERY === EVERY - 1 ? fault : "speaks";
  });
  const story = { lines: LINES, concurrency: AT_ONCE };
  const { step, seconds } = await storyAtService(service, story, () => service.set({ next }));
  const {
    blocks_generated: made = 0,
    blocks_failed: failed = 0,
    blocks_spoken_by_fallback: instead = 0,
  } = step.result_summary as Record<string, number>;
  const { answered, running } = await service.counted();
  const byText = Map.groupBy(answered, ({ text }) => text);
  const most = (count: (one: (typeof answered)[number]) => boolean) =>
    Math.max(...[...byText.values()].map((answers) => answers.filter(count).length));
  const faults = answered.filter(({ mode }) => mode !== "speaks").length;
  console.error(`  the step ${step.status}: ${step.error_message ?? ""}`);
  return [
    measured("requests", answered.length, ""),
    measured("failures of the service", faults, ""),
    measured("lines made", made, ""),
    measured("of them spoken by another engine", instead, ""),
    measured("lines failed with their reason", failed, ""),
    measured("lines neither made nor failed", LINES - made - failed, "", { bound: "at most", value: 0 }),
    measured(
      "most requests of one line",
      most(() => true),
      "",
      { bound: "at most", value: MOST_REQUESTS },
    ),
    measured(
      "most good answers to one line",
      most(({ mode }) => mode === "speaks"),
      "",
      { bound: "at most", value: 1 },
    ),
    measured("most at once", running.most, "", { bound: "at most", value: AT_ONCE }),
    measured("time", seconds, "s"),
  ];
}
