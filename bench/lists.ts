import { insertMany } from "../packages/server/db/db.ts";
import { addSection } from "../packages/server/documents/documents.ts";
import { addProject } from "../packages/server/projects/projects.ts";
import { type BenchOptions, type Measurement, measured } from "./measurement.ts";
import { type Filling, prefilledServer } from "./prefilled-server.ts";
import type { StartedServer } from "./started-server.ts";

export const describe =
  "list endpoints with 10,000 rows behind them, and an 8 MiB section, at the real service on its embedded database";

const ROWS = 10_000;
const REQUESTS = 60;
/** The first requests of a process compile its code. */
const WARM_UP = 60;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const { server, filled } = await prefilledServer(fillLists);
  await using _ = server;
  const rows: Measurement[] = [];
  for (const [name, path] of [
    ["one's own account, to compare", "/me"],
    ["exports, first page", "/studio/exports?limit=25"],
    ["exports, last page", `/studio/exports?limit=25&cursor=${ROWS - 25}`],
    ["exports of a section", `/studio/exports?limit=25&section_id=${filled.sectionId}`],
    ["exports of a section, last page", `/studio/exports?limit=25&cursor=${ROWS - 25}&section_id=${filled.sectionId}`],
    ["exports of a status", "/studio/exports?limit=25&status=failed"],
    ["project export jobs", `/studio/projects/${filled.projectId}/exports?limit=10`],
    ["latest workflow", `/studio/projects/${filled.projectId}/workflows`],
    ["export freshness", `/studio/projects/${filled.projectId}/export-freshness`],
    ["document versions", `/studio/sections/${filled.sectionId}/document/versions?limit=25`],
    ["a page of the stories", "/studio/projects?limit=25"],
  ] as const) {
    rows.push(measured(`${name}, p95`, await p95(server, path), "ms", { bound: "at most", value: 20 }));
  }
  // Of any length by the specification: 4 MB of JSON.
  rows.push(measured("all the stories in one answer, p95", await p95(server, "/studio/projects", 20), "ms"));
  const posts = [];
  for (let index = 0; index <= runs; index++) posts.push(await postLongSection(server));
  rows.push(measured("POST of 8 MiB", Math.min(...posts), "s", { bound: "at most", value: 0.8 }));
  return rows;
}

async function p95(server: StartedServer, path: string, requests = REQUESTS): Promise<number> {
  const times: number[] = [];
  for (let index = -WARM_UP; index < requests; index++) {
    const before = performance.now();
    const response = await fetch(server.baseUrl + path, { headers: server.headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    if (index >= 0) times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

async function postLongSection(server: StartedServer): Promise<number> {
  const sentence = "“Is anyone there?” Mara called — nobody answered.\n";
  const raw_text = sentence.repeat(Math.floor((8 * 1024 * 1024 - 1_000) / (Buffer.byteLength(sentence) + 1)));
  const body = JSON.stringify({
    schema_version: 1,
    actor_session_id: crypto.randomUUID(),
    client_mutation_id: crypto.randomUUID(),
    title: "Long",
    raw_text,
  });
  const before = performance.now();
  const response = await fetch(`${server.baseUrl}/studio/sections`, {
    method: "POST",
    headers: { ...server.headers, "content-type": "application/json" },
    body,
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`8 MiB were answered with ${response.status}`);
  return (performance.now() - before) / 1_000;
}

/** One project with a section, and 10,000 exports, export jobs and runs of it. */
export async function fillLists(filling: Filling): Promise<{ projectId: string; sectionId: string }> {
  const { db, newId, accountId } = filling;
  const [projectId, sectionId] = [newId(), newId()];
  await addProject(filling, { id: projectId, accountId, name: "Long list" });
  await addSection(filling, {
    id: sectionId,
    projectId,
    accountId,
    title: "One",
    sectionIndex: 0,
    blockId: newId(),
    text: "One.",
    actorSessionId: newId(),
    at: filling.clock(),
  });
  const versions = { document_version: 1, speaker_registry_version: 1, mastering_version: 1 };
  const numbers = Array.from({ length: ROWS }, (_, index) => ({
    index,
    id: newId(),
    at: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
  }));
  await insertMany(
    db,
    "exports",
    numbers.map(({ index, id, at }) => ({
      ...versions,
      id,
      account_id: accountId,
      project_id: projectId,
      section_id: sectionId,
      format: "srt" as const,
      status: index % 10 === 0 ? "failed" : "cancelled",
      phase: index % 10 === 0 ? "failed" : "cancelled",
      percent: 0,
      cache_result: "miss" as const,
      error_code: null,
      error_message: null,
      created_at: at,
      started_at: at,
      completed_at: at,
    })),
  );
  const jobs = numbers.map(({ id, at }) => ({ job: newId(), id, at }));
  await insertMany(
    db,
    "project_exports",
    jobs.map(({ job, at }) => ({
      id: job,
      account_id: accountId,
      project_id: projectId,
      format: "srt" as const,
      final_status: "failed" as const,
      created_at: at,
    })),
  );
  await insertMany(
    db,
    "project_export_sections",
    jobs.map(({ job, id }) => ({
      ...versions,
      project_export_id: job,
      place: 0,
      section_id: sectionId,
      title: "One",
      export_id: id,
    })),
  );
  await insertMany(
    db,
    "document_versions",
    numbers.slice(1).map(({ index, at }) => ({
      section_id: sectionId,
      document_version: index + 1,
      created_at: at,
      actor_session_id: null,
      summary: "Changed 1 block",
      title: "One",
      sound_effects_enabled: true,
      source_text_length: 4,
      block_count: 1,
    })),
  );
  const runs = numbers.map(({ at }) => ({ id: newId(), at }));
  await insertMany(
    db,
    "workflow_runs",
    runs.map(({ id, at }) => ({
      id,
      account_id: accountId,
      project_id: projectId,
      workflow_kind: "prepare_sections" as const,
      profile_snapshot: "{}",
      status: "cancelled" as const,
      created_at: at,
      updated_at: at,
      completed_at: at,
    })),
  );
  await insertMany(
    db,
    "workflow_steps",
    runs.map(({ id, at }) => ({
      id: newId(),
      workflow_run_id: id,
      section_id: sectionId,
      step_key: "prepare",
      step_index: 0,
      attempt: 0,
      step_kind: "prepare_section" as const,
      status: "cancelled" as const,
      requested_document_version: 1,
      result_summary: "{}",
      created_at: at,
      updated_at: at,
      completed_at: at,
    })),
  );
  await addStories(filling);
  // What upkeep does within a minute of such a change (db/embedded/upkeep.ts), autovacuum on a server.
  await db.script("vacuum analyze");
  return { projectId, sectionId };
}

/** As many standalone stories as there are rows of everything else, most of them with a text, some blank. */
async function addStories(filling: Filling): Promise<void> {
  const { newId, accountId } = filling;
  await filling.db.transaction(async () => {
    for (let index = 0; index < ROWS; index++) {
      const projectId = newId();
      await addProject(filling, { id: projectId, accountId, name: null });
      await addSection(filling, {
        id: newId(),
        projectId,
        accountId,
        title: `Story ${index}`,
        sectionIndex: 0,
        blockId: newId(),
        text: index % 10 === 0 ? "" : "“Is anyone there?” Mara called.",
        actorSessionId: newId(),
        at: filling.clock(),
      });
    }
  });
}
