// Judges what engines answer by the figures that are measured with each recording: an answer that is no speech of its text is
// refused, anything else that a listener should know becomes a remark.

import {
  endsRepeating,
  isUnusable,
  msPerUnit,
  type RunningRate,
  spokenUnits,
  type TakeFacts,
  takeFindings,
  USUAL_RATE,
  withTake,
} from "@fullcast/core/sound";
import { EngineError, type SpeakRequest } from "./speak.ts";

type Spoken = Pick<SpeakRequest, "text" | "silences" | "delivery">;

/** @throws EngineError for silence, and for audio that is far too long */
export function refuseUnusable(facts: TakeFacts, request: Spoken): void {
  const [found] = takeFindings(facts, { ...textOf(request), ms_per_unit: msPerUnit(USUAL_RATE) }).filter(isUnusable);
  if (found !== undefined) throw new EngineError("broken_answer", found.message, { charged: true });
}

/** Remarks on the takes of a run. */
export interface TakeJudge {
  /** What a listener should know about a take, as sentences. The length of later takes is compared with the good ones. */
  remarksOn(voiceId: string, facts: TakeFacts, request: Spoken): readonly string[];
  /** How many takes got a remark. */
  readonly remarked: number;
}

export function createTakeJudge(): TakeJudge {
  const rates = new Map<string, RunningRate>();
  let remarked = 0;
  return {
    remarksOn(voiceId, facts, request) {
      const rate = rates.get(voiceId) ?? USUAL_RATE;
      const text = textOf(request);
      const found = takeFindings(facts, { ...text, ms_per_unit: msPerUnit(rate) });
      if (found.length === 0) rates.set(voiceId, withTake(rate, facts, text));
      else remarked += 1;
      return found.map(({ message }) => message);
    },
    get remarked() {
      return remarked;
    },
  };
}

function textOf({ text, silences, delivery }: Spoken) {
  return {
    units: spokenUnits(text),
    repeats: endsRepeating(text),
    silences_ms: silences.reduce((sum, silence) => sum + silence.duration_ms, 0),
    rate: delivery.rate,
  };
}
