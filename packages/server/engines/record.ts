// Speaks and measures with any engine. Engines with threads of their own measure there; the answers of others are decoded
// here and measured in a thread.

import { decodeSpeech } from "../codec/decode-speech.ts";
import { traced } from "../tracing.ts";
import {
  EngineError,
  type PcmSpeech,
  type Recorded,
  type SpeakRequest,
  type SpeakResult,
  type SpeechEngine,
} from "./engine.ts";
import { measureAway } from "./measuring.ts";

/** Speaks and measures, with any engine. @throws as SpeechEngine.speak */
export async function record(engine: SpeechEngine, request: SpeakRequest, signal?: AbortSignal): Promise<Recorded> {
  const own = engine.record?.bind(engine);
  if (own !== undefined) return tracedCall(engine, request, () => own(request, signal));
  const result = await speak(engine, request, signal);
  const { billed_characters, request_id } = result;
  return measureAway(await samplesOf(result, signal), { billed_characters, request_id }, signal);
}

/** One call of an engine, as a span of the present trace. @throws as SpeechEngine.speak */
export function speak(engine: Engine, request: SpeakRequest, signal?: AbortSignal): Promise<SpeakResult> {
  return tracedCall(engine, request, () => engine.speak(request, signal));
}

type Engine = Pick<SpeechEngine, "speak" | "provider" | "kind">;

function tracedCall<T>({ provider, kind }: Engine, { model, text }: SpeakRequest, call: () => Promise<T>): Promise<T> {
  const attributes = () => ({
    "fullcast.engine": provider,
    "fullcast.engine_kind": kind,
    "fullcast.model": model,
    "fullcast.characters": text.length,
  });
  return traced(`engine ${provider}`, attributes, call);
}

/** Speaks with any engine; the answer is decoded. @throws as SpeechEngine.speak */
export async function speakPcm(
  engine: Pick<SpeechEngine, "speak">,
  request: SpeakRequest,
  signal?: AbortSignal,
): Promise<PcmSpeech> {
  return samplesOf(await engine.speak(request, signal), signal);
}

/** The answer of an engine with its audio as samples. @throws EngineError `broken_answer` for a file that is not audio. */
export async function samplesOf(result: SpeakResult, signal?: AbortSignal): Promise<PcmSpeech> {
  const { audio, words, warnings } = result;
  if (audio.kind === "pcm") return { pcm: audio.pcm, sample_rate: audio.sample_rate, words, warnings };
  const decoded = await decodeSpeech(audio.bytes, { signal });
  if ("fault" in decoded) throw new EngineError("broken_answer", decoded.fault, { charged: true });
  return { ...decoded, words, warnings };
}
