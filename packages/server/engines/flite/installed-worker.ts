// The thread that speaks with Flite's installed voices. Here the voice of a request is the path of its file.

import { readFileSync, statSync } from "node:fs";
import { EngineError } from "../engine.ts";
import { speakUtterance } from "../natural/utterance.ts";
import { design } from "../natural/voice-design.ts";
import { speakInThread } from "../speaking-thread.ts";
import { SHARPNESS } from "./bases.ts";
import { createFlite, type Flite } from "./flite-module.ts";
import { fliteSpeaker, type Recorded } from "./speaker.ts";
import { MOST_VOICE_BYTES, readVoiceHead } from "./voice-file.ts";
import { createWordPhones } from "./word-times.ts";

/** A voice takes about 3 MB; more of them are not kept in one thread. */
const MOST_KEPT = 8;
const SAMPLE =
  "The old lamp over the harbour door was lit before four o'clock. " +
  "Five ships lay under the wall, and the youngest captain looked out at the cold blue evening.";
/** As for the voices that come with Flite: statistical voices are flat. */
const MELODY = 1.2;
const SOUND = { whisperDb: -6.9, sharpness: SHARPNESS };

const flite = await createFlite();
const speaking = { flite, wordPhones: createWordPhones(flite) };
const voices = new Map<string, Recorded>();

speakInThread((request, stopped) => {
  const recorded = recordedIn(request.voice);
  const voice = design("Installed", "neutral adult", ["rms", recorded.base.pitch, 1], [], "");
  return speakUtterance(fliteSpeaker(speaking, recorded), voice, request, stopped);
});

function recordedIn(path: string): Recorded {
  const { size, mtimeMs } = statOf(path);
  if (size > MOST_VOICE_BYTES) throw new EngineError("rejected", `The voice's file has ${size} bytes: too large.`);
  const key = `${path}\n${size}\n${mtimeMs}`;
  const known = voices.get(key);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(readFileSync(path));
  const read = readVoiceHead(bytes);
  if ("fault" in read) throw new EngineError("rejected", `The voice's file cannot be used: ${read.fault}.`);
  const source = { bytes };
  const base = {
    pitch: pitchOf(flite, source),
    melody: MELODY,
    rate: 1,
    language: read.head.language,
    accent: "",
    ...SOUND,
  };
  if (voices.size >= MOST_KEPT) voices.delete(voices.keys().next().value!);
  const recorded = { source, base };
  voices.set(key, recorded);
  return recorded;
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    throw new EngineError("unavailable", "The voice's file is missing. Install the voice once more.");
  }
}

/** The speaker's median pitch in Hz. With a file that Flite cannot load it makes no frames, or none with a voice. */
function pitchOf(program: Flite, source: Recorded["source"]): number {
  const median = medianOf(program, source);
  if (median === null)
    throw new EngineError("rejected", "The voice's file cannot be used: it is damaged or incomplete.");
  return median;
}

function medianOf(program: Flite, source: Recorded["source"]): number | null {
  try {
    const { hz } = program.speak({ base: source, markup: SAMPLE, stretch: 1 }).frames;
    const voiced = hz.filter((one) => one > 0).sort();
    return voiced[voiced.length >> 1] ?? null;
  } catch {
    return null;
  }
}
