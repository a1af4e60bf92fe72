// From spoken samples to the finished unit that is stored: a WAV file, its hash and its loudness. The same bytes and figures
// in whatever thread it is done.

import { rm } from "node:fs/promises";
import { writeUnitWav } from "@fullcast/core/packaging";
import { analyse } from "@fullcast/core/sound";
import { storageError, writeSynced } from "../files/files.ts";
import { sha256 } from "../hash.ts";
import type { Recorded, Recording, SpeakRequest, SpeakResult, SpeechEngine } from "./engine.ts";

/**
 * Speaks into a new file at `path`, synced when this resolves, with any engine; on any error nothing is left there.
 * @throws as SpeechEngine.speak, or StorageError
 */
export async function record(
  engine: SpeechEngine,
  request: SpeakRequest,
  path: string,
  signal?: AbortSignal,
): Promise<Recording> {
  const recorded =
    engine.record === undefined
      ? recordingOf(await engine.speak(request, signal))
      : await engine.record(request, signal);
  return writeRecorded(recorded, path);
}

/** Writes the file of a recording, synced when this resolves; on any error nothing is left there. @throws StorageError */
export async function writeRecorded({ recording, file }: Recorded, path: string): Promise<Recording> {
  try {
    // Not in the thread that spoke: making a file waits for whatever the file system is syncing just then.
    await writeSynced(path, file);
    // Given back now, not when the garbage collector comes: it would come for the megabytes, once or twice a second.
    file.buffer.transfer(0);
    return recording;
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw storageError(error);
  }
}

/** Measures what was spoken. */
export function recordingOf({ pcm, words, ...rest }: SpeakResult): Recorded {
  const file = writeUnitWav(pcm, rest.sample_rate);
  return {
    file,
    recording: {
      ...rest,
      ...analyse(pcm, rest.sample_rate),
      words_json:
        words === null ? null : JSON.stringify(words.map((word) => [word.start, word.end, word.start_ms, word.end_ms])),
      samples: pcm.length,
      sha256: sha256(file),
      size_bytes: file.length,
    },
  };
}
