// Writes a bundle. The file is an object of the store that is marked for removal at once, so that ranges of it can be read for
// some minutes.

import type { EventEmitter } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ApiError, BUNDLE_FORMAT, BUNDLE_TYPES, type BundleManifest, type Caller } from "@fullcast/contract";
import { safeFileName } from "@fullcast/core/packaging";
import { ZipFile } from "yazl";
import { createFairQueue } from "../compute/compute.ts";
import { isDiskFull } from "../disk-full.ts";
import { blocksOf } from "../documents/documents.ts";
import { readScript } from "../editing/editing.ts";
import { byteSum } from "../hash.ts";
import type { SendableFile } from "../http/http.ts";
import { markObjects, takesOf } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { VERSION } from "../version.ts";
import { audioName, blocksName, COVER, MANIFEST, ORIGINAL, PROJECT, scriptName, takesName } from "./entry-names.ts";
import { type ProjectContent, projectContent, projectVersions } from "./project-content.ts";

type Exporter = Pick<Services, "db" | "files" | "clock" | "newId" | "engines">;

/** How often a project that changes while it is read is read again. Then it is read in one transaction. */
const MOST_ATTEMPTS = 3;

/** A bundle may be gigabytes on disk: each account writes one at a time, all accounts together two. */
const turns = createFairQueue({ atOnce: 2 });

/**
 * @param signal Leaves the queue when the client has disconnected.
 * @throws ApiError NOT_FOUND, STORAGE_FULL
 */
export async function exportBundle(
  services: Exporter,
  caller: Caller,
  projectId: string,
  signal: AbortSignal,
): Promise<SendableFile> {
  await findProject(services, caller, projectId);
  return turns.run(caller.accountId, () => bundleOf(services, caller, projectId), signal);
}

async function bundleOf(services: Exporter, caller: Caller, projectId: string): Promise<SendableFile> {
  for (let attempt = 1; ; attempt += 1) {
    const write = () => writeBundle(services, caller, projectId);
    const before = await projectVersions(services, projectId);
    const file = attempt > MOST_ATTEMPTS ? await services.db.transaction(write) : await write();
    if (attempt > MOST_ATTEMPTS || before === (await projectVersions(services, projectId))) return file;
  }
}

async function writeBundle(services: Exporter, caller: Caller, projectId: string): Promise<SendableFile> {
  const { files } = services;
  const content = await projectContent(services, caller, projectId);
  const path = files.temporary(".fullcast");
  try {
    const hash = await writeZip(services, caller, content, path);
    const { sha256, size } = await files.adopt(path, hash);
    await services.db.transaction(() => markObjects(services, services.newId(), [sha256]));
    return {
      size,
      contentType: BUNDLE_TYPES[0],
      etag: sha256,
      cacheControl: "no-store",
      disposition: "attachment",
      filename: safeFileName(content.title, "fullcast"),
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
async function writeZip(
  services: Exporter,
  caller: Caller,
  { project, cover, original, audio: sounds }: ProjectContent,
  path: string,
): Promise<string> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // An error while a file or a query is read.
  (zip as unknown as EventEmitter).on("error", (error: Error) => output.destroy(error));
  const whole = byteSum();
  const written = pipeline(output, whole.through, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  // The error is reported below. Until then it must not count as unhandled.
  written.catch(() => undefined);
  const listed: BundleManifest["files"] = [];
  /** Adds a file and its sum. Resolves when the file is written. */
  const add = async (name: string, content: AsyncIterable<Buffer>, compress = true): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const read = async function* (): AsyncGenerator<Buffer> {
      const sum = byteSum();
      try {
        yield* sum.through(content);
      } catch (error) {
        reject(error);
        throw error;
      }
      const { sha256, size: size_bytes } = sum.result();
      listed.push({ name, sha256, size_bytes });
      resolve();
    };
    zip.addReadStreamLazy(name, { compress, mtime: EPOCH }, (done) =>
      done(null, Readable.from(read(), { objectMode: false })),
    );
    await Promise.race([promise, written]);
  };
  const audio = new Set(sounds);
  await add(PROJECT, texts([JSON.stringify(project)]));
  for (const [index, section] of project.sections.entries()) {
    const script = await readScript(services, caller, section.id);
    await add(scriptName(index), texts([script.text]));
    const blocks = await blocksOf(services, section.id);
    await add(blocksName(index), lines(blocks.map(({ block, intent_hash }) => JSON.stringify({ block, intent_hash }))));
    const takes = await takesOf(services, section.id);
    for (const take of takes) audio.add(take.audio);
    await add(takesName(index), lines(takes.map((take) => JSON.stringify(take))));
  }
  if (cover !== null) await add(COVER, buffers(services.files.open(cover)), false);
  if (original !== null) await add(ORIGINAL, buffers(services.files.open(original)), false);
  for (const sha256 of [...audio].sort()) await add(audioName(sha256), buffers(services.files.open(sha256)), false);
  const manifest: BundleManifest = { format: BUNDLE_FORMAT, made_by: `Fullcast ${VERSION}`, files: listed };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST, { mtime: EPOCH });
  zip.end();
  await written;
  return whole.result().sha256;
}

/** The same project gives the same bytes. */
const EPOCH = new Date(Date.UTC(1980, 0, 1));

// A stream takes no empty piece: it would end there.
async function* texts(all: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of all) if (text !== "") yield Buffer.from(text);
}

async function* buffers(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield chunk as Buffer;
}

const LINES_AT_ONCE = 500;

async function* lines(all: readonly string[]): AsyncGenerator<Buffer> {
  for (let from = 0; from < all.length; from += LINES_AT_ONCE)
    yield Buffer.from(`${all.slice(from, from + LINES_AT_ONCE).join("\n")}\n`);
}
