// "fullcast restore": makes a data folder of a backup.

import { Command } from "commander";
import { currentSettings } from "../current-settings.ts";
import { givenPath } from "../paths.ts";
import { withDataDir } from "../stories/with-connection.ts";
import { fileSize, whole } from "../terminal/amounts.ts";
import { timeLeft } from "../terminal/time-left.ts";

export function restoreCommand(): Command {
  return withDataDir(new Command("restore").description('Make a data folder of a backup that "fullcast backup" wrote.'))
    .argument("<backup>", "the folder or the .zip file")
    .option("--same-installation", "the restored one takes the place of the one that was backed up")
    .addHelpText(
      "after",
      `
The data folder must be new or empty. With FULLCAST_DATABASE_URL the rows go to that PostgreSQL database, which must be empty;
a backup of either kind of database restores into either. With FULLCAST_S3_* the files go to that bucket. Every file is checked against its hash. Keys, links and addresses of
media stay valid.

Examples:
  fullcast restore /mnt/disk/fullcast --data-dir restored
  fullcast restore fullcast-monday.zip --data-dir restored`,
    )
    .action(run);
}

async function run(
  given: string,
  options: { readonly dataDir?: string; readonly sameInstallation?: boolean },
): Promise<void> {
  const { createLog } = await import("@fullcast/server");
  const { restoreBackup } = await import("@fullcast/server/backup");
  const { dataDir, databaseUrl, s3, scratchDir } = currentSettings(options.dataDir);
  const log = createLog("error", process.stderr);
  const show = timeLeft();
  const { sameInstallation = false } = options;
  const restored = await restoreBackup(
    { dataDir, databaseUrl, s3, scratchDir, log, from: givenPath(given), sameInstallation },
    ({ done, total }) => show("Copying files", done, total),
  );
  show.end();
  const { manifest, rows, objects } = restored;
  console.log(
    `${dataDir}: ${whole(rows)} rows and ${whole(objects)} files (${fileSize(manifest.objects.bytes)}) of ${manifest.created_at} are restored and checked. Start it with: fullcast serve --data-dir ${dataDir}`,
  );
}
