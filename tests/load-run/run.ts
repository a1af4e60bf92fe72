// `npm run load -- [--setup embedded|cluster] [--minutes N] [--accounts A] [--projects P] [--rate R] [--line-ms MS] [--seed S]`:
// many people at once against the real product. It reports times, refusals, fairness and growth, and judges them.

import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { measurementTable } from "../../bench/measurement-table.ts";
import { serviceInThread } from "../../bench/stand-in-thread.ts";
import { createRandom } from "../power/random.ts";
import { createRecorder } from "./clients.ts";
import { growthOf, type Resources } from "./growth.ts";
import { createMixed, smallRead } from "./mixed.ts";
import { ended, newNovel, shortStory } from "./narration.ts";
import { startOpenLoop } from "./open-loop.ts";
import { overload } from "./overload.ts";
import { clusterProduct, embeddedProduct, SERVICE } from "./product.ts";
import { kindTable, refusalTable, reportOf, tableOfTables } from "./report.ts";
import { type Account, fillStudio, newUser } from "./studio.ts";

const HELP = `Usage: npm run load -- [options]

  --setup <name>    embedded: one process. cluster: two API processes and workers on PostgreSQL (embedded)
  --minutes <n>     how long everything is under way at once, such as 0.5 or 60 (5)
  --accounts <n>    accounts that read, listen and edit (12)
  --projects <n>    their projects, in all (120)
  --rate <n>        requests a second, in all (20)
  --workers <n>     worker processes of a cluster (2)
  --line-ms <n>     speech comes from a stand-in that takes this long for a line, 8 lines at once (the embedded voices)
  --seed <n>        chooses the requests (1)
  --json <file>     also writes the report as JSON`;

const SETUPS = { embedded: embeddedProduct, cluster: clusterProduct };
const SERVICE_VOICE = "af_heart";

