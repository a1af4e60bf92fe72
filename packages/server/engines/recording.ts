// From spoken samples to the finished unit that is stored: a WAV file, its hash and its loudness. The same bytes and figures
// in whatever thread it is done.

import { rm, writeFile } from "node:fs/promises";
import { wavHeader } from "@fullcast/core/packaging";
import { analyse } from "@fullcast/core/sound";
import { storageError, writeNow } from "../files/files.ts";
import { sha256OfParts } from "../hash.ts";
import type { Recording, SpeakRequest, SpeakResult, SpeechEngine } from "./engine.ts";

/** Speaks into a file at `path`, with any engine; on any error nothing is left there. @throws as SpeechEngine.record */
export async function record(
  engine: SpeechEngine,
  request: SpeakRequest,
  path: string,
  signal?: AbortSignal,
): Promise<Recording> {
  try {
    if (engine.record !== undefined) return await engine.record(request, path, signal);
    const { recording, parts } = recordingOf(await engine.speak(request, signal));
    await writeFile(path, parts).catch((error: unknown) => {
      throw storageError(error);
    });
    return recording;
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** For the thread that spoke: writes the file, which is not synced yet. @throws StorageError */
export function recordNow(result: SpeakResult, path: string): Recording {
  const { recording, parts } = recordingOf(result);
  try {
    writeNow(path, parts);
  } catch (error) {
    throw storageError(error);
  }
  return recording;
}

function recordingOf({ pcm, ...rest }: SpeakResult): { recording: Recording; parts: readonly Uint8Array[] } {
  // Typed arrays are little-endian on every platform that Node runs on, as WAV is.
  const samples = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const parts = [wavHeader(pcm.length, rest.sample_rate), samples];
  const measured = analyse(pcm, rest.sample_rate);
  return {
    parts,
    recording: {
      ...rest,
      ...measured,
      samples: pcm.length,
      sha256: sha256OfParts(parts),
      size_bytes: parts.reduce((sum, part) => sum + part.length, 0),
    },
  };
}
