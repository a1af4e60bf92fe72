// How a line is said. A small closed set of intents, each with a strength; engines map the acoustic values.

import type { DeliveryControlSet, DeliveryDirective, JsonValue } from "../document/document.ts";
import { DELIVERY_INTENTS, isDeliveryIntent } from "./delivery-intents.ts";

export const DELIVERY_FORMAT = "fullcast-delivery-1";

/** The `provider` of a control set that speaks to every engine. */
export const ANY_PROVIDER = "fullcast";

/** Acoustic delivery, vendor-neutral: what an engine is asked for. `NEUTRAL_DELIVERY` changes nothing. */
export interface Delivery {
  /** Speaking rate as a factor of the voice's own; 1 is unchanged, 0.5 to 2. */
  readonly rate: number;
  /** Pitch shift in semitones, -12 to 12. */
  readonly pitch_semitones: number;
  /** Level change in dB, -24 to 12. */
  readonly volume_db: number;
  /** Liveliness of the melody as a factor; 0 is monotone, 1 unchanged, up to 2. */
  readonly range: number;
  readonly whisper: boolean;
}

export const NEUTRAL_DELIVERY: Delivery = { rate: 1, pitch_semitones: 0, volume_db: 0, range: 1, whisper: false };

/** From this weight on a whisper is whispered: half a whisper does not exist. */
const WHISPER_FROM = 0.5;

/** A span that leaves out at most this share of the text (quotation marks, spaces) directs the whole of it. */
const NEARLY_ALL = 0.9;

/**
 * The control sets that direct a block for this engine: those written for `provider`, or, when there are none, those
 * for any engine (`provider: "fullcast"`). Sets in formats of other vendors direct nothing here.
 */
export function applicableControlSets(
  sets: readonly DeliveryControlSet[],
  provider: string,
): readonly DeliveryControlSet[] {
  const ours = sets.filter((set) => set.format === DELIVERY_FORMAT);
  const own = ours.filter((set) => set.provider === provider);
  return own.length > 0 ? own : ours.filter((set) => set.provider === ANY_PROVIDER);
}

/** The text that stands in for the block's own when `provider` speaks it; undefined when none does. */
export function textOverride(sets: readonly DeliveryControlSet[], provider: string): string | undefined {
  return applicableControlSets(sets, provider).find((set) => set.provider_text_override !== undefined)
    ?.provider_text_override;
}

/**
 * The one delivery with which a block is said by an engine. `sets` as they stand in the block, `textLength` the length
 * of the block's text in UTF-16 units. Settings named like the fields of Delivery set a starting point; each directive
 * then moves it by its strength times the share of the text that its span covers. Unknown intents and settings change
 * nothing. Values are clamped to Delivery's limits and rounded, so that equal directions give equal intents.
 */
export function deliveryOf(sets: readonly DeliveryControlSet[], provider: string, textLength: number): Delivery {
  let { rate, pitch_semitones, volume_db, range, whisper } = NEUTRAL_DELIVERY;
  const applicable = applicableControlSets(sets, provider);
  for (const { name, value } of applicable.flatMap((set) => set.settings)) {
    if (name === "rate") rate = finiteOr(value, rate);
    else if (name === "pitch_semitones") pitch_semitones = finiteOr(value, pitch_semitones);
    else if (name === "volume_db") volume_db = finiteOr(value, volume_db);
    else if (name === "range") range = finiteOr(value, range);
    else if (name === "whisper") whisper = value === true;
  }
  for (const directive of applicable.flatMap((set) => set.directives)) {
    if (!isDeliveryIntent(directive.intent)) continue;
    const weight = clamp(finiteOr(directive.strength, 0), 0, 1) * coverage(directive, textLength);
    const intent = DELIVERY_INTENTS[directive.intent];
    rate *= intent.rate ** weight;
    pitch_semitones += intent.pitch_semitones * weight;
    volume_db += intent.volume_db * weight;
    range *= intent.range ** weight;
    whisper ||= intent.whisper && weight >= WHISPER_FROM;
  }
  return {
    rate: rounded(clamp(rate, 0.5, 2), 1000),
    pitch_semitones: rounded(clamp(pitch_semitones, -12, 12), 100),
    volume_db: rounded(clamp(volume_db, -24, 12), 100),
    range: rounded(clamp(range, 0, 2), 1000),
    whisper,
  };
}

export function isNeutral(delivery: Delivery): boolean {
  return (
    delivery.rate === 1 &&
    delivery.pitch_semitones === 0 &&
    delivery.volume_db === 0 &&
    delivery.range === 1 &&
    !delivery.whisper
  );
}

function coverage(directive: DeliveryDirective, textLength: number): number {
  if (textLength <= 0) return 0;
  const covered = Math.min(directive.end_utf16, textLength) - Math.max(directive.start_utf16, 0);
  const share = clamp(covered / textLength, 0, 1);
  return share >= NEARLY_ALL ? 1 : share;
}

function finiteOr(value: JsonValue, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps + 0;
