// The contract of a speech engine, independent of vendors. An engine receives plain spoken text with offsets into this text;
// it has no access to blocks, documents or money. conformance.ts tests every engine.

import type { Delivery } from "@fullcast/core/direction";

export interface EngineVoice {
  /** The engine's own id of the voice. */
  readonly id: string;
  readonly name: string;
  readonly model: string;
  /** BCP 47, e.g. "en-GB". */
  readonly language: string;
  readonly accent: string | null;
  readonly gender: "male" | "female" | "neutral";
  readonly age: "child" | "young" | "adult" | "old";
  readonly tags: readonly string[];
  readonly description: string;
  readonly license: string;
  /** Measured acoustic features for casting (Euclidean distance = audible distance); null when unknown. */
  readonly features: readonly number[] | null;
}

export interface EngineCapabilities {
  readonly word_timings: boolean;
  readonly seed: boolean;
  /** The fields of Delivery that the engine supports, plus "emphasis" and "pronunciation". */
  readonly controls: readonly string[];
  /** Longest `text` of one request, UTF-16 units. */
  readonly max_characters: number;
  readonly languages: readonly string[];
}

export interface SpeakRequest {
  readonly model: string;
  readonly voice: string;
  /** Not empty, well-formed, at most `max_characters`. */
  readonly text: string;
  readonly delivery: Delivery;
  readonly emphasis: readonly { readonly start: number; readonly end: number }[];
  readonly pronunciations: readonly {
    readonly start: number;
    readonly end: number;
    readonly alphabet: "ipa" | "x-sampa" | "cmu";
    readonly value: string;
  }[];
  readonly silences: readonly { readonly offset: number; readonly duration_ms: number }[];
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

export interface SpeakResult {
  /** Mono 16-bit PCM. */
  readonly pcm: Int16Array;
  readonly sample_rate: number;
  /** Null when the engine gives no timings; never estimated. */
  readonly words: readonly EngineWord[] | null;
  /** Messages about requested features that the engine could not apply. */
  readonly warnings: readonly string[];
  /** Characters that a paid provider counts; 0 for embedded and local engines. */
  readonly billed_characters: number;
}

/** Spoken audio as the unit that is stored: a WAV file (writeUnitWav), hashed and measured. */
export interface Recording extends Omit<SpeakResult, "pcm" | "words"> {
  /**
   * The words as JSON text, each [start, end, start_ms, end_ms]; null if the engine reported none. The database stores
   * this text unchanged, and a string is cheaper to pass between threads than a thousand objects.
   */
  readonly words_json: string | null;
  readonly samples: number;
  /** SHA-256 of the file, lowercase hex. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
}

/** A recording and the bytes of its file. */
export interface Recorded {
  readonly recording: Recording;
  readonly file: Uint8Array<ArrayBuffer>;
}

export interface EngineStatus {
  readonly status: "available" | "unconfigured" | "unreachable" | "exhausted";
  readonly notice: string | null;
}

export interface SpeechEngine extends AsyncDisposable {
  /** Lowercase identifier, e.g. "espeak". */
  readonly provider: string;
  readonly name: string;
  readonly kind: "embedded" | "local" | "remote";
  readonly models: readonly string[];
  /** Changes whenever the same request would sound different; it is part of the intent of every rendition. */
  readonly revision: string;
  readonly capabilities: EngineCapabilities;
  /** The options of a generation profile that `speak` follows, numbers in these ranges. Absent: none. */
  readonly profileOptions?: { readonly [name: string]: { readonly min: number; readonly max: number } };
  /** How many `speak` calls are useful at once. */
  readonly concurrency: number;
  voices(): Promise<readonly EngineVoice[]>;
  status(): Promise<EngineStatus>;
  /** Rejects with EngineError, or with the signal's reason when aborted. */
  speak(request: SpeakRequest, signal?: AbortSignal): Promise<SpeakResult>;
  /**
   * speak() and recordingOf() in one, for engines with their own threads: measuring there does not load the main thread.
   * Callers use record() in recording.ts, which works with every engine. Rejects as speak does.
   */
  record?(request: SpeakRequest, signal?: AbortSignal): Promise<Recorded>;
}

/** `quota` is never retried; `transient` may be retried; `rejected` will fail again in the same way. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly kind: "quota" | "transient" | "rejected";
  constructor(kind: "quota" | "transient" | "rejected", message: string) {
    super(message);
    this.kind = kind;
  }
}
