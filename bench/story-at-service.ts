// Stories of many lines that a stand-in for a service speaks, through a whole server: one process, or several with PostgreSQL.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { openDatabase } from "../packages/server/db/db.ts";
import { voiceId } from "../packages/server/engines/registry.ts";
import { createLog, readSettings, startServer } from "../packages/server/start.ts";
import { startPostgres } from "../tests/postgres/postgres.ts";
import type { ServiceInThread } from "./stand-in-thread.ts";

const LAUNCHER = join(dirname(import.meta.dirname), "packages", "cli", "bin", "fullcast.mjs");
const TERMINAL = new Set(["completed", "partially_completed", "failed", "cancelled"]);

interface Step {
  readonly status: string;
  readonly error_message: string | null;
  readonly result_summary: { readonly [key: string]: unknown };
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

export interface SpokenStory {
  /** The step that made the audio. */
  readonly step: Step;
  readonly seconds: number;
}

export interface SpokenStories {
  /** The steps that made the audio. */
  readonly steps: readonly Step[];
  /** From the start of the first step to the end of the last. */
  readonly seconds: number;
  /** Processes that worked on them. */
  readonly processes: number;
}

interface AtService {
  readonly lines: number;
  readonly concurrency: number;
}

/**
 * Prepares a story of `lines` lines, casts its narrator with a voice of the service, and makes its audio.
 * @param begin called before the audio is made
 */
export async function storyAtService(
  service: ServiceInThread,
  story: AtService,
  begin: () => Promise<void>,
): Promise<SpokenStory> {
  await using running = await serverAtService(service, story.concurrency, {});
  const { steps, seconds } = await spokenStories(running.client, { ...story, stories: 1 }, begin);
  return { step: steps[0]!, seconds };
}

/** The same for several stories at once, with worker processes beside the process with the API, all on one PostgreSQL server. */
export async function storiesOfWorkers(
  service: ServiceInThread,
  story: AtService & { readonly stories: number; readonly workers: number },
  begin: () => Promise<void>,
): Promise<SpokenStories> {
  await using postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const env = { FULLCAST_DATABASE_URL: url, FULLCAST_ROLES: "api" };
  await using running = await serverAtService(service, story.concurrency, env);
  await using db = await openDatabase({ dataDir: "unused", url, log: createLog("error", process.stderr) });
  const processes = async () => {
    const { rows } = await db.execute("select count(*)::int as n from job_processes where ended_at is null", []);
    return (rows[0] as { readonly n: number }).n;
  };
  const before = await processes();
  await using workers = new AsyncDisposableStack();
  for (let i = 0; i < story.workers; i++) {
    const child = spawn(process.execPath, [LAUNCHER, "serve"], {
      env: { PATH: process.env.PATH ?? "", ...running.env, FULLCAST_ROLES: "worker", FULLCAST_LOG_LEVEL: "error" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const exited = once(child, "exit");
    workers.defer(async () => {
      child.kill("SIGTERM");
      await exited;
    });
  }
  // The first to look for work would take the stories of those that still start.
  while ((await processes()) < before + story.workers) await pause(100);
  const holders = new Set<unknown>();
  const end = new AbortController();
  const watched = (async () => {
    while (!end.signal.aborted) {
      const { rows } = await db.execute(
        "select distinct holder from jobs where state = 'running' and queue = 'workflow'",
        [],
      );
      for (const { holder } of rows as { readonly holder: unknown }[]) holders.add(holder);
      await pause(500);
    }
  })();
  try {
    return { ...(await spokenStories(running.client, story, begin)), processes: holders.size };
  } finally {
    end.abort();
    await watched;
  }
}

interface RunningAtService extends AsyncDisposable {
  readonly client: Client;
  /** Settings of another process of the same installation. */
  readonly env: { readonly [name: string]: string };
}

async function serverAtService(
  service: ServiceInThread,
  concurrency: number,
  more: { readonly [name: string]: string },
): Promise<RunningAtService> {
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  const entry = { provider: "stand-in", type: "openai-compatible", base_url: `${service.url}/v1`, model: "kokoro" };
  writeFileSync(join(dataDir, "engines.json"), JSON.stringify({ engines: [{ ...entry, concurrency }] }), {
    mode: 0o600,
  });
  const key = randomUUID() + randomUUID();
  const env = { FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0", FULLCAST_OWNER_KEY: key, ...more };
  const server = await startServer(readSettings(env, dataDir), { log: createLog("error", process.stderr) });
  return {
    client: createClient({ baseUrl: `${server.url}/v1`, apiKey: key }),
    env,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const ids = () => ({ actor_session_id: randomUUID(), client_mutation_id: randomUUID() });

async function spokenStories(
  client: Client,
  { lines, stories }: { readonly lines: number; readonly stories: number },
  begin: () => Promise<void>,
): Promise<Omit<SpokenStories, "processes">> {
  const prepared = await Promise.all(
    Array.from({ length: stories }, (_, at) => castStory(client, Math.ceil(lines / stories), at)),
  );
  await begin();
  const steps = await Promise.all(prepared.map((story) => audioOf(client, story)));
  const began = Math.min(...steps.map(({ started_at }) => Date.parse(started_at ?? "")));
  const ended = Math.max(...steps.map(({ completed_at }) => Date.parse(completed_at ?? "")));
  return { steps, seconds: (ended - began) / 1000 };
}

interface CastStory {
  readonly projectId: string;
  readonly sectionId: string;
}

async function castStory(client: Client, lines: number, at: number): Promise<CastStory> {
  const texts = Array.from({ length: lines }, (_, i) => `The tide went out for the ${i}th time that year.`);
  const { project_id: projectId, section } = await client.call("createStandaloneSection", {
    body: { schema_version: 1, ...ids(), title: `Tides ${at}`, raw_text: texts.join("\n\n") },
  });
  const params = { projectId };
  const { run } = await client.call("startWorkflow", {
    params,
    body: { schema_version: 1, workflow_kind: "prepare_sections", ...ids(), section_ids: [section.id] },
  });
  await finished(client, run.id);
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params });
  await client.call("castSpeaker", {
    params: { projectId, speakerId: speakers[0]?.id ?? "" },
    body: {
      ...{ schema_version: 1, ...ids(), base_speaker_registry_version: speaker_registry_version },
      voice_id: voiceId("stand-in", "af_heart"),
    },
  });
  return { projectId, sectionId: section.id };
}

async function audioOf(client: Client, { projectId, sectionId }: CastStory): Promise<Step> {
  const started = await client.call("startWorkflow", {
    params: { projectId },
    body: { schema_version: 2, workflow_kind: "create_audio", ...ids(), section_ids: [sectionId] },
  });
  const { steps } = await finished(client, started.run.id);
  const step = steps.find((one) => one.step_kind === "generate_stale_audio");
  if (step === undefined) throw new Error("no audio was made");
  return step;
}

async function finished(client: Client, id: string) {
  for (;;) {
    const workflow = await client.call("readWorkflow", { params: { workflowRunId: id } });
    if (TERMINAL.has(workflow.run.status)) return workflow;
    await pause(500);
  }
}
