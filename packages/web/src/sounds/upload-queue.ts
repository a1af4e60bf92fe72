// The uploads of sounds. They continue when the screen changes, because the queue belongs to the page. One file is sent at a time.

import { useSyncExternalStore } from "react";
import { api, ClientError, type SoundType } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import type { SoundUploadPlace, SoundWords } from "./sound-file.ts";

export interface SoundUploading {
  readonly id: string;
  readonly name: string;
  readonly state: "waiting" | "sending" | "paused" | "checking" | "failed";
  /** From 0 to 1, of the file. */
  readonly sent: number;
  readonly fault: unknown;
}

interface Job {
  readonly file: File;
  readonly type: SoundType;
  readonly words: SoundWords;
  readonly mutationId: string;
  readonly ending: AbortController;
  readonly onReady: (soundId: string) => void;
  soundId: string | null;
}

const POLL_MS = 700;
const jobs = new Map<string, Job>();
const listeners = new Set<() => void>();
const changed = new Set<() => void>();
let shown: readonly SoundUploading[] = [];
let isRunning = false;

function set(next: readonly SoundUploading[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function update(id: string, change: Partial<SoundUploading>): void {
  set(shown.map((one) => (one.id === id ? { ...one, ...change } : one)));
}

function remove(id: string): void {
  jobs.delete(id);
  set(shown.filter((one) => one.id !== id));
}

function notifyChanged(): void {
  for (const listener of changed) listener();
}

export const uploads = {
  /** @param onReady gets the id of the sound when it can be used */
  add(file: File, type: SoundType, words: SoundWords, onReady: (soundId: string) => void = () => undefined): void {
    const id = newId();
    jobs.set(id, { file, type, words, mutationId: newId(), ending: new AbortController(), onReady, soundId: null });
    set([...shown, { id, name: words.name, state: "waiting", sent: 0, fault: null }]);
    void run();
  },
  /** Stops an upload, or removes one that failed. A sound without a file is deleted with it. */
  stop(id: string): void {
    const job = jobs.get(id);
    job?.ending.abort();
    remove(id);
    if (job !== undefined && job.soundId !== null) void deleteUnready(job.soundId).then(notifyChanged);
  },
  /** Holds an upload that waits or is being sent; `again` sends its file from the beginning. */
  pause(id: string): void {
    const state = shown.find((one) => one.id === id)?.state;
    if (state !== "waiting" && state !== "sending") return;
    update(id, { state: "paused", sent: 0 });
    jobs.get(id)?.ending.abort();
  },
  again(id: string): void {
    const job = jobs.get(id);
    if (job === undefined) return;
    // A creation whose answer did not arrive is repeated, so that no second sound is made.
    const mutationId = job.soundId === null ? job.mutationId : newId();
    jobs.set(id, { ...job, mutationId, ending: new AbortController() });
    update(id, { state: "waiting", sent: 0, fault: null });
    void run();
  },
  /** Calls the listener when the list of sounds differs. */
  onChange(listener: () => void): () => void {
    changed.add(listener);
    return () => changed.delete(listener);
  },
};

export function useUploads(): readonly SoundUploading[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  for (let next = waiting(); next !== undefined; next = waiting()) {
    const { id } = next;
    const job = jobs.get(id);
    if (job === undefined) continue;
    update(id, { state: "sending" });
    try {
      await upload(id, job);
    } catch (fault) {
      if (!job.ending.signal.aborted) update(id, { state: "failed", fault });
    }
    notifyChanged();
  }
  isRunning = false;
}

const waiting = () => shown.find((one) => one.state === "waiting");

/** Sends the file. The server checks it during the next upload. */
async function upload(id: string, job: Job): Promise<void> {
  const { file, type, words, mutationId } = job;
  const { signal } = job.ending;
  const facts = {
    schema_version: "studio-sound-upload-1" as const,
    client_mutation_id: mutationId,
    rights_acknowledgment_version: "studio-sound-rights-1" as const,
    file: { filename: file.name.slice(-255), content_type: type, size_bytes: file.size },
  };
  const created =
    job.soundId === null
      ? await api.call("createSound", {
          body: { ...facts, ...words, tags: [...words.tags], is_public: false },
          signal,
        })
      : await api.call("createSoundUpload", { params: { soundId: job.soundId }, body: facts, signal });
  const soundId = created.sound.id;
  job.soundId = soundId;
  notifyChanged();
  await send(created.upload, file, signal, (sent) => update(id, { sent }));
  await api.call("completeSoundUpload", {
    params: { soundId, uploadId: created.upload.id },
    body: { schema_version: "studio-sound-upload-complete-1" },
    signal,
  });
  update(id, { state: "checking", sent: 1 });
  void check(id, soundId, job);
}

async function check(id: string, soundId: string, { ending: { signal }, onReady }: Job): Promise<void> {
  try {
    for (;;) {
      const { latest } = await api.call("readLatestSoundUpload", { params: { soundId }, signal });
      if (latest?.status === "ready") break;
      if (latest?.status === "failed" || latest?.status === "expired") {
        const { code, message } = { code: "UPLOAD_FAILED", message: "", ...latest.error };
        throw new ClientError({ status: 0, code: code ?? "UPLOAD_FAILED", message });
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (signal.aborted) return;
    }
    remove(id);
    onReady(soundId);
  } catch (fault) {
    if (!signal.aborted) update(id, { state: "failed", fault });
  }
  notifyChanged();
}

/** Sends the bytes. XMLHttpRequest, because fetch does not report how much of a body was sent. */
function send(to: SoundUploadPlace, file: File, signal: AbortSignal, onSent: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(to.method, to.url);
    for (const [name, value] of Object.entries(to.headers)) {
      // The browser sets the length of a body itself, and refuses to be given it.
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(noAnswer());
    request.onabort = () => reject(signal.reason);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusalOf(request)));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

const noAnswer = () => new ClientError({ status: 0, code: "NO_ANSWER", message: "", retryable: true });

function refusalOf(request: XMLHttpRequest): ClientError {
  try {
    const { error } = JSON.parse(request.responseText) as { readonly error: { code: string; message: string } };
    return new ClientError({ status: request.status, code: error.code, message: error.message });
  } catch {
    return noAnswer();
  }
}

/** A sound whose file did not arrive is of no use. A sound that is ready meanwhile stays. */
async function deleteUnready(soundId: string): Promise<void> {
  try {
    const sound = await api.call("readSound", { params: { soundId } });
    if (sound.status === "ready") return;
    await api.call("deleteSound", {
      params: { soundId },
      body: {
        schema_version: "studio-sound-mutation-1",
        client_mutation_id: newId(),
        expected_metadata_version: sound.metadata_version,
      },
    });
  } catch {
    // It stays in the list, where it can be deleted.
  }
}