const { values } = parseArgs({
  options: {
    setup: { type: "string", default: "embedded" },
    minutes: { type: "string", default: "5" },
    accounts: { type: "string", default: "12" },
    projects: { type: "string", default: "120" },
    rate: { type: "string", default: "20" },
    workers: { type: "string", default: "2" },
    "line-ms": { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const setup = setupNamed(values.setup);
const minutes = positive("minutes", values.minutes);
const accountCount = whole("accounts", values.accounts);
const projects = whole("projects", values.projects);
if (projects < accountCount)
  fail(`--projects ${projects}: at least one for each of ${accountCount} accounts is expected.`);
const rate = positive("rate", values.rate);
const workers = whole("workers", values.workers);
const lineMs = values["line-ms"] === undefined ? null : whole("line-ms", values["line-ms"]);
const seed = whole("seed", values.seed);

/** Small reads during full synthesis, a second. */
const SMALL_READS = 20;
const SAMPLE_MS = 5_000;
const OVERLOAD_MS = 10_000;
const PROGRESS_MS = 5_000;
/** Turns of a story alone and the same story beside a novel: the machine's speed changes within minutes. */
const pairs = minutes < 1 ? 2 : 4;

const began = performance.now();
const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
const say = (text: string) => console.error(`${clock(performance.now() - began)} ${text}`);

process.exit((await main()) ? 0 : 1);

/** Returns whether every verdict is good. */
async function main(): Promise<boolean> {
  say(`setup ${setup}, ${minutes} minutes, seed ${seed}, ${availableParallelism()} processors`);
  const ownDelay = monitorEventLoopDelay({ resolution: 5 });
  const random = createRandom(seed);
  await using opened = new AsyncDisposableStack();
  const service = lineMs === null ? null : opened.use(await serviceInThread());
  await service?.set({ delayMs: lineMs ?? 0 });
  const product = opened.use(await SETUPS[setup]({ speechUrl: service?.url ?? null, workers }));
  const voices = service === null ? null : { provider: SERVICE, voice: SERVICE_VOICE };
  const preparing = createRecorder();
  const recorder = { present: preparing };
  /** Requests are counted for the phase in which they are answered. */
  const counting = {
    get answers() {
      return recorder.present.answers;
    },
    send: (...request: Parameters<typeof preparing.send>) => recorder.present.send(...request),
  };
  const options = { target: product.target, ownerKey: product.ownerKey, recorder: counting, voices };

  const accounts = await fillStudio(options, { accounts: accountCount, projects }, (made) => {
    if (made % 4 === 0 || made === accountCount) say(`${made} of ${accountCount} accounts are prepared`);
  });
  const novelist = await newUser(options, "novelist");
  const writer = await newUser(options, "writer");
  const novel = opened.use(await newNovel(novelist, voices));
  await shortStory(writer, voices);
  say("a novel is prepared");

  const storiesAloneMs: number[] = [];
  const storiesBesideMs: number[] = [];
  const storiesMixedMs: number[] = [];
  const beside = createRecorder();
  for (let pair = 1; pair <= pairs; pair++) {
    storiesAloneMs.push(await shortStory(writer, voices));
    await novel.start();
    recorder.present = beside;
    const reads = startOpenLoop(SMALL_READS, random, () =>
      smallRead(accounts[random.below(accounts.length)] as Account),
    );
    storiesBesideMs.push(await shortStory(writer, voices));
    await reads.stop();
    recorder.present = preparing;
    await novel.stop();
    const [alone, both] = [storiesAloneMs.at(-1) ?? 0, storiesBesideMs.at(-1) ?? 0];
    say(`pair ${pair} of ${pairs}: a story takes ${seconds(alone)} alone, ${seconds(both)} beside a novel`);
  }

  const mixedAnswers = createRecorder();
  recorder.present = mixedAnswers;
  ownDelay.enable();
  let events = 0;
  const ending = new AbortController();
  const streams = accounts.map(async ({ user }) => {
    for await (const _ of await user.quiet.call("followAccountEvents", { signal: ending.signal })) events += 1;
  });
  const { voices: listed } = await novelist.quiet.call("listVoices", { query: { limit: 20 } });
  const mixed = createMixed(
    { accounts, target: product.target, recorder: counting, voiceIds: listed.map(({ voice_id }) => voice_id) },
    random,
  );
  const samples: Resources[] = [];
  await novel.start();
  const loop = startOpenLoop(rate, random, () => mixed.next());
  const storiesEnd = new AbortController();
  const writing = (async () => {
    while (!storiesEnd.signal.aborted) storiesMixedMs.push(await shortStory(writer, voices));
  })();
  const lasts = minutes * 60_000;
  const from = performance.now();
  for (let next = 0, progress = PROGRESS_MS; performance.now() < from + lasts; ) {
    const passed = performance.now() - from;
    if (passed >= next) {
      samples.push(product.resources());
      next += SAMPLE_MS;
    }
    if (passed >= progress) {
      const { answers } = mixedAnswers;
      const faults = answers.filter(({ status }) => status === 0 || status >= 500).length;
      say(
        `${clock(lasts - passed)} left: ${answers.length} requests, ${faults} of them 5xx or unanswered, ${loop.open()} open`,
      );
      progress += PROGRESS_MS;
    }
    await delay(100);
  }
  await loop.stop();
  storiesEnd.abort();
  await writing;
  await novel.stop();
  ownDelay.disable();
  recorder.present = preparing;
  say(`waiting for the ends of ${mixed.runs.length} runs`);
  const badEnds: string[] = [];
  for (const { account, runId } of mixed.runs) {
    const { run } = await ended(account.user, runId);
    if (run.status !== "completed") badEnds.push(`${run.status} ${JSON.stringify(run.error_summary)}`);
  }
  for (const end of badEnds) say(`a run ended badly: ${end}`);

  say(`overload for ${seconds(OVERLOAD_MS)}`);
  const flooded = await overload(
    async (into) => {
      const { user, chapters } = accounts[random.below(accounts.length)] as Account;
      const chapter = chapters[random.below(chapters.length)];
      const url = `${product.target()}/v1/studio/sections/${chapter?.sectionId}/document`;
      // fetch rejects when there is no answer, which the recorder has counted.
      await into.send("document", url, { headers: user.headers }).catch(() => undefined);
    },
    OVERLOAD_MS,
    random,
  );
  ending.abort();
  await Promise.all(streams);
  await product.stop();
  say("measuring the tables");
  const report = reportOf({
    ...{ setup, minutes, storiesAloneMs, storiesBesideMs, storiesMixedMs, events, badEnds },
    beside: beside.answers,
    mixed: mixedAnswers.answers,
    novelLines: novel.lines(),
    runs: mixed.runs.length,
    growth: growthOf(samples),
    overload: flooded,
    tables: await product.tables(),
    ownDelayMs: ownDelay.percentile(99) / 1e6,
  });
  say("done");
  console.log(`\nrequests beside everything, in an open loop of ${rate} a second:\n${kindTable(report.kinds)}`);
  if (report.refusals.length > 0) console.log(`\n${refusalTable(report.refusals)}`);
  if (flooded.refusals.length > 0) console.log(`\nduring the overload:\n${refusalTable(flooded.refusals)}`);
  console.log(`\n${measurementTable(report.others)}`);
  console.log(`\n${tableOfTables(report.tables)}`);
  console.log(`\n${measurementTable(report.verdicts)}`);
  if (values.json !== undefined) {
    // npm changes to the workspace's root; a path is relative to the folder where npm was called.
    const file = resolve(process.env.INIT_CWD ?? process.cwd(), values.json);
    writeFileSync(file, `${JSON.stringify({ seed, rate, lineMs, ...report, overload: flooded }, null, 2)}\n`);
  }
  const failed = report.verdicts.filter(({ met }) => met === false).length;
  console.log(`\n${report.verdicts.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

function setupNamed(name: string): keyof typeof SETUPS {
  if (name === "embedded" || name === "cluster") return name;
  return fail(`--setup ${name}: embedded or cluster is expected.`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) fail(`--${name} ${text}: a number above 0 is expected.`);
  return value;
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) fail(`--${name} ${text}: a whole number of at least 1 is expected.`);
  return value;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
