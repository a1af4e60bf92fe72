// The contract of a speech engine, independent of vendors. An engine receives plain spoken text with offsets into this text;
// it has no access to blocks, documents or money. speak.ts holds what is spoken and what comes back; conformance.ts tests
// every engine.

import type { Recorded, SpeakRequest, SpeakResult } from "./speak.ts";

export * from "./speak.ts";

export interface EngineVoice {
  /** The engine's own id of the voice. */
  readonly id: string;
  readonly name: string;
  /** The models that speak with this voice; the first is used unless a profile names another one. */
  readonly models: readonly string[];
  /** BCP 47, e.g. "en-GB"; the first is the voice's own language. Not empty. */
  readonly languages: readonly string[];
  readonly accent: string | null;
  readonly gender: "male" | "female" | "neutral";
  readonly age: "child" | "young" | "adult" | "old";
  readonly tags: readonly string[];
  readonly description: string;
  readonly license: string;
  /** Whether its recordings may be published; null when that is unknown. */
  readonly publishable: boolean | null;
  /** The provider must prepare the voice before it can speak. */
  readonly preparation_required: boolean;
  /**
   * Changes whenever the same request would sound different; it is part of the intent of every line that the voice speaks.
   * A new value makes those lines stale, and no others.
   */
  readonly revision: string;
  /**
   * Measured acoustic features for casting (voice-acoustics.ts), on one scale for all engines: Euclidean distance is audible
   * distance. Null when unknown.
   */
  readonly features: readonly number[] | null;
  /** The custom voice of an account that it is (`CustomVoices`): only that account sees it. Absent: everyone may use it. */
  readonly custom?: string;
}

/** The options of a generation profile that `speak` follows: numbers in these ranges. */
export type ProfileOptions = { readonly [name: string]: { readonly min: number; readonly max: number } };

/** What one model of an engine can do. */
export interface EngineModel {
  readonly id: string;
  /** BCP 47 languages. */
  readonly languages: readonly string[];
  /** Longest `text` of one request, UTF-16 units. */
  readonly max_characters: number;
  /** The fields of Delivery that the model supports, plus "emphasis" and "pronunciation". */
  readonly controls: readonly string[];
  readonly word_timings: boolean;
  /** Whether another seed gives another take, and the same seed the same one. */
  readonly seed: boolean;
  /** How authored pauses come about: the model makes them, or they are put between its pieces of sound. */
  readonly pauses: "inside" | "spliced";
  readonly options?: ProfileOptions;
  /** Whether accounts on the free plan may not use it, as the provider sells it. Absent: everyone may. */
  readonly paid_plans_only?: boolean;
  /** What the provider asks; null when it states no price. The prices of the installation win over it. */
  readonly snowcoins_per_1000: number | null;
  /** Changes whenever what the model can do changes. */
  readonly revision: string;
}

export interface EngineStatus {
  readonly status: "available" | "unconfigured" | "unreachable" | "exhausted";
  /** One sentence for a person; null when there is nothing to say. */
  readonly notice: string | null;
}

/** What the installation or the provider allows; null where there is no limit. */
export interface EngineLimits {
  /** How many requests run at once. */
  readonly concurrency: number;
  readonly requests_per_minute: number | null;
  readonly monthly_characters: number | null;
  /** How many voices the provider's account can still prepare; null or absent: no limit is known. */
  readonly voice_slots_left?: number | null;
  /** What custom voices it makes for an account, and from what recordings. Absent: none. */
  readonly custom_voices?: CustomVoiceLimits | null;
}

export const CUSTOM_VOICE_KINDS = ["cloned", "designed"] as const;
export type CustomVoiceKind = (typeof CUSTOM_VOICE_KINDS)[number];

export interface CustomVoiceLimits {
  readonly kinds: readonly CustomVoiceKind[];
  /** Recordings for one cloned voice. */
  readonly references: { readonly files: number; readonly bytes: number };
}

