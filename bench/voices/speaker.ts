// A voice of an engine as a reader of single sentences.

import { NEUTRAL_DELIVERY } from "../../packages/core/direction/direction.ts";
import { writeUnitWav } from "../../packages/core/packaging/audio-files.ts";
import type { SpeakRequest, SpeechEngine } from "../../packages/server/engines/engine.ts";
import { speakPcm } from "../../packages/server/engines/record.ts";

export function requestOf(text: string, voice: string, model = "flite"): SpeakRequest {
  return {
    model,
    voice,
    text,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
  };
}

/** The default model of an engine. */
export async function modelOf(engine: SpeechEngine): Promise<string> {
  const { models } = await engine.describe(new AbortController().signal);
  return models[0]!.id;
}

/** Speaks a text as a WAV file. @param model the engine's default model unless it is named */
export function speaker(engine: SpeechEngine, voice: string, model?: string): (text: string) => Promise<Uint8Array> {
  return async (text) => {
    const { pcm, sample_rate } = await speakPcm(engine, requestOf(text, voice, model ?? (await modelOf(engine))));
    return writeUnitWav(pcm, sample_rate);
  };
}
