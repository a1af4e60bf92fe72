// What the natural cast costs: the same text to MP3 with the default cast and with eSpeak NG's voices alone, in turns on one
// server, so that other load on the machine affects both. With --novel the text is the beginning of the novel.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { startedServer } from "./started-server.ts";

export const describe = "the same text to MP3 with the default cast and with eSpeak NG's voices alone, in turns";

const CHAPTER = join(dirname(import.meta.dirname), "examples", "chapter.txt");
const COPIES = 2;
/** Characters of a novel in one turn. */
const CHARACTERS = 30_000;
/** Turns of each for one requested run. */
const TURNS = 2;
const ENDED = new Set(["completed", "partially_completed", "failed", "cancelled", "superseded"]);

export async function run({ novel, runs }: BenchOptions): Promise<readonly Measurement[]> {
  const text =
    novel === null
      ? Array.from({ length: COPIES }, () => readFileSync(CHAPTER, "utf8")).join("\n\n")
      : readFileSync(novel, "utf8").slice(0, CHARACTERS);
  await using server = await startedServer();
  const client = createClient({ baseUrl: server.baseUrl, apiKey: server.apiKey });
  const [natural, plain]: [number[], number[]] = [[], []];
  // The first turn of each compiles the code.
  for (let turn = 0; turn <= runs * TURNS; turn++) {
    for (const provider of turn % 2 === 0 ? [null, "espeak"] : ["espeak", null]) {
      // Another ending each time: no take serves two turns.
      const speed = await toMp3(client, `${text}\n\nThe end of number ${turn}.\n`, provider);
      console.error(`  ${provider ?? "default"}: ${speed.toFixed(0)} × real time`);
      if (turn > 0) (provider === null ? natural : plain).push(speed);
    }
  }
  const ratios = natural.map((speed, turn) => speed / plain[turn]!);
  return [
    measured("text to MP3, default cast", median(natural), "× real time", { bound: "at least", value: 60 }),
    measured("text to MP3, eSpeak NG's voices alone", median(plain), "× real time"),
    measured("default cast against eSpeak NG's voices, median of the pairs", median(ratios), "", {
      bound: "at least",
      value: 0.5,
    }),
  ];
}

/** @returns seconds of speech for one second, from the text to the file */
async function toMp3(client: Client, raw_text: string, provider: string | null): Promise<number> {
  const mutation = () => ({ actor_session_id: randomUUID(), client_mutation_id: randomUUID() });
  const from = performance.now();
  const { project_id: projectId, section } = await client.call("createStandaloneSection", {
    body: { schema_version: 1, ...mutation(), title: "Chapter", raw_text },
  });
  const params = { projectId };
  await client.call("changeProjectCasting", { params, body: { schema_version: 1, narrator_only: false, provider } });
  const { run } = await client.call("startWorkflow", {
    params,
    body: { schema_version: 2, workflow_kind: "create_audio", ...mutation(), section_ids: [section.id] },
  });
  const { run: made, steps } = await until(
    () => client.call("readWorkflow", { params: { workflowRunId: run.id } }),
    (workflow) => workflow.run.status,
  );
  if (made.status !== "completed") throw new Error(`the audio was not made: ${JSON.stringify(made.error_summary)}`);
  const { document } = await client.call("readDocument", { params: { sectionId: section.id } });
  const { speaker_registry_version } = await client.call("listSpeakers", { params });
  const { mastering_version } = await client.call("readMasteringProfile", { params });
  const { blocks } = await client.call("readSectionMedia", { params: { sectionId: section.id } });
  const plain = blocks.filter((block) => block.provider === "espeak").length;
  const spoken = blocks.filter((block) => block.provider !== null).length;
  if (provider === "espeak" ? plain < spoken * 0.9 : plain > spoken / 10)
    throw new Error(`eSpeak NG spoke ${plain} of ${spoken} lines`);
  const { id } = await client.call("createExport", {
    headers: { "idempotency-key": randomUUID() },
    body: {
      ...{ schema_version: 1, section_id: section.id, document_version: document.document_version },
      ...{ speaker_registry_version, mastering_version, format: "mp3" },
    },
  });
  const file = await until(
    () => client.call("readExport", { params: { exportId: id } }),
    ({ status }) => status,
  );
  if (file.artifact === null) throw new Error(`the file was not made: ${file.error}`);
  const audioMs = Number(steps.find((step) => step.step_kind === "generate_stale_audio")?.result_summary.audio_ms);
  return audioMs / (performance.now() - from);
}

async function until<T>(read: () => Promise<T>, statusOf: (answer: T) => string): Promise<T> {
  for (;;) {
    const answer = await read();
    if (ENDED.has(statusOf(answer))) return answer;
    await pause(200);
  }
}
