// Sounds for tests: made on the spot, uploaded and processed.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Client, Sound, SoundUpload } from "@fullcast/contract";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { pollEnd } from "./server.ts";

export const SHORT_WAV = madeWav({ samples: 22_050 });

export interface SoundWords {
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly is_public?: boolean;
}

export const fileOf = (bytes: Uint8Array) =>
  ({ filename: "sound.wav", content_type: "audio/wav", size_bytes: bytes.length }) as const;

export function newSound(client: Client, bytes: Uint8Array, words: SoundWords = {}, id: string = randomUUID()) {
  return client.call("createSound", {
    body: {
      schema_version: "studio-sound-upload-1",
      client_mutation_id: id,
      name: words.name ?? "Door creak",
      description: words.description ?? "An old wooden door opens slowly.",
      tags: [...(words.tags ?? ["door", "creak"])],
      is_public: words.is_public ?? false,
      rights_acknowledgment_version: "studio-sound-rights-1",
      file: fileOf(bytes),
    },
  });
}

export function newUpload(client: Client, soundId: string, bytes: Uint8Array, id: string = randomUUID()) {
  return client.call("createSoundUpload", {
    params: { soundId },
    body: {
      schema_version: "studio-sound-upload-1",
      client_mutation_id: id,
      rights_acknowledgment_version: "studio-sound-rights-1",
      file: fileOf(bytes),
    },
  });
}

export function put(upload: SoundUpload, bytes: Uint8Array<ArrayBuffer>) {
  return fetch(upload.url, { method: upload.method, headers: upload.headers, body: bytes });
}

export function complete(client: Client, soundId: string, uploadId: string) {
  return client.call("completeSoundUpload", {
    params: { soundId, uploadId },
    body: { schema_version: "studio-sound-upload-complete-1" },
  });
}

/** The latest upload after all processing has ended. */
export async function uploadEnded(client: Client, soundId: string) {
  const { latest } = await pollEnd(
    () => client.call("readLatestSoundUpload", { params: { soundId } }),
    (status) => status.latest?.status !== "processing" && status.latest?.status !== "pending_upload",
  );
  return latest ?? assert.fail("there is no upload");
}

/** Sends the file of a session and waits for the result. */
export async function sent(
  client: Client,
  { sound, upload }: { readonly sound: Sound; readonly upload: SoundUpload },
  bytes: Uint8Array<ArrayBuffer>,
) {
  const answer = await put(upload, bytes);
  assert.equal(answer.status, 200, await answer.text());
  await complete(client, sound.id, upload.id);
  return uploadEnded(client, sound.id);
}

export async function readSound(client: Client, soundId: string) {
  return client.call("readSound", { params: { soundId } });
}

/** A sound that is ready. */
export async function readySound(
  client: Client,
  words: SoundWords = {},
  bytes: Uint8Array<ArrayBuffer> = SHORT_WAV,
): Promise<Sound> {
  const created = await newSound(client, bytes, words);
  const ended = await sent(client, created, bytes);
  assert.equal(ended.status, "ready", ended.error?.message);
  return readSound(client, created.sound.id);
}

export async function link(client: Client, projectId: string, soundId: string, version: number) {
  return client.call("linkProjectSound", {
    params: { projectId },
    body: {
      schema_version: "studio-project-sound-source-1",
      client_mutation_id: randomUUID(),
      sound_effect_id: soundId,
      expected_registry_version: version,
    },
  });
}

export async function unlink(client: Client, projectId: string, soundId: string, version: number) {
  return client.call("unlinkProjectSound", {
    params: { projectId, soundId },
    body: {
      schema_version: "studio-project-sound-source-1",
      client_mutation_id: randomUUID(),
      sound_effect_id: soundId,
      expected_registry_version: version,
    },
  });
}
