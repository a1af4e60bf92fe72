// The job and the answer of encoding speech for a client. Both cross a process boundary.

export const SPEECH_FORMATS = ["mp3", "wav", "flac", "opus", "pcm"] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

/** One part of the output. The parts are consecutive in the input file. */
export interface SpeechPart {
  /** The number of its samples in the input; 0 for silence only. */
  readonly samples: number;
  readonly sample_rate: number;
  readonly gain_db: number;
  /** Silence after it, ms. */
  readonly silence_after_ms: number;
}

export interface EncodeSpeechJob {
  readonly format: SpeechFormat;
  /** The tempo as a multiple of the spoken one, at the same pitch; above 0. */
  readonly tempo: number;
  readonly parts: readonly SpeechPart[];
  readonly output_path: string;
}

export type EncodeSpeechAnswer = { readonly size_bytes: number } | { readonly fault: "disk_full" | "internal" };
