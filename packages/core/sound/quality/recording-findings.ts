// Judges a person's recording: the rules of takes, and what a microphone and a room add.

import { endsRepeating, spokenUnits } from "./spoken-units.ts";
import type { TakeFacts } from "./take-facts.ts";
import { FINDING_KINDS, msPerUnit, takeFindings, USUAL_RATE } from "./take-findings.ts";

export const RECORDING_FINDING_KINDS = [...FINDING_KINDS, "quiet", "room_noise"] as const;

export interface RecordingFinding {
  readonly kind: (typeof RECORDING_FINDING_KINDS)[number];
  /** A sentence for the user. */
  readonly message: string;
}

/** Noise that is closer to the voice than this is heard in the pauses. */
const LEAST_DISTANCE_DB = 35;
/** A voice below this level is raised so far that the noise of a usual microphone is heard. */
const QUIET_DBFS = -40;

/** @param text of the line */
export function recordingFindings(
  { facts, noise_floor_dbfs }: { readonly facts: TakeFacts; readonly noise_floor_dbfs: number },
  text: string,
): readonly RecordingFinding[] {
  const found: RecordingFinding[] = [
    ...takeFindings(facts, {
      units: spokenUnits(text),
      repeats: endsRepeating(text),
      silences_ms: 0,
      rate: 1,
      ms_per_unit: msPerUnit(USUAL_RATE),
    }),
  ];
  const loud = Math.round(facts.loud_dbfs);
  if (facts.loud_dbfs < QUIET_DBFS) {
    const message = `The voice is quiet (${loud} dBFS). Speak closer to the microphone.`;
    found.push({ kind: "quiet", message });
  }
  const distance = facts.loud_dbfs - noise_floor_dbfs;
  if (distance < LEAST_DISTANCE_DB) {
    const message = `The noise of the room is only ${Math.round(distance)} dB below the voice (${Math.round(noise_floor_dbfs)} dBFS); it may be heard.`;
    found.push({ kind: "room_noise", message });
  }
  return found;
}
