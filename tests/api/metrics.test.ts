// What Prometheus reads, and that the page, the dashboard and the alerts name only metrics that exist.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createClient } from "@fullcast/contract";
import { createLog, type RunningServer, readSettings, startServer } from "@fullcast/server";
import { prepareDatabase } from "../../packages/server/db/test-data-directory.ts";
import { exportStory, spokenStory } from "./story.ts";

const KEY = "k".repeat(40);
const folder = mkdtempSync(join(tmpdir(), "fullcast-test-"));
const docs = join(import.meta.dirname, "../../docs/operations");
let server: RunningServer;
let url: string;

before(async () => {
  await prepareDatabase(folder);
  const env = {
    ...{ FULLCAST_DATA_DIR: folder, FULLCAST_PORT: "0", FULLCAST_OWNER_KEY: KEY, FULLCAST_METRICS_PORT: "0" },
  };
  server = await startServer(readSettings(env, folder), { log: createLog("error", process.stderr), cores: 1 });
  assert.ok(server.metricsUrl !== null);
  url = server.metricsUrl;
});
after(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async () => (await fetch(url)).text();
const seriesValue = (text: string, series: string): number | null => {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};

test("requests, jobs, parts and the disk are counted; labels hold no id and no path that a client chose", async () => {
  const client = createClient({ baseUrl: `${server.url}/v1`, apiKey: KEY });
  const story = await spokenStory(client);
  const made = await exportStory(client, story, "srt");
  assert.equal(made.status, "completed");
  await fetch(`${server.url}/v1/no/such/path-${story.sectionId}`);
  await client.call("readDocument", { params: { sectionId: story.sectionId } });
  const text = await read();
  const document =
    'fullcast_http_requests_total{method="GET",route="/v1/studio/sections/:sectionId/document",status="200"}';
  assert.ok((seriesValue(text, document) ?? 0) >= 1, text);
  assert.equal(seriesValue(text, 'fullcast_http_requests_total{method="GET",route="/*",status="404"}'), 1);
  assert.ok((seriesValue(text, 'fullcast_http_request_duration_seconds_count{method="POST"}') ?? 0) >= 1);
  assert.ok((seriesValue(text, 'fullcast_job_attempts_total{queue="workflow",end="done"}') ?? 0) >= 1, text);
  assert.ok((seriesValue(text, 'fullcast_jobs{queue="cleanup",state="waiting"}') ?? 0) >= 1, text);
  for (const part of ["database", "object_store"]) assert.equal(seriesValue(text, `fullcast_up{part="${part}"}`), 1);
  assert.equal(seriesValue(text, "fullcast_runs_unfinished"), 0);
  assert.equal(seriesValue(text, "fullcast_exports_unfinished"), 0);
  assert.ok((seriesValue(text, "fullcast_data_disk_free_bytes") ?? 0) > 0);
  for (const id of [story.sectionId, story.projectId, made.id]) assert.ok(!text.includes(id));
});

test("only GET and HEAD of /metrics are answered; scrapes at once get the same text", async () => {
  const { origin } = new URL(url);
  assert.equal((await fetch(`${origin}/`)).status, 404);
  assert.equal((await fetch(`${origin}/v1/health`)).status, 404);
  assert.equal((await fetch(url, { method: "POST", body: "x" })).status, 405);
  const head = await fetch(url, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  const [first, ...others] = await Promise.all([read(), read(), read()]);
  assert.ok(first?.includes("# TYPE fullcast_up gauge"));
  for (const other of others) assert.ok(other.includes("fullcast_up"));
  assert.equal(await statusOf(`${url}?a=1`), 200);
});

test("the page lists every metric, and page, dashboard and alerts name no other", async () => {
  const text = await read();
  const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string));
  const own = [...families].filter((name) => name.startsWith("fullcast_"));
  const page = readFileSync(join(docs, "metrics.md"), "utf8");
  for (const name of own) assert.ok(page.includes(`\`${name}\``), `${name} is not in the page`);
  for (const file of ["metrics.md", "grafana-dashboard.json", "prometheus-alerts.yml"]) {
    const named = readFileSync(join(docs, file), "utf8").match(/\b(?:fullcast|process|nodejs)_[a-z0-9_]+/g) ?? [];
    assert.ok(named.length >= 5, file);
    for (const name of named) assert.ok(families.has(name.replace(/_bucket$/, "")), `${file}: ${name} is no metric`);
  }
});

function statusOf(address: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(address, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}
