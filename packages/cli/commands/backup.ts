// "fullcast backup": everything of an installation in a folder, or in one file.

import { join } from "node:path";
import type { BackupProgress } from "@fullcast/server/backup";
import { Command } from "commander";
import { connect, runningServer } from "../connection/connect.ts";
import { currentSettings } from "../current-settings.ts";
import { givenPath } from "../paths.ts";
import { withDataDir } from "../stories/with-connection.ts";
import { duration, fileSize, whole } from "../terminal/amounts.ts";
import { timeLeft } from "../terminal/time-left.ts";

interface BackupOptions {
  readonly dataDir?: string;
  readonly out: string;
}

export function backupCommand(): Command {
  return withDataDir(new Command("backup").description("Back everything up: stories, casts, audio, accounts, keys."))
    .requiredOption("--out <folder>", "where the backup goes; a name that ends with .zip makes one file")
    .addHelpText(
      "after",
      `
Works while the service runs. A second backup into the same folder copies only files that are new. A backup that is
interrupted leaves the one before as it was. One file needs twice its room while it is made.

A backup holds the secrets of the installation: keep it as safe as the data folder. It does not hold installed engines and
models, settings, or what FULLCAST_ variables name. Files in S3 are copied into it like files on disk.

Examples:
  fullcast backup --out /mnt/disk/fullcast
  fullcast backup --out fullcast-monday.zip
  fullcast restore /mnt/disk/fullcast --data-dir restored`,
    )
    .action(run);
}

async function run(options: BackupOptions): Promise<void> {
  const { createLog } = await import("@fullcast/server");
  const { backUp } = await import("@fullcast/server/backup");
  const settings = currentSettings(options.dataDir);
  const log = createLog("error", process.stderr);
  const { dataDir, databaseUrl, s3, scratchDir } = settings;
  const isHeld = databaseUrl === null && (await runningServer(dataDir)) !== null;
  await using connection = isHeld ? await connect(settings) : null;
  const dump =
    connection === null
      ? null
      : async () => {
          const { file_name, ...facts } = await connection.client.call("createDatabaseDump", {});
          return { file: join(dataDir, "temp", file_name), ...facts };
        };
  const show = timeLeft();
  const onProgress = ({ what, done, total }: BackupProgress) =>
    show(what === "database" ? "Reading the database" : "Copying files", done, total);
  const out = givenPath(options.out);
  const from = performance.now();
  const { manifest, copied, copiedBytes, pause_ms } = await backUp(
    { dataDir, databaseUrl, s3, scratchDir, log, out },
    dump,
    onProgress,
  );
  show.end();
  const { count, bytes } = manifest.objects;
  console.log(
    `${out}: ${whole(manifest.rows)} rows, ${whole(count)} files (${fileSize(bytes)}), of which ${whole(copied)} are new (${fileSize(copiedBytes)}). ${duration(performance.now() - from)}; the service waited ${duration(pause_ms)} meanwhile.`,
  );
}
