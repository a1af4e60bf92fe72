import { mkdtemp, rm, stat, statfs, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bad, type Finding, ok } from "@fullcast/server/finding";
import type { Settings } from "@fullcast/server/settings";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { connect, runningServer } from "../connection/connect.ts";
import { currentSettings } from "../current-settings.ts";
import { failureOf } from "../failure.ts";
import { narrate } from "../narrate/narrate.ts";
import { SILENT_DISPLAY } from "../narrate/progress-display.ts";
import { storyFromBytes } from "../story/story-file.ts";
import { fileSize } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

/** A whole book may need this much space. */
const LOW_SPACE_BYTES = 2_000_000_000;
const TRIAL_STORY = "“Does it work?” asked the doctor. “It does,” said the clock.\n";

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Check whether everything that Fullcast needs works here.")
    .option("--data-dir <folder>", "folder that holds everything (FULLCAST_DATA_DIR, else ./data)")
    .addHelpText(
      "after",
      `
Looks at the data folder without changing it, and makes a trial recording in a temporary folder. With
FULLCAST_DATABASE_URL or FULLCAST_S3_* it checks the PostgreSQL server and the bucket: one small file is stored there and
deleted. Exit code 1 when something has to be done.

Examples:
  fullcast doctor
  fullcast doctor --data-dir /srv/fullcast`,
    )
    .action(diagnose);
}

async function diagnose(options: { dataDir?: string }): Promise<void> {
  const settings = currentSettings(options.dataDir);
  const running = await runningServer(settings.dataDir);
  const results: Finding[] = [];
  const report = (name: string, finding: Finding) => {
    results.push(finding);
    console.log(`${finding.ok ? "ok  " : "FAIL"}  ${name.padEnd(16)} ${printable(finding.message)}`);
  };
  const checks: Readonly<Record<string, () => Promise<Finding>>> = {
    runtime: checkRuntime,
    "data folder": () => checkFolder(settings.dataDir),
    "free space": () => checkSpace(settings.dataDir),
    server: async () => ok(running === null ? "none is running on this data folder" : `running at ${running}`),
    port: () => (running === null ? checkPort(settings) : Promise.resolve(ok("used by the running server"))),
  };
  const failed = (error: unknown) => bad(failureOf(error).message);
  for (const [name, check] of Object.entries(checks)) report(name, await check().catch(failed));
  const { examineServices } = await import("@fullcast/server/doctor");
  const services = await examineServices(settings).catch((error: unknown) => new Map([["services", failed(error)]]));
  for (const [name, finding] of services) report(name, finding);
  report("trial recording", await checkRecording(settings).catch(failed));
  const failures = results.filter((one) => !one.ok).length;
  if (failures > 0) throw new CliError("failed", `${failures} of ${results.length} checks failed.`);
}

async function checkRuntime(): Promise<Finding> {
  const { node } = process.versions;
  const where = `Node ${node} on ${process.platform}-${process.arch}`;
  return Number(node.split(".")[0]) >= 24 ? ok(where) : bad(`${where}; install Node 24 or newer`);
}

async function checkFolder(dataDir: string): Promise<Finding> {
  const there = await stat(dataDir).catch(() => null);
  if (there !== null && !there.isDirectory())
    return bad(`${dataDir} is not a folder; choose another FULLCAST_DATA_DIR`);
  const folder = there === null ? await nearestFolder(dataDir) : dataDir;
  const probe = join(folder, `.fullcast-doctor-${process.pid}.tmp`);
  try {
    await writeFile(probe, "", { flag: "wx" });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return bad(
      `${folder} cannot be written (${code}); make it writable for this user, or choose another FULLCAST_DATA_DIR`,
    );
  } finally {
    await rm(probe, { force: true });
  }
  return ok(there === null ? `${dataDir} will be made at the first start` : `${dataDir} can be written`);
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const disk = await statfs(await nearestFolder(dataDir));
  const free = disk.bavail * disk.bsize;
  if (free >= LOW_SPACE_BYTES) return ok(`${fileSize(free)} free`);
  return bad(`only ${fileSize(free)} free; a whole book needs about ${fileSize(LOW_SPACE_BYTES)}`);
}

function checkPort({ host, port }: Settings): Promise<Finding> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      resolve(bad(`${host}:${port} cannot be listened on (${error.code}); free it, or set FULLCAST_PORT to another`));
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(ok(`${host}:${port} is free`))));
  });
}

/** Makes a story of two sentences: storage, structure, voices, mixing, encoding. */
async function checkRecording(settings: Settings): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), "fullcast-doctor-"));
  try {
    await using connection = await connect({
      ...settings,
      dataDir: join(folder, "data"),
      databaseUrl: null,
      s3: null,
      ownerKey: null,
    });
    const { engines } = await connection.client.call("listEngines");
    const story = await storyFromBytes(Buffer.from(TRIAL_STORY), "Trial", "trial.txt");
    const out = join(folder, "trial.mp3");
    const { duration_ms, size_bytes, cast } = await narrate(
      connection,
      {
        story,
        title: "Trial",
        format: "mp3",
        out,
        beganAt: performance.now(),
        readingMs: 0,
        perChapter: false,
        credits: false,
        narrator: null,
        shop: null,
        maxLines: null,
        preset: null,
        checkedFor: null,
        narratorOnly: null,
        sounds: null,
        startingMs: 0,
      },
      SILENT_DISPLAY,
      new AbortController().signal,
    );
    if (duration_ms < 1000 || size_bytes < 10_000)
      return bad("the trial recording came out too short; please report this");
    const available = engines.filter(({ status }) => status === "available").map(({ name }) => name);
    const seconds = (duration_ms / 1000).toFixed(1);
    return ok(`${seconds} s of MP3 with ${cast.length} voices; engines ready: ${available.join(", ")}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function nearestFolder(path: string): Promise<string> {
  let folder = path;
  while (!(await stat(folder).catch(() => null))?.isDirectory()) {
    const parent = dirname(folder);
    if (parent === folder) return folder;
    folder = parent;
  }
  return folder;
}
