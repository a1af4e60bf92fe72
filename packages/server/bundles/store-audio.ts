// The sounds of a bundle become objects of the store, in batches: unpacked, decoded in a limited process, stored.

import { type FileHandle, open, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ApiError } from "@fullcast/contract";
import { type ProcessLimits, runLimited } from "../compute/compute.ts";
import type { Services } from "../services.ts";
import type { AudioAnswer, AudioItem, CheckedSound } from "./bundle-audio-process.ts";
import { BundleError } from "./bundle-error.ts";
import { audioName } from "./entry-names.ts";
import type { OpenBundle } from "./read-bundle.ts";

/** About 12 minutes of speech; a longer sound is a batch of its own. */
const BATCH_BYTES = 32 * 1024 * 1024;
const MOST_IN_BATCH = 2_000;
const PROGRAM = fileURLToPath(new URL("./bundle-audio-process.ts", import.meta.url));
const LIMITS: ProcessLimits = {
  memoryKib: 1024 * 1024,
  heapMib: 128,
  cpuSeconds: 120,
  wallSeconds: 600,
  fileBytes: 0,
  answerBytes: 4 * 1024 * 1024,
};

export interface StoredSound extends CheckedSound {
  readonly sha256: string;
  readonly size_bytes: number;
}

/**
 * Stores the sounds with these sums. `onStored` is called with those that are in the store, before more follow.
 * @throws BundleError, and the store's errors
 */
export async function storeAudio(
  services: Pick<Services, "files">,
  bundle: OpenBundle,
  sums: readonly string[],
  onStored: (stored: readonly StoredSound[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let batch: AudioItem[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length > 0) onStored(await storeBatch(services, bundle, batch, signal));
    batch = [];
    bytes = 0;
  };
  for (const sha256 of sums) {
    const file = bundle.files.get(audioName(sha256));
    if (file === undefined) throw new BundleError("damaged", "A sound that the bundle names is missing.");
    if (file.sha256 !== sha256) throw new BundleError("sums_differ", "A sound does not have the SHA-256 of its name.");
    if (batch.length >= MOST_IN_BATCH || bytes + file.size_bytes > BATCH_BYTES) await flush();
    batch.push({ sha256, size_bytes: file.size_bytes });
    bytes += file.size_bytes;
  }
  await flush();
}

async function storeBatch(
  { files }: Pick<Services, "files">,
  bundle: OpenBundle,
  items: readonly AudioItem[],
  signal: AbortSignal,
): Promise<readonly StoredSound[]> {
  const path = files.temporary(".audio");
  try {
    const output = await open(path, "wx", 0o600);
    try {
      for (const { sha256 } of items)
        for await (const chunk of bundle.read(audioName(sha256))) await output.writeFile(chunk);
    } finally {
      await output.close();
    }
    const sounds = await checked(path, items, signal);
    const [only] = items;
    if (items.length === 1 && only !== undefined && only.size_bytes > BATCH_BYTES) await files.adopt(path, only.sha256);
    else await putAll({ files }, path, items);
    return items.map((item, index) => ({ ...item, ...sounds[index]! }));
  } finally {
    await rm(path, { force: true });
  }
}

async function checked(
  path: string,
  items: readonly AudioItem[],
  signal: AbortSignal,
): Promise<readonly CheckedSound[]> {
  const end = await runLimited<AudioAnswer>(PROGRAM, items, { limits: LIMITS, input: path, signal });
  if (end.kind === "aborted" || end.kind === "stopped") throw signal.reason ?? new Error("The import was stopped.");
  if (end.kind === "unstarted") throw new Error("The process that decodes sounds could not be started.");
  if (end.kind !== "answered") throw new BundleError("audio", "A sound breaks its decoder.");
  if (end.answer.kind === "checked") return end.answer.sounds;
  throw new BundleError(
    "audio",
    `The sound ${audioName(end.answer.sha256)} is not the same after decoding and encoding again.`,
  );
}

async function putAll({ files }: Pick<Services, "files">, path: string, items: readonly AudioItem[]): Promise<void> {
  const input = await open(path, "r");
  try {
    const objects: { bytes: Uint8Array<ArrayBuffer>; sha256: string }[] = [];
    let position = 0;
    for (const { sha256, size_bytes } of items) {
      objects.push({ bytes: await bytesAt(input, position, size_bytes), sha256 });
      position += size_bytes;
    }
    await files.putAll(objects);
  } finally {
    await input.close();
  }
}

async function bytesAt(input: FileHandle, position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await input.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new ApiError("INTERNAL");
    done += bytesRead;
  }
  return bytes;
}
