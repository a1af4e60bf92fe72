import { randomUUID } from "node:crypto";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { type BenchOptions, type Measurement, measured } from "./measurement.ts";
import { besideSmallRequests } from "./small-requests.ts";
import { type StartedServer, startedServer } from "./started-server.ts";

export const describe =
  "documents of 1,000 and of nearly 100,000 blocks on the embedded database, one client asking one after the other: editing one block, reading a window, restoring";

const EDITS = 200;
/** Edits of each document that are not counted. */
const WARMING = 100;
const INSERTS = 100;
/** With the inserts the longer one holds the 100,000 blocks that a document may have. */
const SIZES = [1_000, 100_000 - INSERTS] as const;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  await using server = await startedServer();
  const client = createClient(server);
  const rows: Measurement[] = [];
  const documents: { readonly size: number; readonly sectionId: string }[] = [];
  for (const size of SIZES) documents.push({ size, sectionId: await documentOf(client, server, size, rows) });
  const edits = await editInTurns(client, documents, EDITS * runs);
  for (const [at, { size, sectionId }] of documents.entries()) {
    const name = `in ${size.toLocaleString("en")} blocks`;
    const times = edits[at] ?? [];
    rows.push(measured(`one-block PATCH ${name}, median`, quantile(times, 0.5), "ms"));
    rows.push(measured(`one-block PATCH ${name}, p95`, quantile(times, 0.95), "ms", { bound: "at most", value: 25 }));
    rows.push(
      measured(`insert at one place ${name}, p95`, quantile(await insertBlocks(client, sectionId), 0.95), "ms"),
    );
    rows.push(measured(`window of 100 ${name}, p95`, quantile(await readWindows(client, sectionId, size), 0.95), "ms"));
    rows.push(measured(`restore of 200 edits ${name}`, await restore(client, sectionId, 2 + 200), "ms"));
  }
  const [shorter = [], longer = []] = edits;
  const ratio = quantile(longer, 0.95) / quantile(shorter, 0.95);
  rows.push(measured("one-block PATCH p95, the longer against the shorter", ratio, "×"));
  return rows;
}

const mutation = () => ({
  schema_version: 1 as const,
  actor_session_id: randomUUID(),
  client_mutation_id: randomUUID(),
});

async function documentOf(client: Client, server: StartedServer, size: number, rows: Measurement[]): Promise<string> {
  const { section } = await client.call("createStandaloneSection", {
    body: { ...mutation(), title: "Long", raw_text: "" },
  });
  const text = Array.from(
    { length: size },
    (_, index) =>
      `PERSON ${String.fromCharCode(65 + (index % 20))}: I have counted ${index} boats since the morning.\n`,
  ).join("\n");
  const { answer, seconds, worstMs } = await besideSmallRequests(server, () =>
    client.call("importScript", {
      params: { sectionId: section.id },
      body: { ...mutation(), base_document_version: 1, text },
    }),
  );
  if (answer.block_count !== size) throw new Error(`the script made ${answer.block_count} blocks`);
  const lines = `a script of ${size.toLocaleString("en")} lines`;
  rows.push(measured(`import of ${lines}`, seconds, "s"));
  rows.push(measured(`slowest small request beside ${lines}`, worstMs, "ms", { bound: "at most", value: 100 }));
  return section.id;
}

const read = (client: Client, sectionId: string, from_index: number, limit: number) =>
  client.call("readDocument", { params: { sectionId }, query: { from_index, limit } });

/**
 * Edits all documents in turns, so that other load affects them equally, and returns the duration of each edit in ms. The first
 * edits are not counted, because a new server still compiles its code.
 */
async function editInTurns(
  client: Client,
  documents: readonly { readonly size: number; readonly sectionId: string }[],
  count: number,
): Promise<readonly number[][]> {
  const times: number[][] = documents.map(() => []);
  for (let edit = 0; edit < WARMING + count; edit += 1) {
    for (const [at, { size, sectionId }] of documents.entries()) {
      const ms = await editBlock(client, sectionId, (edit * 7_919) % size);
      if (edit >= WARMING) times[at]?.push(ms);
    }
  }
  return times;
}

/** Replaces the text of the block at an index; returns the duration in ms. */
async function editBlock(client: Client, sectionId: string, index: number): Promise<number> {
  const { document } = await read(client, sectionId, index, 1);
  const [block] = document.blocks;
  if (block?.content.type !== "text") throw new Error("there is no text here");
  const content = { ...block.content, text: `${block.content.text.trimEnd()} Again.\n` };
  const body = {
    ...mutation(),
    base_document_version: document.document_version,
    operations: [
      {
        op: "replace_block" as const,
        block_id: block.id,
        base_block_version: block.block_version,
        set: { content },
      },
    ],
  };
  const before = performance.now();
  await client.call("editDocument", { params: { sectionId }, body });
  return performance.now() - before;
}

/** Inserts blocks after the same block, so that positions must be spread from time to time. */
async function insertBlocks(client: Client, sectionId: string): Promise<number[]> {
  const { document } = await read(client, sectionId, 500, 1);
  let version = document.document_version;
  const [block] = document.blocks;
  if (block === undefined) throw new Error("there is no block here");
  const times: number[] = [];
  for (let insert = 0; insert < INSERTS; insert += 1) {
    const operation = {
      op: "insert_block" as const,
      after_block_id: block.id,
      block: {
        kind: "speech" as const,
        content: {
          type: "text" as const,
          schema_version: "studio-ast-2" as const,
          text: "One more.\n",
          annotations: [],
          points: [],
          delivery_control_sets: [],
        },
      },
    };
    const before = performance.now();
    const body = { ...mutation(), base_document_version: version, operations: [operation] };
    version = (await client.call("editDocument", { params: { sectionId }, body })).document_version;
    times.push(performance.now() - before);
  }
  return times;
}

async function readWindows(client: Client, sectionId: string, size: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < 50; index += 1) {
    const before = performance.now();
    await read(client, sectionId, (index * 7_919) % size, 100);
    times.push(performance.now() - before);
  }
  return times;
}

async function restore(client: Client, sectionId: string, document_version: number): Promise<number> {
  const { document } = await read(client, sectionId, 0, 1);
  const before = performance.now();
  await client.call("restoreDocument", {
    params: { sectionId },
    body: { ...mutation(), base_document_version: document.document_version, document_version },
  });
  return performance.now() - before;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
