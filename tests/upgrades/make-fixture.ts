// `npm run make:upgrade-fixture`: writes data with a release, through its own server and API, and keeps it for the tests
// of upgrades: the data folder with the embedded database, and a data folder with a dump of a PostgreSQL database.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { packFolder } from "../../packages/server/db/embedded/packed-folder.ts";
import { dumpDatabase, startPostgres } from "../postgres/postgres.ts";
import { DATA, DUMP, FIXTURES, type FixtureKind, packName, RECORD } from "./fixture.ts";
import { ask, type UpgradeRecord } from "./record.ts";
import { leaveUnfinished, writeData } from "./write-data.ts";

const HELP = `Usage: npm run make:upgrade-fixture -- [options]

Makes tests/upgrades/fixtures/<release>/ from a checkout in which \`npm ci\` was run. Needs PostgreSQL's programs.

  --checkout <folder>  the release's source tree (this one)
  --release <name>     the fixture's name (the version in the release's package.json)`;

const { values: options } = parseArgs({
  options: {
    checkout: { type: "string", default: join(import.meta.dirname, "..", "..") },
    release: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const checkout = resolve(process.env.INIT_CWD ?? process.cwd(), options.checkout);
const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")) as { readonly version: string };
const release = options.release ?? version;
const target = join(FIXTURES, release);
mkdirSync(target, { recursive: true });

await makeFixture("embedded");
await makeFixture("postgres");

async function makeFixture(kind: FixtureKind): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-upgrade-"));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = kind === "postgres" ? opened.use(await startPostgres()) : null;
  const databaseUrl = (await postgres?.createDatabase()) ?? null;
  const record = await writeRelease(join(folder, DATA), databaseUrl);
  writeFileSync(join(folder, RECORD), JSON.stringify(record));
  if (databaseUrl !== null) writeFileSync(join(folder, DUMP), await dumpDatabase(databaseUrl));
  // Files of a running process, and the owner's key, which the record holds.
  const left = new Set(["lock", "owner-key", "server.json", "incoming", "temp"].map((name) => `${DATA}/${name}`));
  const packed = packFolder(folder, (path) => !left.has(path));
  writeFileSync(join(target, packName(kind)), packed);
  console.log(`${join(target, packName(kind))}: ${(packed.length / 1e6).toFixed(2)} MB`);
}

async function writeRelease(dataDir: string, databaseUrl: string | null): Promise<UpgradeRecord> {
  const ownerKey = randomBytes(24).toString("hex");
  const child = spawn(process.execPath, [join(checkout, "packages", "cli", "bin", "fullcast.mjs"), "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      FULLCAST_DATA_DIR: dataDir,
      FULLCAST_PORT: "0",
      FULLCAST_OWNER_KEY: ownerKey,
      FULLCAST_LOG_LEVEL: "warn",
      ...(databaseUrl === null ? {} : { FULLCAST_DATABASE_URL: databaseUrl }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const baseUrl = `${await listening(child.stdout)}/v1`;
    const { keys, story, voiceIds, questions } = await writeData(baseUrl, ownerKey);
    const answers = [];
    for (const [key, path] of questions) answers.push(await ask(baseUrl, keys, key, path));
    const unfinishedRunId = await leaveUnfinished(baseUrl, ownerKey);
    return { release, keys, story, unfinishedRunId, voiceIds, answers };
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("The server ended before it listened.");
}
