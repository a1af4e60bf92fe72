// Services that speak OpenAI's dialect: POST {base_url}/audio/speech (OpenAI's API reference, "Create speech"), so
// Kokoro-FastAPI, LocalAI, Chatterbox and Orpheus servers, vLLM and OpenAI itself.

import { isIP } from "node:net";
import { markIn } from "@fullcast/core/custom-voices";
import { askService, type ServiceAnswer } from "../brought/ask-service.ts";
import { broughtVoices } from "../brought/brought-voices.ts";
import type { BroughtVoice, OpenAiEntry } from "../brought/engines-file.ts";
import { speakInPieces } from "../brought/in-pieces.ts";
import type { KeyState } from "../brought/key.ts";
import {
  type EngineDescription,
  EngineError,
  type EngineModel,
  type SpeakRequest,
  type SpeakResult,
  type SpeechEngine,
} from "../engine.ts";
import { checkRequest, unsupportedWishes } from "../request.ts";
import { chatterboxVoices } from "./chatterbox-voices.ts";
import { isSpeechBody } from "./speech-body.ts";
import { KNOWN_VOICES, voiceFromList } from "./voice-lists.ts";

const CONCURRENCY = 4;
const MOST_AUDIO = 64 * 1024 * 1024;
const MOST_JSON = 4 * 1024 * 1024;
/** OpenAI's `pcm`: 16-bit mono at 24 kHz. */
const PCM_RATE = 24_000;
const SPEED = { min: 0.25, max: 4 };
/** Instructions stand for these controls. */
const DIRECTED = ["rate", "whisper", "range", "pitch_semitones", "volume_db"];
/** Models that follow the field `instructions` (OpenAI's guide "Text to speech"). */
const INSTRUCTED = /^gpt-4o.*-tts/;

