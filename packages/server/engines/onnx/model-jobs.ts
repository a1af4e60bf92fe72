// What the server and its model process say to each other.

import type { PiperConfig } from "../piper/config.ts";
import type { EngineWord, SpeakRequest } from "../speak.ts";

export const EXECUTION_PROVIDERS = ["cpu", "coreml", "dml", "webgpu"] as const;
export type ExecutionProvider = (typeof EXECUTION_PROVIDERS)[number];

export interface PiperJob {
  readonly family: "piper";
  readonly config: PiperConfig;
  /** The number of the speaker; null for a model with one. */
  readonly speaker: number | null;
  readonly noise_scale: number;
  readonly length_scale: number;
  readonly noise_w: number;
}

export interface KokoroJob {
  readonly family: "kokoro";
  /** Symbols and their ids. */
  readonly vocabulary: Readonly<Record<string, number>>;
  /** Files of voice packs and their shares. */
  readonly packs: readonly { readonly path: string; readonly weight: number }[];
  /** The voice of eSpeak NG that makes the phonemes. */
  readonly espeak: string;
  readonly speed: number;
}

export interface ModelFile {
  readonly path: string;
  /** What a person calls it. */
  readonly name: string;
  /** Changes with the file. */
  readonly stamp: string;
  readonly bytes: number;
}

export interface SpeakJob {
  readonly kind: "speak";
  /** The folder of onnxruntime-node (runtime.ts). */
  readonly runtime: string;
  readonly provider: ExecutionProvider;
  readonly threads: number;
  readonly model: ModelFile;
  readonly voice: PiperJob | KokoroJob;
  /** BCP 47, for the ends of sentences. */
  readonly language: string;
  /** Without silences. */
  readonly request: SpeakRequest;
  /** A pause behind the last sentence, as between sentences. */
  readonly pauseAfter: boolean;
}

/** Loads the runtime and nothing else. */
export interface CheckJob {
  readonly kind: "check";
  readonly runtime: string;
}

export type ModelJob = SpeakJob | CheckJob;

export type ModelAnswer =
  | {
      readonly kind: "spoken";
      readonly pcm: Int16Array;
      readonly sample_rate: number;
      readonly words: readonly EngineWord[] | null;
      readonly warnings: readonly string[];
      /** What really ran the model, as onnxruntime names it; empty when it was not asked for anything but the processor. */
      readonly ran: readonly string[];
    }
  | { readonly kind: "checked"; readonly version: string }
  /**
   * - `runtime`: onnxruntime-node cannot be loaded;
   * - `memory`: less memory is free than the model needs;
   * - `model`: the file is no model of this kind, or broken;
   * - `text`: nothing in the text can be spoken;
   * - `run`: the model failed on this text.
   */
  | {
      readonly kind: "fault";
      readonly fault: "runtime" | "memory" | "model" | "text" | "run";
      readonly message: string;
    };

/** Memory that a model needs while it speaks, bytes: the file twice while it is read, weights and work space. */
export const memoryFor = (modelBytes: number): number => Math.round(modelBytes * 2.5 + 250 * 2 ** 20);