/** A custom voice that an account wants. */
export type CustomVoiceWish = {
  /** The voice's name at the engine. It states which request the voice was made for (core/custom-voices). */
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly gender: EngineVoice["gender"];
  readonly age: EngineVoice["age"];
  /** How it sounds, in words. A designed voice is made of them. */
  readonly description: string;
} & (
  | { readonly kind: "designed" }
  | {
      readonly kind: "cloned";
      /** Recordings of one person who agreed. */
      readonly references: readonly { readonly bytes: Uint8Array<ArrayBuffer>; readonly content_type: string }[];
    }
);

/** How an engine makes voices for an account. */
export interface CustomVoices {
  readonly limits: CustomVoiceLimits;
  /**
   * Makes a voice, or finds the one that has this name already. describe() lists it afterwards with `custom`.
   * @returns the engine's own id of the voice @throws EngineError `quota` when the provider's account has no room; the signal's reason
   */
  make(wish: CustomVoiceWish, signal: AbortSignal): Promise<string>;
  /** Deletes a voice for good. Resolves when there is none with this id. @throws EngineError; the signal's reason */
  remove(voice: string, signal: AbortSignal): Promise<void>;
}

/** A sound effect that a service makes. */
export interface ServiceEffect {
  /** What is heard, 1 to 4,000 characters. */
  readonly prompt: string;
  readonly duration_ms: number;
}

/**
 * What an engine says about itself. An engine that cannot be asked now reports it in `status` and leaves its lists empty: the
 * catalogue keeps what it knew.
 */
export interface EngineDescription extends EngineStatus {
  /** The first is the default. */
  readonly models: readonly EngineModel[];
  readonly voices: readonly EngineVoice[];
  readonly limits?: Partial<Omit<EngineLimits, "concurrency">>;
}

export interface SpeechEngine extends AsyncDisposable {
  /** Lowercase identifier, e.g. "espeak". */
  readonly provider: string;
  readonly name: string;
  /** An embedded engine is part of the program: it is always there, and describe() answers at once. */
  readonly kind: "embedded" | "local" | "remote";
  /** How many `speak` calls are useful at once. */
  readonly concurrency: number;
  /** What the scheduler keeps to beside `concurrency`; absent: no limit. */
  readonly limits?: {
    readonly requests_per_minute?: number | null;
    readonly characters_per_minute?: number | null;
    readonly monthly_characters?: number | null;
  };
  /**
   * May ask a service. The catalogue calls it in the background (catalogue.ts); nothing else does. A rejection counts as
   * unreachable.
   */
  describe(signal: AbortSignal): Promise<EngineDescription>;
  /**
   * The longest text that goes to the provider in one request, UTF-16 units. `speak` cuts a longer text there, and every text
   * at its silences, so that it makes several requests. Absent: `speak` makes one request of anything.
   */
  longestRequest?(model: string): number;
  /** Whether the model uses `previous_text` and `next_text`. Absent: none does. */
  usesContext?(model: string): boolean;
  /** Rejects with EngineError, or with the signal's reason when aborted. */
  speak(request: SpeakRequest, signal?: AbortSignal): Promise<SpeakResult>;
  /**
   * speak() and recordingOf() in one, for engines with their own threads: measuring there does not load the main thread.
   * Callers use record() in record.ts, which works with every engine. Rejects as speak does.
   */
  record?(request: SpeakRequest, signal?: AbortSignal): Promise<Recorded>;
  /**
   * Prepares a voice with `preparation_required`. @returns false when it was prepared already and took no slot
   * @throws EngineError `quota` when the provider's account has no room for another voice; the signal's reason
   */
  prepare?(voice: string, signal: AbortSignal): Promise<boolean>;
  /** Present where the engine makes voices for an account. */
  readonly custom?: CustomVoices;
  /** Present where the engine makes sound effects. Rejects as `speak`. */
  readonly effects?: {
    readonly model: string;
    /** What an effect of this length costs, in characters of the provider's price. */
    characters(duration_ms: number): number;
    make(effect: ServiceEffect, signal: AbortSignal): Promise<SpeakResult>;
  };
  /** Loads what the first utterance needs, in the background. Returns at once. Absent: there is nothing to load. */
  warm?(): void;
}
