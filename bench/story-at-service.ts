// A story of many lines that a stand-in for a service speaks, through a whole server.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../packages/contract/contract.ts";
import { voiceId } from "../packages/server/engines/registry.ts";
import { createLog, readSettings, startServer } from "../packages/server/start.ts";
import type { ServiceInThread } from "./stand-in-thread.ts";

const TERMINAL = new Set(["completed", "partially_completed", "failed", "cancelled"]);

export interface SpokenStory {
  /** The step that made the audio. */
  readonly step: {
    readonly status: string;
    readonly error_message: string | null;
    readonly result_summary: { readonly [key: string]: unknown };
  };
  readonly seconds: number;
}

/**
 * Prepares a story of `lines` lines, casts its narrator with a voice of the service, and makes its audio.
 * @param begin called before the audio is made
 */
export async function storyAtService(
  service: ServiceInThread,
  { lines, concurrency }: { readonly lines: number; readonly concurrency: number },
  begin: () => Promise<void>,
): Promise<SpokenStory> {
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  const entry = { provider: "stand-in", type: "openai-compatible", base_url: `${service.url}/v1`, model: "kokoro" };
  writeFileSync(join(dataDir, "engines.json"), JSON.stringify({ engines: [{ ...entry, concurrency }] }), {
    mode: 0o600,
  });
  const key = randomUUID() + randomUUID();
  const settings = readSettings({ FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0", FULLCAST_OWNER_KEY: key }, dataDir);
  const server = await startServer(settings, { log: createLog("error", process.stderr) });
  try {
    const client = createClient({ baseUrl: `${server.url}/v1`, apiKey: key });
    const ids = () => ({ actor_session_id: randomUUID(), client_mutation_id: randomUUID() });
    const finished = async (id: string) => {
      for (;;) {
        const workflow = await client.call("readWorkflow", { params: { workflowRunId: id } });
        if (TERMINAL.has(workflow.run.status)) return workflow;
        await pause(500);
      }
    };
    const texts = Array.from({ length: lines }, (_, i) => `The tide went out for the ${i}th time that year.`);
    const { project_id: projectId, section } = await client.call("createStandaloneSection", {
      body: { schema_version: 1, ...ids(), title: "Tides", raw_text: texts.join("\n\n") },
    });
    const params = { projectId };
    const section_ids = [section.id];
    const prepared = await client.call("startWorkflow", {
      params,
      body: { schema_version: 1, workflow_kind: "prepare_sections", ...ids(), section_ids },
    });
    await finished(prepared.run.id);
    const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params });
    await client.call("castSpeaker", {
      params: { projectId, speakerId: speakers[0]?.id ?? "" },
      body: {
        ...{ schema_version: 1, ...ids(), base_speaker_registry_version: speaker_registry_version },
        voice_id: voiceId("stand-in", "af_heart"),
      },
    });
    await begin();
    const started = await client.call("startWorkflow", {
      params,
      body: { schema_version: 2, workflow_kind: "create_audio", ...ids(), section_ids },
    });
    const done = await finished(started.run.id);
    const step = done.steps.find((one) => one.step_kind === "generate_stale_audio");
    if (step === undefined) throw new Error("no audio was made");
    const seconds = (Date.parse(step.completed_at ?? "") - Date.parse(step.started_at ?? "")) / 1000;
    return { step, seconds };
  } finally {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
