// A short story on the embedded voices, while the engine of another account's long story takes requests and never answers.
// The turns with and without the stalled engine alternate, so that other load on the machine affects both equally.

import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { voiceId } from "../packages/server/engines/registry.ts";
import { createLog, readSettings, startServer } from "../packages/server/start.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { type ServiceInThread, serviceInThread } from "./stand-in-thread.ts";

export const describe =
  "a story of 590 words on the embedded voices, while another account's long story waits for an engine that never answers";

const STORY = join(dirname(import.meta.dirname), "examples", "the-lighthouse.txt");
const LINES = 100;
/** Long lines: a request to the engine may take the longer, the longer its text is. */
const SENTENCES = 25;
const AT_ONCE = 8;
/** Pairs of stories for one requested run. */
const PAIRS = 5;
/** Stories until the synthesiser's code is compiled. */
const WARMING = 3;
const TERMINAL = new Set(["completed", "partially_completed", "failed", "cancelled"]);

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  await using service = await serviceInThread();
  await service.set({ usual: "hangs" });
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  const entry = { provider: "stand-in", type: "openai-compatible", base_url: `${service.url}/v1`, model: "kokoro" };
  writeFileSync(join(dataDir, "engines.json"), JSON.stringify({ engines: [{ ...entry, concurrency: AT_ONCE }] }), {
    mode: 0o600,
  });
  const key = randomUUID() + randomUUID();
  const settings = readSettings({ FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0", FULLCAST_OWNER_KEY: key }, dataDir);
  const server = await startServer(settings, { log: createLog("error", process.stderr) });
  try {
    const baseUrl = `${server.url}/v1`;
    const waiting = createClient({ baseUrl, apiKey: key });
    const { raw_key } = await waiting.call("createAccount", {
      body: { username: "other", display_name: "Other", plan: "unlimited" },
    });
    // Without it, the embedded voices would speak the lines that wait.
    await waiting.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
    const other = createClient({ baseUrl, apiKey: raw_key });
    const story = readFileSync(STORY, "utf8");
    const long = await longStory(waiting);
    const [alone, beside]: [number[], number[]] = [[], []];
    let most = 0;
    for (let index = 0; index < WARMING + runs * PAIRS; index++) {
      // Each order as often as the other one.
      const order = index % 2 === 0 ? [false, true] : [true, false];
      for (const isStalled of order) {
        const text = `${story}\n\nThe end of number ${index}${isStalled ? ", told beside another" : ", told alone today"}.\n`;
        await using _stalled = isStalled ? await stalled(waiting, service, long) : null;
        const seconds = await spoken(other, text);
        if (isStalled) most = Math.max(most, (await service.counted()).running.now);
        if (index >= WARMING) (isStalled ? beside : alone).push(seconds);
      }
    }
    const ratios = beside.map((seconds, index) => (seconds / alone[index]! - 1) * 100);
    return [
      measured("requests that hang meanwhile", most, "", { bound: "at least", value: AT_ONCE }),
      measured("pairs", alone.length, ""),
      measured("the story alone", median(alone), "s"),
      measured("the story beside the stalled engine", median(beside), "s"),
      measured("slower, median of the pairs", median(ratios), "%", { bound: "at most", value: 10 }),
    ];
  } finally {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const ids = () => ({ actor_session_id: randomUUID(), client_mutation_id: randomUUID() });

interface Section {
  readonly projectId: string;
  readonly sectionId: string;
}

async function prepared(client: Client, raw_text: string): Promise<Section> {
  const { project_id: projectId, section } = await client.call("createStandaloneSection", {
    body: { schema_version: 1, ...ids(), title: "Story", raw_text },
  });
  const { run } = await client.call("startWorkflow", {
    params: { projectId },
    body: { schema_version: 1, workflow_kind: "prepare_sections", ...ids(), section_ids: [section.id] },
  });
  await ended(client, run.id);
  return { projectId, sectionId: section.id };
}

const begun = ({ projectId, sectionId }: Section, client: Client) =>
  client.call("startWorkflow", {
    params: { projectId },
    body: { schema_version: 2, workflow_kind: "create_audio", ...ids(), section_ids: [sectionId] },
  });

async function longStory(client: Client): Promise<Section> {
  const lines = Array.from({ length: LINES }, (_, i) =>
    Array.from({ length: SENTENCES }, (_, j) => `The tide went out for the ${i}th time in year ${j}.`).join(" "),
  );
  const section = await prepared(client, lines.join("\n\n"));
  const params = { projectId: section.projectId };
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params });
  await client.call("castSpeaker", {
    params: { ...params, speakerId: speakers[0]?.id ?? "" },
    body: {
      ...{ schema_version: 1, ...ids(), base_speaker_registry_version: speaker_registry_version },
      voice_id: voiceId("stand-in", "af_heart"),
    },
  });
  return section;
}

/** Starts the long story and returns when all requests that its engine takes hang; disposing it cancels the story. */
async function stalled(client: Client, service: ServiceInThread, section: Section): Promise<AsyncDisposable> {
  const { run } = await begun(section, client);
  while ((await service.counted()).running.now < AT_ONCE) {
    const { run: now } = await client.call("readWorkflow", { params: { workflowRunId: run.id } });
    if (TERMINAL.has(now.status)) throw new Error(`the long story ended: ${now.status}`);
    await pause(100);
  }
  return {
    async [Symbol.asyncDispose]() {
      await client.call("cancelWorkflow", { params: { workflowRunId: run.id }, body: ids() });
      await ended(client, run.id);
      while ((await service.counted()).running.now > 0) await pause(100);
    },
  };
}

/** Seconds from the start of a run to its end. */
async function spoken(client: Client, text: string): Promise<number> {
  const { run } = await begun(await prepared(client, text), client);
  const done = await ended(client, run.id);
  const step = done.steps.find(({ step_kind }) => step_kind === "generate_stale_audio");
  if (step?.status !== "succeeded") throw new Error(`the audio was not made: ${step?.error_message}`);
  return (Date.parse(step.completed_at ?? "") - Date.parse(done.run.created_at)) / 1000;
}

async function ended(client: Client, workflowRunId: string) {
  for (;;) {
    const workflow = await client.call("readWorkflow", { params: { workflowRunId } });
    if (TERMINAL.has(workflow.run.status)) return workflow;
    await pause(200);
  }
}
