// Judges whether a take matches its text. The rules are lenient for short lines, invented names and new voices.

import type { TakeFacts } from "./take-facts.ts";

export const FINDING_KINDS = [
  "silence",
  "excess_length",
  "noise",
  "long",
  "short",
  "clipping",
  "cut_ending",
  "repeated_ending",
  "level_jump",
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

export interface TakeFinding {
  readonly kind: FindingKind;
  /** A sentence for the user. */
  readonly message: string;
}

/** The findings after which a take is spoken again; a take that still has one is not usable. */
export const isUnusable = ({ kind }: TakeFinding): boolean => kind === "silence" || kind === "excess_length";

/** A take's text and voice. */
export interface TakeText {
  /** spokenUnits() of the text. */
  readonly units: number;
  /** endsRepeating() of the text. */
  readonly repeats: boolean;
  /** Pauses that are requested inside the text. */
  readonly silences_ms: number;
  /** Pace of the delivery; 1 is usual. */
  readonly rate: number;
  /** The rate of the voice so far (RunningRate). */
  readonly ms_per_unit: number;
}

/** A take below this level is silence: 16-bit dither is at -96 dBFS, the softest whisper of a usable voice at -55. */
const SILENT_DBFS = -65;
const LEAST_SPEECH_MS = 30;
/** Time that every line takes in addition: the breath before it and the end of its last sound. */
const ANY_LINE_MS = 300;
/** A take is too long above this many times the expected length plus this time. */
const EXCESS = 4;
const EXCESS_MS = 5_000;
const LONG = 2;
const LONG_MS = 1_500;
const SHORT = 0.42;
const SHORT_MS = 250;
/** A line with fewer units may be an interjection or a name, whose length is arbitrary. */
const FEW_UNITS = 25;
/** Room tone, hum and hiss vary by less; speech by more, also in a whisper. */
const STEADY_DB = 5;
const STEADY_MS = 800;
const STEADY_UNITS = 12;
const CLIPPED_STRETCHES = 8;
const ABRUPT_DB = -9;
const STEP_DB = 11;
/** Without its repeated ending the take still is this much of the expected length. */
const WITHOUT_REPEATED = 0.6;

/** In the order of FINDING_KINDS; empty for a good take. */
export function takeFindings(facts: TakeFacts, text: TakeText): readonly TakeFinding[] {
  if (facts.loud_dbfs < SILENT_DBFS || facts.active_ms < LEAST_SPEECH_MS) {
    return [{ kind: "silence", message: "The take is silent." }];
  }
  const spoken = facts.duration_ms - text.silences_ms;
  const expected = expectedMs(text);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const lengths = `It is ${seconds(spoken)} long, and its text takes about ${seconds(expected)}.`;
  const isLong = spoken > LONG * expected + LONG_MS;
  const isExcess = spoken > EXCESS * expected + EXCESS_MS;
  const found: { readonly [kind in FindingKind]: string | false } = {
    silence: false,
    excess_length: isExcess && `The take is far too long for its text. ${lengths}`,
    noise:
      facts.modulation_db < STEADY_DB &&
      facts.active_ms >= STEADY_MS &&
      text.units >= STEADY_UNITS &&
      "The take sounds like steady noise, not like speech.",
    long: isLong && !isExcess && text.units >= FEW_UNITS && `The take is long for its text. ${lengths}`,
    short:
      spoken < SHORT * expected - SHORT_MS &&
      text.units >= FEW_UNITS &&
      `The take is short for its text; words may be missing. ${lengths}`,
    clipping:
      facts.clipped_stretches >= CLIPPED_STRETCHES &&
      `The take is clipped in ${facts.clipped_stretches} places; it may sound harsh.`,
    cut_ending: facts.end_db > ABRUPT_DB && "The take ends abruptly; its last sound may be cut.",
    repeated_ending:
      facts.repeated_ms > 0 &&
      text.units >= FEW_UNITS &&
      !text.repeats &&
      spoken - facts.repeated_ms > WITHOUT_REPEATED * expected &&
      `The last ${seconds(facts.repeated_ms)} seem to be spoken twice.`,
    level_jump: facts.step_db > STEP_DB && `The level changes by ${Math.round(facts.step_db)} dB inside the take.`,
  };
  return FINDING_KINDS.flatMap((kind) => {
    const message = found[kind];
    return message === false ? [] : [{ kind, message }];
  });
}

/** The expected duration of the text without its requested pauses. */
export function expectedMs({ units, rate, ms_per_unit }: TakeText): number {
  return ANY_LINE_MS + (units * ms_per_unit) / rate;
}

/** The rate of a voice over its takes. An immutable value. */
export interface RunningRate {
  readonly units: number;
  readonly ms: number;
}

/** A usual English reader, with the weight of one paragraph. */
export const USUAL_RATE: RunningRate = { units: 300, ms: 300 * 62 };
/** Older takes count less, so that the rate follows a changed voice within a few pages. */
const MEMORY_UNITS = 5_000;

export const msPerUnit = ({ units, ms }: RunningRate): number => ms / units;

/** The rate with one more take, if no finding concerns its length. */
export function withTake(
  rate: RunningRate,
  facts: TakeFacts,
  text: Pick<TakeText, "units" | "silences_ms" | "rate">,
): RunningRate {
  const ms = (facts.duration_ms - text.silences_ms - ANY_LINE_MS) * text.rate;
  if (text.units < FEW_UNITS || ms <= 0) return rate;
  const kept = Math.min(1, MEMORY_UNITS / (rate.units + text.units));
  return { units: (rate.units + text.units) * kept, ms: (rate.ms + ms) * kept };
}
