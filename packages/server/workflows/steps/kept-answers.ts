// Keeps answers of engines as files in the data directory until their takes are stored. After a kill they are read instead of
// requested again. The files are short-lived; leftovers of dead processes are removed after a day.

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpeakResult } from "../../engines/engine.ts";

export interface KeptAnswers {
  keep(key: string, answer: SpeakResult): Promise<void>;
  /** Returns undefined if there is no file, or only a partial one. */
  find(key: string): Promise<SpeakResult | undefined>;
  drop(keys: readonly string[]): Promise<void>;
}

const OLD_MS = 24 * 3_600_000;
const folderOf = (dataDir: string) => join(dataDir, "spoken");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

type Head = Omit<SpeakResult, "audio"> & {
  readonly audio:
    | { readonly kind: "pcm"; readonly sample_rate: number }
    | { readonly kind: "file"; readonly content_type: string };
  readonly sha256: string;
};

export function keptAnswers(dataDir: string): KeptAnswers {
  const folder = folderOf(dataDir);
  const pathOf = (key: string) => join(folder, sha256(key));
  return {
    async keep(key, { audio, ...rest }) {
      const bytes = audio.kind === "file" ? audio.bytes : bytesOf(audio.pcm);
      const about =
        audio.kind === "file"
          ? { kind: audio.kind, content_type: audio.content_type }
          : { kind: audio.kind, sample_rate: audio.sample_rate };
      const head = Buffer.from(`${JSON.stringify({ ...rest, audio: about, sha256: sha256(bytes) } satisfies Head)}\n`);
      const temporary = join(folder, `${randomUUID()}.tmp`);
      // Not synced: the system keeps the data of a killed process, and after a power cut the line is requested again.
      const whole = Buffer.concat([head, bytes]);
      const write = () => writeFile(temporary, whole, { mode: 0o600 });
      // The folder is created only when the write fails, because the engine's slot waits for this call.
      await write().catch(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write();
      });
      await rename(temporary, pathOf(key));
    },
    async find(key) {
      const file = await readFile(pathOf(key)).catch(() => null);
      if (file === null) return undefined;
      const end = file.indexOf("\n");
      const head = parsed(file.subarray(0, Math.max(0, end)));
      const bytes = new Uint8Array(file.subarray(end + 1));
      if (head === null || head.sha256 !== sha256(bytes)) return undefined;
      const { audio, sha256: _, ...rest } = head;
      return {
        ...rest,
        audio: audio.kind === "file" ? { ...audio, bytes } : { ...audio, pcm: new Int16Array(bytes.buffer) },
      };
    },
    async drop(keys) {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
    },
  };
}

const bytesOf = (pcm: Int16Array) => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);

function parsed(line: Buffer): Head | null {
  try {
    return JSON.parse(line.toString("utf8")) as Head;
  } catch {
    return null;
  }
}

/** Removes leftover files of dead processes. */
export async function removeOldAnswers({
  settings,
}: {
  readonly settings: { readonly dataDir: string };
}): Promise<void> {
  const folder = folderOf(settings.dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file !== null && Date.now() - file.mtimeMs > OLD_MS) await rm(path, { force: true });
  }
}
