// How long people wait after a kill -9: until the service answers again beside much data, and until a run makes audio again.

import { readFileSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { openDatabase } from "../packages/server/db/db.ts";
import { createLog } from "../packages/server/start.ts";
import { createStory, longText, prepare, startAudio } from "../tests/api/story.ts";
import { type Installation, newInstallation, type Service } from "../tests/crash/service.ts";
import { startPostgres } from "../tests/postgres/postgres.ts";
import { spokenSection } from "./manifest.ts";
import { atMost, type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { fillData } from "./prefilled-server.ts";
import { freshData } from "./started-server.ts";

export const describe =
  "kill -9: until the service answers again beside 100,000 blocks and 10,000 takes; until a run makes audio again, embedded and with two workers on PostgreSQL";

const BLOCKS = 100_000;
const TAKES = 10_000;
/** Enough lines to speak that the run does not end while it is measured. */
const PARAGRAPHS = 4_000;
const LOOK_MS = 20;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const { much, little } = await servingAgain(runs);
  const embedded = [];
  for (let index = 0; index < runs; index++) embedded.push(await speaksAgainEmbedded());
  const cluster = [];
  for (let index = 0; index < runs; index++) cluster.push(await speaksAgainElsewhere());
  const seconds = (times: readonly Answered[]) => median(times.map(({ ms }) => ms)) / 1000;
  const processor = (times: readonly Answered[]) =>
    median(times.map(({ processorMs }) => processorMs ?? Number.NaN)) / 1000;
  return [
    measured("from the start to an answered read", seconds(much), "s", atMost(3)),
    measured("the same with one story, by turns", seconds(little), "s"),
    measured("processor time of it", processor(much), "s"),
    measured("the same with one story", processor(little), "s"),
    measured("from the kill to the next take, started again at once", median(embedded) / 1000, "s", atMost(3)),
    measured(
      "from the kill until the other worker has the run",
      median(cluster.map(({ takenMs }) => takenMs)) / 1000,
      "s",
      atMost(15),
    ),
    measured("from the kill to its next take", median(cluster.map(({ takeMs }) => takeMs)) / 1000, "s", atMost(15)),
  ];
}

interface Answered {
  readonly ms: number;
  /** Of the process, children that ended included; null on other systems than Linux. */
  readonly processorMs: number | null;
}

/** Kills and starts, by turns, a service with much data and one with a story, because the speed of a machine changes. */
async function servingAgain(runs: number): Promise<{ readonly much: Answered[]; readonly little: Answered[] }> {
  await using much = await filledService({ lines: BLOCKS, spoken: TAKES });
  await using little = await filledService({ lines: 20, spoken: 20 });
  const times: { readonly much: Answered[]; readonly little: Answered[] } = { much: [], little: [] };
  for (let index = 0; index <= runs; index++) {
    const [one, other] = [await much.killAndRead(), await little.killAndRead()];
    // The first start also compiles its code.
    if (index === 0) continue;
    times.much.push(one);
    times.little.push(other);
  }
  return times;
}

async function filledService(size: { readonly lines: number; readonly spoken: number }) {
  const data = freshData();
  const installation = newInstallation();
  const env = {
    FULLCAST_DATA_DIR: data.dataDir,
    FULLCAST_OWNER_KEY: data.apiKey,
    FULLCAST_LOG_LEVEL: "error",
  };
  const sectionId = await fillData(data, (filling) => spokenSection(filling, size));
  let service = await installation.start(env);
  return {
    async killAndRead(): Promise<Answered> {
      // Writes that the next start finds in the log of the database.
      for (let story = 0; story < 10; story++) await createStory(clientOf(service, data.apiKey), longText(20));
      await service.kill();
      const from = performance.now();
      service = await installation.start(env);
      await clientOf(service, data.apiKey).call("readDocument", {
        params: { sectionId },
        query: { from_index: 10, limit: 100 },
      });
      return { ms: performance.now() - from, processorMs: processorMs(service.process.pid) };
    },
    async [Symbol.asyncDispose]() {
      await service.kill();
      installation[Symbol.dispose]();
      rmSync(data.dataDir, { recursive: true, force: true });
    },
  };
}

/** Linux counts in hundredths of a second. */
function processorMs(pid: number | undefined): number | null {
  if (process.platform !== "linux") return null;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks), 0) * 10;
}

async function speaksAgainEmbedded(): Promise<number> {
  using installation = newInstallation();
  let service = await installation.start();
  const runId = await speaking(service.client);
  const before = await readyLines(service.client, runId);
  await service.kill();
  const from = performance.now();
  service = await installation.start();
  await moreLines(service.client, runId, before);
  const ms = performance.now() - from;
  await service.kill();
  return ms;
}

/** The worker that speaks is killed and stays dead; the other one is to continue. */
async function speaksAgainElsewhere(): Promise<{ readonly takenMs: number; readonly takeMs: number }> {
  await using postgres = await startPostgres();
  const url = await postgres.createDatabase();
  using installation = newInstallation();
  await using services = new AsyncDisposableStack();
  const start = async (role: string) => {
    const service = await startedAs(installation, url, role);
    services.defer(async () => void (await service.kill()));
    return service;
  };
  const { client } = await start("api");
  const first = await start("worker");
  const runId = await speaking(client);
  await using db = await openDatabase({ dataDir: "unused", url, log: createLog("error", process.stderr) });
  const processes = async () =>
    (
      (await db.execute("select count(*)::int as n from job_processes where ended_at is null", [])).rows[0] as {
        readonly n: number;
      }
    ).n;
  const alive = await processes();
  await start("worker");
  while ((await processes()) <= alive) await pause(LOOK_MS);
  const holder = async () =>
    (await db.execute("select holder::text from jobs where state = 'running' and queue = 'workflow'", [])).rows[0];
  const before = ((await holder()) as { readonly holder: string } | undefined)?.holder;
  await first.kill();
  const from = performance.now();
  const ready = await readyLines(client, runId);
  for (;;) {
    const now = ((await holder()) as { readonly holder: string } | undefined)?.holder;
    if (now !== undefined && now !== before) break;
    await pause(LOOK_MS);
  }
  const takenMs = performance.now() - from;
  await moreLines(client, runId, ready);
  return { takenMs, takeMs: performance.now() - from };
}

const startedAs = (installation: Installation, url: string, role: string) =>
  installation.start({ FULLCAST_DATABASE_URL: url, FULLCAST_ROLES: role, FULLCAST_LOG_LEVEL: "error" });

/** A run that has made audio and has much left to do. */
async function speaking(client: Client): Promise<string> {
  const { projectId, sectionId } = await createStory(client, longText(PARAGRAPHS));
  await prepare(client, projectId, sectionId);
  const { run } = await startAudio(client, projectId, [sectionId]);
  await moreLines(client, run.id, 0);
  return run.id;
}

async function readyLines(client: Client, workflowRunId: string): Promise<number> {
  const { status, blocks } = await client.call("readWorkflowProgress", { params: { workflowRunId } });
  if (status !== "queued" && status !== "running") throw new Error(`the run is ${status} before it was measured`);
  return blocks.ready;
}

async function moreLines(client: Client, runId: string, than: number): Promise<void> {
  while ((await readyLines(client, runId)) <= than) await pause(LOOK_MS);
}

function clientOf(service: Service, apiKey: string): Client {
  return createClient({ baseUrl: `${service.url}/v1`, apiKey });
}
