import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";

export const describe =
  "the HTTP hall alone, its handlers costing nothing: requests a second (16 connections), a body of 8 MiB, a document of 100,000 blocks";

const SECONDS = 3;
const CONNECTIONS = 16;
const headers = { authorization: "Bearer fc_bench" };

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const server = fork(join(import.meta.dirname, "http", "server.ts"));
  try {
    const [url] = (await once(server, "message")) as [string];
    const health = await load(`${url}/health`, runs);
    const small = await load(`${url}/me/generation-preferences`, runs);
    const post = await repeated(runs, () => postBigBody(url));
    const big = await repeated(runs, () => readBigDocument(url));
    return [
      measured("GET health", health.perSecond, "requests/s", { bound: "at least", value: 4_000 }),
      measured("GET health, p99", health.p99, "ms"),
      measured("small authenticated GET", small.perSecond, "requests/s", { bound: "at least", value: 4_000 }),
      measured("small authenticated GET, p99", small.p99, "ms", { bound: "at most", value: 20 }),
      measured("POST of 8 MiB", median(post), "s", { bound: "at most", value: 0.3 }),
      measured("document of 100,000 blocks", median(big.map((one) => one.seconds)), "s"),
      measured("health meanwhile, worst", median(big.map((one) => one.worstMs)), "ms", {
        bound: "at most",
        value: 100,
      }),
    ];
  } finally {
    server.disconnect();
    await once(server, "exit");
  }
}

async function load(url: string, runs: number) {
  await autocannon({ url, headers, connections: CONNECTIONS, duration: 1 });
  const reports = await repeated(runs, () => autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS }));
  for (const { non2xx, errors } of reports) {
    if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors at ${new URL(url).pathname}`);
  }
  return {
    perSecond: median(reports.map((report) => report.requests.average)),
    p99: median(reports.map((report) => report.latency.p99)),
  };
}

async function postBigBody(url: string): Promise<number> {
  const frame = { schema_version: 1, actor_session_id: crypto.randomUUID(), client_mutation_id: crypto.randomUUID() };
  const sentence = "“Is anyone there?” Mara called — nobody answered.\n";
  const room = 8 * 1024 * 1024 - JSON.stringify({ ...frame, title: "Long", raw_text: "" }).length;
  const raw_text = sentence.repeat(Math.floor(room / (Buffer.byteLength(sentence) + 1)));
  const body = JSON.stringify({ ...frame, title: "Long", raw_text });
  const before = performance.now();
  const response = await fetch(`${url}/studio/sections`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  await response.json();
  if (response.status !== 201) throw new Error(`the big body was answered with ${response.status}`);
  return (performance.now() - before) / 1000;
}

/** The duration of the document request, and of the slowest concurrent health check. */
async function readBigDocument(url: string): Promise<{ readonly seconds: number; readonly worstMs: number }> {
  let reading = true;
  let worstMs = 0;
  const watch = async () => {
    while (reading) {
      const before = performance.now();
      await (await fetch(`${url}/health`)).arrayBuffer();
      worstMs = Math.max(worstMs, performance.now() - before);
      await pause(5);
    }
  };
  const watching = watch();
  const before = performance.now();
  const response = await fetch(`${url}/studio/sections/${crypto.randomUUID()}/document`, { headers });
  let bytes = 0;
  for await (const chunk of response.body!) bytes += chunk.byteLength;
  const seconds = (performance.now() - before) / 1000;
  reading = false;
  await watching;
  if (bytes < 30e6) throw new Error(`the document came with ${bytes} bytes only`);
  return { seconds, worstMs };
}

async function repeated<T>(runs: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < runs; run++) results.push(await measure());
  return results;
}
