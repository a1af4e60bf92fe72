import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { Block } from "../packages/core/document/document.ts";
import { type BlockIntentParts, intentOf } from "../packages/core/media/media.ts";
import { addSection, blocksOf, replaceScript } from "../packages/server/documents/documents.ts";
import { sha256 } from "../packages/server/hash.ts";
import { storeTakes } from "../packages/server/media/store.ts";
import { addProject } from "../packages/server/projects/projects.ts";
import { castsOf, speakerRows } from "../packages/server/speakers/speakers.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { type Filling, prefilledServer } from "./prefilled-server.ts";
import { besideSmallRequests } from "./small-requests.ts";
import type { StartedServer } from "./started-server.ts";

export const describe =
  "the playback manifest of 50,000 units from the real service on its embedded database, and small requests meanwhile";

/** Each line takes a unit for its audio and, except for the last line, one for the spacing after it. */
const LINES = 25_000;
const AT_ONCE = 1_000;
/** Manifests for each requested run: a shared processor changes its speed by half within seconds. */
const READS = 4;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const { server, filled: sectionId } = await prefilledServer((filling) =>
    spokenSection(filling, { lines: LINES, spoken: LINES }),
  );
  await using _ = server;
  const reports = [];
  for (let index = 0; index <= runs * READS; index++) {
    const report = await besideSmallRequests(server, () => readManifest(server, sectionId, 1));
    if (index > 0) reports.push(report);
  }
  const timed = await besideSmallRequests(server, () => readManifest(server, sectionId, 2));
  return [
    measured("playback manifest of 50,000 units", median(reports.map((one) => one.seconds)), "s", {
      bound: "at most",
      value: 1.5,
    }),
    measured("small requests meanwhile, worst", median(reports.map((one) => one.worstMs)), "ms", {
      bound: "at most",
      value: 100,
    }),
    measured("with word timings", timed.seconds, "s"),
    measured("small requests meanwhile, worst", timed.worstMs, "ms"),
  ];
}

async function readManifest(server: StartedServer, sectionId: string, schemaVersion: 1 | 2): Promise<void> {
  const query = `document_version=2&speaker_registry_version=1&schema_version=${schemaVersion}`;
  // Not fetch: its streams would take the processor from the server that is measured.
  const asked = get(`${server.baseUrl}/studio/sections/${sectionId}/playback-manifest?${query}`, {
    headers: server.headers,
  });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(response, "end");
  if (response.statusCode !== 200 || bytes < 20e6) throw new Error(`${response.statusCode} and ${bytes} bytes`);
}

/** A section whose first `spoken` lines have their audio; nothing plays it here, so the audio itself is not there. */
export async function spokenSection(
  filling: Filling,
  { lines: count, spoken }: { readonly lines: number; readonly spoken: number },
): Promise<string> {
  const { db, engines, newId, accountId, clock } = filling;
  const [projectId, sectionId] = [newId(), newId()];
  await addProject(filling, { id: projectId, accountId, name: null });
  const [voice] = (await engines.catalogue()).voices;
  if (voice === undefined) throw new Error("there is no voice");
  await db.q
    .updateTable("speakers")
    .set({ casting_voice_id: voice.voice_id, casting_source: "user" })
    .where("project_id", "=", projectId)
    .execute();
  await addSection(filling, {
    id: sectionId,
    projectId,
    accountId,
    title: "Long",
    sectionIndex: 0,
    blockId: newId(),
    text: "Long.",
    actorSessionId: newId(),
    at: clock(),
  });
  const [narrator] = await speakerRows(filling, projectId);
  const casts = await castsOf(filling, projectId);
  const lines = Array.from({ length: count }, (_, index) => line(newId(), index, narrator?.id ?? ""));
  await replaceScript(filling, sectionId, 1, lines, casts);
  const stored = (await blocksOf(filling, sectionId)).slice(0, spoken);
  for (let from = 0; from < stored.length; from += AT_ONCE) {
    await storeTakes(
      filling,
      stored.slice(from, from + AT_ONCE).map(({ block, intent_parts, intent_hash }) => ({
        sectionId,
        blockId: block.id,
        blockVersion: block.block_version,
        intentHash: intent_hash ?? "",
        intentParts: intentOf(
          intent_parts as BlockIntentParts,
          casts.get(narrator?.id ?? "")?.voice ?? null,
          null,
          sha256,
        ).parts,
        accountId,
        file: new Uint8Array(),
        costMillionths: 0,
        sha256: sha256(block.id),
        contentType: "audio/wav",
        sizeBytes: 100_000,
        provider: voice.provider,
        model: voice.model,
        voiceId: voice.voice_id,
        durationMs: 4_200,
        integratedLufs: -21.3,
        samplePeakDbfs: -4.2,
        warnings: [],
        words_json: JSON.stringify(
          Array.from({ length: 12 }, (_, word) => [word * 5, word * 5 + 4, word * 300, word * 300 + 250]),
        ),
      })),
      async () => undefined,
    );
  }
  return sectionId;
}

function line(id: string, index: number, speaker_id: string): Block {
  const text = `The tide went out for the ${index}th time, and the gulls came down to look at what was left.\n\n`;
  return {
    id,
    kind: "narration",
    block_version: 1,
    content: {
      type: "text",
      schema_version: "studio-ast-2",
      text,
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    generation_profile_override: null,
    placement: null,
    speaker_id,
  };
}
