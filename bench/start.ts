// The first start in a fresh folder: from npm start until the service returns a document.

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "../packages/contract/client.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { freshData } from "./started-server.ts";

export const describe =
  "npm start in a fresh folder and once more in the same one, until an authenticated read of a document answers";

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const first: number[] = [];
  const second: number[] = [];
  for (let index = 0; index < runs; index++) {
    const data = freshData();
    try {
      first.push(await startAndRead(data));
      second.push(await startAndRead(data));
    } finally {
      rmSync(data.dataDir, { recursive: true, force: true });
    }
  }
  return [
    measured("first start", median(first) / 1000, "s", { bound: "at most", value: 2.5 }),
    measured("second start", median(second) / 1000, "s"),
  ];
}

async function startAndRead({ dataDir, apiKey }: ReturnType<typeof freshData>): Promise<number> {
  const from = performance.now();
  // A separate process group, because npm does not forward signals.
  const child = spawn("npm", ["start", "--silent"], {
    cwd: dirname(import.meta.dirname),
    env: {
      ...process.env,
      FULLCAST_DATA_DIR: dataDir,
      FULLCAST_PORT: "0",
      FULLCAST_OWNER_KEY: apiKey,
      FULLCAST_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  try {
    const client = createClient({ baseUrl: `${await addressPrintedBy(child)}/v1`, apiKey });
    const mutation = { schema_version: 1, actor_session_id: randomUUID(), client_mutation_id: randomUUID() } as const;
    const { section } = await client.call("createStandaloneSection", {
      body: { ...mutation, title: "First", raw_text: "Once upon a time." },
    });
    await client.call("readDocument", { params: { sectionId: section.id } });
    return performance.now() - from;
  } finally {
    const closed = once(child, "close");
    process.kill(-(child.pid ?? 0), "SIGTERM");
    await closed;
  }
}

async function addressPrintedBy(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("The server's output is not piped.");
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("The server ended before it listened.");
}
