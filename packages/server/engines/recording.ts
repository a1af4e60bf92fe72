// Turns spoken samples into the unit that is stored: a WAV file, its hash and its loudness. Bytes and figures are the same on
// every thread.

import { writeUnitWav } from "@fullcast/core/packaging";
import { analyse } from "@fullcast/core/sound";
import { sha256 } from "../hash.ts";
import type { Recorded, SpeakRequest, SpeakResult, SpeechEngine } from "./engine.ts";

/** Speaks and measures, with any engine. @throws as SpeechEngine.speak */
export async function record(engine: SpeechEngine, request: SpeakRequest, signal?: AbortSignal): Promise<Recorded> {
  return engine.record === undefined
    ? recordingOf(await engine.speak(request, signal))
    : engine.record(request, signal);
}

/** Measures spoken audio. */
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
