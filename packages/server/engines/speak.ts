// The speaking half of the engine contract: what an engine is asked to say, what it answers, and how it fails.

import type { Delivery } from "@fullcast/core/direction";
import type { TakeFacts } from "@fullcast/core/sound";

export interface SpeakRequest {
  readonly model: string;
  /** The engine's own id of the voice. */
  readonly voice: string;
  /** BCP 47. Absent: the first language of the voice. */
  readonly language?: string;
  /** Not empty, well-formed, at most `max_characters`. */
  readonly text: string;
  readonly delivery: Delivery;
  /** The same directions as a short English phrase ("whispering, hurried"), for models that read them. Absent: none. */
  readonly instructions?: string;
  readonly emphasis: readonly { readonly start: number; readonly end: number }[];
  readonly pronunciations: readonly {
    readonly start: number;
    readonly end: number;
    readonly alphabet: "ipa" | "x-sampa" | "cmu";
    readonly value: string;
  }[];
  readonly silences: readonly { readonly offset: number; readonly duration_ms: number }[];
  /** Another seed gives another take of the same text. Absent: the engine chooses. */
  readonly seed?: number;
  /** What the same voice says before and after, for models that continue a melody. They never speak it. */
  readonly previous_text?: string;
  readonly next_text?: string;
  /** The provider's ids of the requests just before in the same voice, the newest last. */
  readonly previous_request_ids?: readonly string[];
  /** Provider-specific options of the generation profile. */
  readonly options: { readonly [key: string]: unknown };
}

/** Offsets are UTF-16 units into the request's text; times are ms from the audio's start; ascending, no overlap. */
export interface EngineWord {
  readonly start: number;
  readonly end: number;
  readonly start_ms: number;
  readonly end_ms: number;
}

/** Speech as samples. */
export interface PcmSpeech {
  /** Mono 16-bit PCM. */
  readonly pcm: Int16Array;
  readonly sample_rate: number;
  /** Null when the engine gives no timings; never estimated. */
  readonly words: readonly EngineWord[] | null;
  /** Messages about requested features that the engine could not apply. A person reads them at the line. */
  readonly warnings: readonly string[];
}

export type SpokenAudio =
  | { readonly kind: "pcm"; readonly pcm: Int16Array; readonly sample_rate: number }
  /** A sound file as a provider sent it. It is hostile until it is decoded (codec/decode-speech.ts). */
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly content_type: string };

export interface SpeakResult extends Pick<PcmSpeech, "words" | "warnings"> {
  readonly audio: SpokenAudio;
  /** Characters that a paid provider counts; 0 for embedded and local engines. */
  readonly billed_characters: number;
  /** The provider's id of this request, for continuity and for questions to its support; null when it has none. */
  readonly request_id: string | null;
}

/** Spoken audio as the unit that is stored: a WAV file (writeUnitWav), hashed and measured. */
export interface Recording extends Pick<SpeakResult, "warnings" | "billed_characters" | "request_id"> {
  readonly sample_rate: number;
  /**
   * The words as JSON text, each [start, end, start_ms, end_ms]; null if the engine reported none. The times are those of
   * this recording's own file. The database stores this text unchanged, and a string is cheaper to pass between threads
   * than a thousand objects.
   */
  readonly words_json: string | null;
  readonly samples: number;
  /** SHA-256 of the file, lowercase hex. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
  /** What is measured for judging the take. */
  readonly facts: TakeFacts;
}

/** A recording and the bytes of its file. */
export interface Recorded {
  readonly recording: Recording;
  readonly file: Uint8Array<ArrayBuffer>;
}

/**
 * Why an engine did not speak:
 * - `quota`: the provider's account has no characters left. Nothing may be sent again until a person restores access;
 * - `auth`: the provider refuses the key. As `quota`;
 * - `rate_limited`: too many requests. The same request can succeed after `retry_after_ms`;
 * - `busy`: the engine has no capacity now. As `rate_limited`;
 * - `rejected`: the engine refuses this request and will refuse it again;
 * - `unavailable`: no connection, a server error, or no answer in time;
 * - `broken_answer`: an answer that is no speech of this text: not audio, cut off, silent, far too long.
 */
export type EngineErrorKind = "quota" | "auth" | "rate_limited" | "busy" | "rejected" | "unavailable" | "broken_answer";

export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly kind: EngineErrorKind;
  /** How long the provider asks to wait; null when it does not say. */
  readonly retry_after_ms: number | null;
  /** Whether the provider may have counted the request although there is no usable audio. */
  readonly charged: boolean;
  /**
   * What the failure is about: with `engine`, `quota` and `auth` end the requests of a run to this engine; with `voice` and
   * `plan`, other voices and other accounts continue.
   */
  readonly scope: "engine" | "voice" | "plan";
  /** The status of the service's answer; null when there was none. */
  readonly status: number | null;
  /** @param message For people: what failed and what to do. It never holds the text, a key or an address with a key. */
  constructor(
    kind: EngineErrorKind,
    message: string,
    more: {
      readonly retry_after_ms?: number | null;
      readonly charged?: boolean;
      readonly scope?: "engine" | "voice" | "plan";
      readonly status?: number;
    } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retry_after_ms = more.retry_after_ms ?? null;
    this.charged = more.charged ?? false;
    this.scope = more.scope ?? "engine";
    this.status = more.status ?? null;
  }
}

const PASSING: ReadonlySet<EngineErrorKind> = new Set(["rate_limited", "busy", "unavailable", "broken_answer"]);

/** Whether the same request can succeed a little later. */
export function isPassing(error: EngineError): boolean {
  return PASSING.has(error.kind);
}
