// The checks of an audiobook shop: the rules of ACX ("Audio Submission Requirements", and its Audio Lab), each with its value
// and a verdict.

/** Measurements of a decoded file. Levels in dB of full scale; -200 is digital silence. */
export interface FileMeasures {
  readonly codec: string;
  readonly sample_rate: number;
  readonly channels: number;
  /** Number of channels never changes within the file. */
  readonly uniform: boolean;
  readonly duration_ms: number;
  /** The bit rate of all frames; null if it varies or the codec has none. */
  readonly constant_bit_rate: number | null;
  readonly chapters: number;
  readonly rms_db: number;
  readonly true_peak_db: number;
  /** The quietest half second. */
  readonly noise_floor_db: number;
  /** Duration before the first and after the last sound louder than room tone. */
  readonly head_ms: number;
  readonly tail_ms: number;
  /** The quietest 50 ms of head and tail. */
  readonly quietest_edge_db: number;
}

export interface RuleVerdict {
  readonly rule: string;
  readonly passed: boolean;
  /** Null: it varies. */
  readonly value: number | string | null;
  readonly unit: string;
  readonly minimum: number | string | null;
  readonly maximum: number | string | null;
}

/** Below this level there is no room tone. */
const DIGITAL_SILENCE_DB = -96;

/** A value between two bounds; null is none. */
export function ruleWithin(
  rule: string,
  value: number | null,
  unit: string,
  minimum: number | null,
  maximum: number | null,
): RuleVerdict {
  const passed = value !== null && (minimum === null || value >= minimum) && (maximum === null || value <= maximum);
  return { rule, passed, value: rounded(value), unit, minimum, maximum };
}

/** One of some names. */
export function ruleOneOf(rule: string, value: string, wanted: readonly string[]): RuleVerdict {
  const names = wanted.join(", ");
  return { rule, passed: wanted.includes(value), value, unit: "", minimum: names, maximum: names };
}

/** Mono or stereo, the same throughout. */
export const uniformChannels = ({ channels, uniform }: FileMeasures): RuleVerdict => ({
  ...ruleWithin("channels", channels, "", 1, 2),
  passed: uniform && channels <= 2,
});

/** One verdict for every rule of ACX. A file is ready when all have passed. */
export const acxVerdicts = (measures: FileMeasures): readonly RuleVerdict[] => [
  ruleOneOf("codec", measures.codec, ["mp3"]),
  ruleWithin("sample_rate", measures.sample_rate, "Hz", 44_100, 44_100),
  ruleWithin("constant_bit_rate", measures.constant_bit_rate, "bit/s", 192_000, null),
  uniformChannels(measures),
  ruleWithin("duration", measures.duration_ms / 60_000, "min", null, 120),
  ruleWithin("chapters_in_file", measures.chapters, "", null, 1),
  ruleWithin("rms", measures.rms_db, "dB", -23, -18),
  ruleWithin("peak", measures.true_peak_db, "dBTP", null, -3),
  ruleWithin("noise_floor", measures.noise_floor_db, "dB", null, -60),
  ruleWithin("head", measures.head_ms / 1000, "s", 0.5, 1),
  ruleWithin("tail", measures.tail_ms / 1000, "s", 1, 5),
  ruleWithin("room_tone", measures.quietest_edge_db, "dB", DIGITAL_SILENCE_DB, -60),
];

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000);