export function createOpenAiEngine(entry: OpenAiEntry, state: KeyState): SpeechEngine {
  const { provider, base_url, response_format, max_characters } = entry;
  const name = entry.name ?? provider;
  const models = entry.models ?? [entry.model!];
  const instructed = (model: string) => entry.instructions ?? INSTRUCTED.test(model);
  const headers = {
    accept: "application/json, audio/*",
    ...("key" in state && state.key !== null ? { authorization: `Bearer ${state.key}` } : {}),
  };
  const custom = entry.cloning === undefined ? null : chatterboxVoices({ name, base_url, headers });
  let closed = false;
  let known: ReadonlySet<string> | null = entry.voices === undefined ? null : new Set(entry.voices.map(({ id }) => id));

  const check = (request: SpeakRequest) =>
    checkRequest(request, {
      models,
      max_characters: 65_536,
      // Before the service has listed its voices, it decides itself.
      hasVoice: (id) => known?.has(id) ?? /^[^/\\\p{Cc}]{1,200}$/u.test(id),
    });

  async function speakPiece(request: SpeakRequest, signal: AbortSignal | undefined): Promise<SpeakResult> {
    const { model, voice, text, delivery, instructions } = request;
    const speed = Math.min(SPEED.max, Math.max(SPEED.min, delivery.rate * numberOf(request.options.rate, 1)));
    const answer = await askService(
      name,
      {
        method: "POST",
        url: `${base_url}/audio/speech`,
        headers: { ...headers, "content-type": "application/json" },
        body: {
          model,
          input: text,
          voice,
          response_format,
          ...(speed === 1 ? {} : { speed: Math.round(speed * 100) / 100 }),
          ...(instructions !== undefined && instructed(model) ? { instructions } : {}),
        },
        mostBytes: MOST_AUDIO,
      },
      signal,
    );
    return {
      audio: audioOf(answer),
      words: null,
      warnings: unsupportedWishes(request, {
        controls: instructions !== undefined && instructed(model) ? DIRECTED : ["rate"],
        seed: false,
      }),
      billed_characters: text.length,
      request_id: answer.header("x-request-id"),
    };
  }

  function audioOf(answer: ServiceAnswer): SpeakResult["audio"] {
    const { bytes, contentType } = answer;
    if (!isSpeechBody(bytes, contentType)) {
      throw new EngineError("broken_answer", `${name} answered with ${contentType || "something"} that is no audio.`, {
        charged: true,
      });
    }
    const isFile =
      response_format !== "pcm" || /^(?:RIFF|ID3|OggS|fLaC)/.test(String.fromCharCode(...bytes.subarray(0, 4)));
    if (isFile) return { kind: "file", bytes, content_type: contentType };
    const pcm = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
    return { kind: "pcm", pcm, sample_rate: PCM_RATE };
  }

  const modelOf = (id: string, languages: readonly string[]): EngineModel => ({
    id,
    languages,
    max_characters: 65_536,
    controls: ["rate"],
    word_timings: false,
    seed: false,
    pauses: "spliced",
    options: { rate: { min: 0.5, max: 2 } },
    snowcoins_per_1000: entry.snowcoins_per_1000 ?? null,
    revision: "1",
  });

  function offering(listed: readonly BroughtVoice[]): Pick<EngineDescription, "models" | "voices"> {
    const voices = broughtVoices(listed, models).map((voice) => {
      const custom = markIn(voice.id);
      return custom === null ? voice : { ...voice, custom };
    });
    const languages = [...new Set(voices.flatMap((voice) => voice.languages))];
    return { models: models.map((id) => modelOf(id, languages)), voices };
  }

  async function listedVoices(signal: AbortSignal): Promise<readonly BroughtVoice[]> {
    const list = { method: "GET" as const, headers, mostBytes: MOST_JSON };
    if (entry.voices !== undefined) {
      // Any answer but a refused key shows that the service is there.
      await askService(name, { ...list, url: `${base_url}/models` }, signal).catch((error: unknown) => {
        if (!(error instanceof EngineError) || error.kind !== "rejected") throw error;
      });
      return entry.voices;
    }
    try {
      const { bytes } = await askService(name, { ...list, url: `${base_url}/audio/voices` }, signal);
      return voiceFromList(JSON.parse(new TextDecoder().decode(bytes)));
    } catch (error) {
      const fallback = models.flatMap((model) => KNOWN_VOICES.find(({ models }) => models.test(model))?.voices ?? []);
      if (error instanceof EngineError && error.kind === "rejected" && fallback.length > 0) return fallback;
      if (error instanceof SyntaxError)
        throw new EngineError("broken_answer", `${name} lists its voices in an unknown form.`);
      throw error;
    }
  }

  return {
    provider,
    name,
    kind: isOwnNetwork(base_url) ? "local" : "remote",
    concurrency: entry.concurrency ?? CONCURRENCY,
    limits: {
      requests_per_minute: entry.requests_per_minute ?? null,
      characters_per_minute: entry.characters_per_minute ?? null,
      monthly_characters: entry.monthly_characters ?? null,
    },
    async describe(signal): Promise<EngineDescription> {
      // The voices that the entry names are known before the service answers: people can cast them meanwhile.
      const own = entry.voices === undefined ? { models: [], voices: [] } : offering(entry.voices);
      if ("missing" in state) {
        return {
          status: "unconfigured",
          notice: `The environment variable ${state.missing} with the key is not set.`,
          ...own,
        };
      }
      try {
        const listed = await listedVoices(signal);
        known = new Set(listed.map(({ id }) => id));
        return {
          status: "available",
          notice: null,
          ...offering(listed),
          limits: {
            requests_per_minute: entry.requests_per_minute ?? null,
            monthly_characters: entry.monthly_characters ?? null,
            ...(custom === null ? {} : { custom_voices: custom.limits }),
          },
        };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const status = error.kind === "quota" ? "exhausted" : error.kind === "auth" ? "unconfigured" : "unreachable";
        return { status, notice: error.message, ...own };
      }
    },
    ...(custom === null ? {} : { custom }),
    longestRequest: () => max_characters,
    async speak(request, signal) {
      if (closed) throw new EngineError("unavailable", `${name} is closed.`);
      if ("missing" in state)
        throw new EngineError("auth", `The environment variable ${state.missing} with the key is not set.`);
      signal?.throwIfAborted();
      check(request);
      return speakInPieces(request, max_characters, (piece) => speakPiece(piece, signal), signal);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}

const numberOf = (value: unknown, otherwise: number) => (typeof value === "number" && value > 0 ? value : otherwise);

/** Loopback and private networks (RFC 1918, RFC 4193), and names without a dot. */
export function isOwnNetwork(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 4) return /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(`${host}`);
  if (isIP(host) === 6) return host === "::1" || /^f[cd]/i.test(host) || /^fe[89ab]/i.test(host);
  return host === "localhost" || host.endsWith(".local") || host.endsWith(".internal") || !host.includes(".");
}
