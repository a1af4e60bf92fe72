// The file of a sound, sent to the library of the account.

import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { LIMITS, SOUND_FILE_TYPES } from "@fullcast/contract/client";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { polling } from "../connection/polling.ts";
import { fileSize } from "../terminal/amounts.ts";
import { quoted } from "./find-project.ts";

type Sound = Answer<"readSound">;

/**
 * Uploads a file and waits until its sound is ready. By uploading, a person states the rights to use the file.
 * @throws CliError for a file that is no sound by its name, that is too large, or that the server cannot read
 */
export async function uploadSound(client: Client, path: string, tag: string, signal: AbortSignal): Promise<Sound> {
  const ending = extname(path).slice(1).toLowerCase();
  const type = Object.hasOwn(SOUND_FILE_TYPES, ending) ? SOUND_FILE_TYPES[ending] : undefined;
  if (type === undefined)
    throw new CliError(
      "usage",
      `${path} is no sound file by its name. Known endings: ${Object.keys(SOUND_FILE_TYPES).join(", ")}.`,
    );
  const { size } = await stat(path);
  if (size < 1 || size > LIMITS.sound_upload_bytes)
    throw new CliError(
      "usage",
      `${path} has ${fileSize(size)}; a sound has up to ${fileSize(LIMITS.sound_upload_bytes)}.`,
    );
  const name = basename(path, extname(path)).slice(0, 120);
  const { sound, upload } = await client.call("createSound", {
    body: {
      schema_version: "studio-sound-upload-1",
      client_mutation_id: randomUUID(),
      rights_acknowledgment_version: "studio-sound-rights-1",
      ...{ name, description: name, tags: [tag], is_public: false },
      file: { filename: basename(path).slice(-255), content_type: type, size_bytes: size },
    },
    signal,
  });
  const answer = await fetch(upload.url, {
    method: upload.method,
    headers: upload.headers,
    body: await openAsBlob(path),
    signal,
  });
  if (!answer.ok) throw new CliError("failed", `The server took no file for ${path} (status ${answer.status}).`);
  await client.call("completeSoundUpload", {
    params: { soundId: sound.id, uploadId: upload.id },
    body: { schema_version: "studio-sound-upload-complete-1" },
    signal,
  });
  for await (const _ of polling(signal)) {
    const { latest } = await client.call("readLatestSoundUpload", { params: { soundId: sound.id }, signal });
    if (latest?.status === "ready") break;
    if (latest?.status === "failed" || latest?.status === "expired")
      throw new CliError(
        "failed",
        `${path} became no sound: ${latest.error?.message ?? "the upload ended too early."}`,
      );
  }
  return client.call("readSound", { params: { soundId: sound.id }, signal });
}

/** A ready sound of the account by its id or its name. @throws CliError */
export async function findSound(client: Client, given: string): Promise<Sound> {
  const found: Sound[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer<"listSounds"> = await client.call("listSounds", {
      query: { scope: "mine", limit: 100, ...(cursor === null ? {} : { cursor }) },
    });
    found.push(
      ...page.sounds.filter(
        ({ id, name, status }) => status === "ready" && (id === given.toLowerCase() || name === given),
      ),
    );
    cursor = page.next_cursor;
  } while (cursor !== null);
  const [one] = found;
  if (one === undefined)
    throw new CliError("failed", `There is no file ${quoted(given)}, and no ready sound of the account has this name.`);
  if (found.length > 1)
    throw new CliError(
      "failed",
      `${found.length} sounds are called ${quoted(given)}; give the id of one:\n${found.map(({ id }) => `  ${id}`).join("\n")}`,
    );
  return one;
}
