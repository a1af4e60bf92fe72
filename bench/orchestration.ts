// The cost around the voice: the generating step of a real run (jobs, database, measuring, storing) compared with the bare
// engine that speaks the same utterances on the same number of threads. The text is the example chapter, repeated. A shared
// processor changes its speed by half from second to second. The turns are therefore short and many, and the result is the
// median turn of the step divided by the median turn of the bare engine.

import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { deliveryOf } from "../packages/core/direction/direction.ts";
import { spokenText } from "../packages/core/media/media.ts";
import type { SpeakRequest, SpeechEngine } from "../packages/server/engines/engine.ts";
import { speakPcm } from "../packages/server/engines/record.ts";
import { createEngines, type Engines } from "../packages/server/engines/registry.ts";
import { createLog, readSettings, startServer } from "../packages/server/start.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";

export const describe =
  "the generating step of a run against the bare engine speaking the same utterances on the same threads, in turns";

const CHAPTER = join(dirname(import.meta.dirname), "examples", "chapter.txt");
const COPIES = 3;
/** Turns of each for one requested run. */
const TURNS = 8;
/** Turns of each until the synthesiser's code is compiled in all threads, which takes some fifteen seconds of speaking. */
const WARMING = 6;
const TERMINAL = new Set(["completed", "partially_completed", "failed", "cancelled"]);

interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const text = Array.from({ length: COPIES }, () => readFileSync(CHAPTER, "utf8")).join("\n\n");
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  const key = randomUUID() + randomUUID();
  const settings = readSettings({ FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0", FULLCAST_OWNER_KEY: key }, dataDir);
  const server = await startServer(settings, { log: createLog("error", process.stderr) });
  const engines = createEngines({ threads: availableParallelism() });
  try {
    const client = createClient({ baseUrl: `${server.url}/v1`, apiKey: key });
    const steps: Cost[] = [];
    const bare: Cost[] = [];
    let audioMs = 0;
    for (let index = 0; index < WARMING + runs * TURNS; index++) {
      const made = await generate(client, `${text}\n\nThe end, ${index}.\n`);
      const spoken = await speakBare(await utterances(client, engines, made.sectionId));
      audioMs = made.audioMs;
      if (index < WARMING) continue;
      steps.push(made.cost);
      bare.push(spoken);
    }
    const wall = (costs: readonly Cost[]) => median(costs.map((cost) => cost.seconds));
    const cpu = (costs: readonly Cost[]) => median(costs.map((cost) => cost.cpuSeconds));
    const over = (step: number, engine: number) => (step / engine - 1) * 100;
    return [
      measured("generating, audio", audioMs / 1000, "s"),
      measured("generating, step", wall(steps), "s"),
      measured("generating, bare engine", wall(bare), "s"),
      measured("cost over the bare engine, wall", over(wall(steps), wall(bare)), "%", { bound: "at most", value: 25 }),
      measured("cost over the bare engine, CPU of all threads", over(cpu(steps), cpu(bare)), "%"),
    ];
  } finally {
    await engines[Symbol.asyncDispose]();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function generate(client: Client, raw_text: string) {
  const session = randomUUID();
  const mutation = () => ({ actor_session_id: session, client_mutation_id: randomUUID() });
  const { project_id: projectId, section } = await client.call("createStandaloneSection", {
    body: { schema_version: 1, ...mutation(), title: "Chapter", raw_text },
  });
  const section_ids = [section.id];
  await finished(
    client,
    await client.call("startWorkflow", {
      params: { projectId },
      body: { schema_version: 1, workflow_kind: "prepare_sections", ...mutation(), section_ids },
    }),
  );
  const before = process.cpuUsage();
  const done = await finished(
    client,
    await client.call("startWorkflow", {
      params: { projectId },
      body: { schema_version: 2, workflow_kind: "create_audio", ...mutation(), section_ids },
    }),
  );
  const cpu = process.cpuUsage(before);
  const step = done.steps.find((one) => one.step_kind === "generate_stale_audio");
  if (step?.status !== "succeeded") throw new Error("the audio was not made");
  const seconds = (Date.parse(step.completed_at ?? "") - Date.parse(step.started_at ?? "")) / 1000;
  return {
    sectionId: section.id,
    audioMs: Number(step.result_summary.audio_ms),
    cost: { seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6 },
  };
}

async function finished(client: Client, { run: { id } }: { readonly run: { readonly id: string } }) {
  for (;;) {
    const workflow = await client.call("readWorkflow", { params: { workflowRunId: id } });
    if (TERMINAL.has(workflow.run.status)) return workflow;
    // Not more often: it is this process that the step is measured in.
    await pause(1_000);
  }
}

interface Utterance {
  readonly engine: SpeechEngine;
  readonly request: SpeakRequest;
}

/** The requests that the run made of the section, as it made them. */
async function utterances(client: Client, engines: Engines, sectionId: string): Promise<Utterance[]> {
  const { document, speakers } = await client.call("readDocument", { params: { sectionId } });
  const catalogue = await engines.catalogue();
  const cast = new Map(speakers.map((speaker) => [speaker.id, catalogue.voice(speaker.casting?.voice_id ?? "")]));
  return document.blocks.flatMap((block): Utterance[] => {
    if (block.kind !== "speech" && block.kind !== "narration") return [];
    const voice = cast.get(block.speaker_id ?? "");
    const spoken = spokenText(block.content);
    if (voice === undefined || spoken.text === "") return [];
    const { emphasis, pronunciations, silences, text } = spoken;
    const delivery = deliveryOf(block.content.delivery_control_sets, voice.provider, block.content.text.length);
    const said = { text, delivery, emphasis, pronunciations, silences, options: {} };
    const engine = engines.byProvider(voice.provider);
    if (engine === undefined) throw new Error(`the engine ${voice.provider} is not there`);
    return [{ engine, request: { model: voice.model, voice: voice.id, ...said } }];
  });
}

async function speakBare(utterances: readonly Utterance[]): Promise<Cost> {
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  const waiting = utterances.values();
  const most = Math.max(...utterances.map(({ engine }) => engine.concurrency));
  const lane = async () => {
    for (const { engine, request } of waiting) {
      const { pcm } = await speakPcm(engine, request);
      // As the step does with what it has written: otherwise the collector runs for it.
      (pcm.buffer as ArrayBuffer).transfer(0);
    }
  };
  await Promise.all(Array.from({ length: most * 3 }, lane));
  const seconds = (performance.now() - from) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  return { seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6 };
}
