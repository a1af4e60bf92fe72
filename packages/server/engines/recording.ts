// Turns spoken samples into the unit that is stored: a WAV file, its hash and its loudness. Bytes and figures are the same on
// every thread.

import { writeUnitWav } from "@fullcast/core/audio-files";
import { analyse, takeFacts } from "@fullcast/core/sound";
import { sha256 } from "../hash.ts";
import type { EngineWord, PcmSpeech, Recorded, SpeakResult } from "./speak.ts";

/** Measures spoken audio. */
export function recordingOf(
  { pcm, sample_rate, words, warnings }: PcmSpeech,
  counted: Pick<SpeakResult, "billed_characters" | "request_id"> = { billed_characters: 0, request_id: null },
): Recorded {
  const file = writeUnitWav(pcm, sample_rate);
  const timed = words === null || !isWithin(words, (pcm.length * 1000) / sample_rate) ? null : words;
  return {
    file,
    recording: {
      ...counted,
      warnings,
      sample_rate,
      ...analyse(pcm, sample_rate),
      facts: takeFacts(pcm, sample_rate),
      words_json:
        timed === null ? null : JSON.stringify(timed.map((word) => [word.start, word.end, word.start_ms, word.end_ms])),
      samples: pcm.length,
      sha256: sha256(file),
      size_bytes: file.length,
    },
  };
}

/** Encoders add silence at the end; no word may lie later than the audio by more than a rounding. */
const TOLERANCE_MS = 1;

/** Whether the times can be those of this audio: ascending and inside it. Others are not stored. */
function isWithin(words: readonly EngineWord[], durationMs: number): boolean {
  let [offset, time] = [0, 0];
  for (const word of words) {
    if (!(word.start >= offset && word.end > word.start && word.start_ms >= time && word.end_ms >= word.start_ms)) {
      return false;
    }
    [offset, time] = [word.end, word.end_ms];
  }
  return time <= durationMs + TOLERANCE_MS;
}
