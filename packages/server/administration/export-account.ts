// Writes all data of an account as one ZIP file. The file is an object of the store that is marked for removal at once, so that
// ranges of it can be read for some minutes.

import type { EventEmitter } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ApiError } from "@fullcast/contract";
import { safeFileName } from "@fullcast/core/packaging";
import { ZipFile } from "yazl";
import { managedAccount } from "../accounts/accounts.ts";
import { isDiskFull } from "../disk-full.ts";
import { byteSum } from "../hash.ts";
import type { SendableFile } from "../http/http.ts";
import { markObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { filesOfAccount, rowsOfTable, sectionsOfAccount, storyText, TABLES_OF_ACCOUNT } from "./account-data.ts";

type Exporter = Pick<Services, "db" | "files" | "ledger" | "clock" | "newId">;

/** @throws ApiError NOT_FOUND, STORAGE_FULL */
export async function exportAccount(services: Exporter, accountId: string): Promise<SendableFile> {
  const { files } = services;
  const account = await managedAccount(services, accountId);
  const path = files.temporary(".zip");
  try {
    const hash = await writeZip(services, accountId, JSON.stringify(account, null, 2), path);
    const { sha256, size } = await files.adopt(path, hash);
    await services.db.transaction(() => markObjects(services, services.newId(), [sha256]));
    return {
      size,
      contentType: "application/zip",
      etag: sha256,
      cacheControl: "no-store",
      disposition: "attachment",
      filename: `${account.username}.zip`,
      open: (range) => files.open(sha256, range),
    };
  } catch (error) {
    if (isDiskFull(error)) throw new ApiError("STORAGE_FULL");
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** @returns the SHA-256 of the file */
async function writeZip(services: Exporter, accountId: string, account: string, path: string): Promise<string> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // An error while a file or a query is read.
  (zip as unknown as EventEmitter).on("error", (error: Error) => output.destroy(error));
  const sum = byteSum();
  const written = pipeline(output, sum.through, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  // The error is reported below. Until then it must not count as unhandled.
  written.catch(() => undefined);
  zip.addBuffer(Buffer.from(account), "account.json");
  for (const table of TABLES_OF_ACCOUNT) {
    zip.addReadStreamLazy(
      `tables/${table.name}.jsonl`,
      give(() => rowsOfTable(services, accountId, table)),
    );
  }
  for (const [index, section] of (await sectionsOfAccount(services, accountId)).entries()) {
    const name = `stories/${String(index + 1).padStart(4, "0")} ${safeFileName(section.title, "txt")}`;
    zip.addReadStreamLazy(
      name,
      give(() => storyText(services, section.id)),
    );
  }
  for await (const { sha256, extension } of filesOfAccount(services, accountId)) {
    // Audio and images are already compressed.
    const options = { compress: false };
    zip.addReadStreamLazy(`files/${sha256}${extension}`, options, (done) => done(null, services.files.open(sha256)));
  }
  zip.end();
  await written;
  return sum.result().sha256;
}

const give =
  (texts: () => AsyncIterable<string>) =>
  (done: (error: unknown, stream: NodeJS.ReadableStream) => void): void =>
    done(null, Readable.from(texts(), { objectMode: false }));
