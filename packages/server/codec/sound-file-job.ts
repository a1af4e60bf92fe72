// The job and the answer of decoding an uploaded sound. The limits and the answer cross a process boundary.

export interface SoundFileLimits {
  readonly min_duration_ms: number;
  readonly max_duration_ms: number;
  readonly max_output_bytes: number;
}

export interface SoundFileJob extends SoundFileLimits {
  readonly input_path: string;
  /** The path of the revision. Its folder exists. */
  readonly output_path: string;
}

/** The revision at `output_path`: 16-bit PCM in WAV at 44.1 kHz, mono or stereo. */
export interface DecodedSound {
  /** The duration of the decoded audio. The header of the file may state another one. */
  readonly duration_ms: number;
  readonly channels: 1 | 2;
  readonly size_bytes: number;
  readonly sha256: string;
  /** BS.1770-4 over all channels; -120 for silence. */
  readonly integrated_lufs: number;
  /** -200 for digital silence. */
  readonly sample_peak_dbfs: number;
}

/**
 * Why there is no revision. All but the last three are faults of the file, and a retry does not help. `limits`: the file
 * exceeds the limit of memory or time. `disk_full`: no space is left. `aborted`: the decoding was stopped.
 * `internal`: a fault of the server.
 */
export type SoundFileFault =
  | "unreadable"
  | "no_audio"
  | "codec_unsupported"
  | "channels_unsupported"
  | "rate_unsupported"
  | "samples_invalid"
  | "truncated"
  | "damaged"
  | "too_short"
  | "too_long"
  | "limits"
  | "disk_full"
  | "aborted"
  | "internal";

/** The message is for people and contains no path. */
export class SoundFileError extends Error {
  override readonly name = "SoundFileError";
  readonly fault: SoundFileFault;
  constructor(fault: SoundFileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export type SoundFileAnswer =
  | { readonly kind: "decoded"; readonly sound: DecodedSound }
  | { readonly kind: "refused"; readonly fault: SoundFileFault; readonly message: string };
