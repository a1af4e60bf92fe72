// Computes how a line is spoken from its control sets: settings first, then directives, each with its strength.

import type { DeliveryControlSet, DeliveryDirective, JsonValue } from "../document/document.ts";
import { DELIVERY_INTENTS, isDeliveryIntent } from "./delivery-intents.ts";
import { DELIVERY_SETTINGS, isNumberSetting, type NumberSettingName, WHISPER_SETTING } from "./delivery-settings.ts";

export const DELIVERY_FORMAT = "fullcast-delivery-1";

/** The `provider` of a control set that applies to every engine. */
export const ANY_PROVIDER = "fullcast";

/** Acoustic delivery in vendor-neutral units, as an engine receives it. `NEUTRAL_DELIVERY` changes nothing. */
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
  /** Laughter in the voice, above 0 to 1. Absent: none. */
  readonly laughter?: number;
  /** Trembling of the voice, as in weeping and fear, above 0 to 1. Absent: none. */
  readonly trembling?: number;
}

export const NEUTRAL_DELIVERY: Delivery = { rate: 1, pitch_semitones: 0, volume_db: 0, range: 1, whisper: false };

/** A whisper directive of at least this weight switches whispering on. Whispering has no intermediate degrees. */
const WHISPER_FROM = 0.5;

/** A span that covers at least this share of the text applies to all of it, so it may omit quotation marks and spaces. */
const NEARLY_ALL = 0.9;

/**
 * The control sets that apply to a block for this engine: the sets for `provider`, or without any, the sets
 * for any engine (`provider: "fullcast"`). Sets in formats of other vendors do not apply.
 */
export function applicableControlSets(
  sets: readonly DeliveryControlSet[],
  provider: string,
): readonly DeliveryControlSet[] {
  const ours = sets.filter((set) => set.format === DELIVERY_FORMAT);
  const own = ours.filter((set) => set.provider === provider);
  return own.length > 0 ? own : ours.filter((set) => set.provider === ANY_PROVIDER);
}

/** The text that `provider` speaks in place of the block's own; undefined when no set has one. */
export function textOverride(sets: readonly DeliveryControlSet[], provider: string): string | undefined {
  return applicableControlSets(sets, provider).find((set) => set.provider_text_override !== undefined)
    ?.provider_text_override;
}

/**
 * The delivery with which an engine speaks a block. `sets` are the block's control sets, `textLength` is the length of its
 * text in UTF-16 units. Settings named like the fields of Delivery set a starting point; each directive then moves it by its
 * strength times the share of the text that its span covers. Unknown intents and settings of stored sets change nothing
 * (edits refuse them: delivery-settings.ts). Values are clamped to the settings' ranges and rounded, so that equal
 * directions give equal intents.
 */
export function deliveryOf(sets: readonly DeliveryControlSet[], provider: string, textLength: number): Delivery {
  const applicable = applicableControlSets(sets, provider);
  const start: { -readonly [field in keyof Delivery]: Delivery[field] } = { ...NEUTRAL_DELIVERY };
  for (const { name, value } of applicable.flatMap((set) => set.settings)) {
    if (name === WHISPER_SETTING.name) start.whisper = value === true;
    else if (isNumberSetting(name)) start[name] = finiteOr(value, start[name]);
  }
  let { rate, pitch_semitones, volume_db, range, whisper } = start;
  let [laughter, trembling] = [0, 0];
  for (const directive of applicable.flatMap((set) => set.directives)) {
    if (!isDeliveryIntent(directive.intent)) continue;
    const weight = clamp(finiteOr(directive.strength, 0), 0, 1) * coverage(directive, textLength);
    const intent = DELIVERY_INTENTS[directive.intent];
    rate *= intent.rate ** weight;
    pitch_semitones += intent.pitch_semitones * weight;
    volume_db += intent.volume_db * weight;
    range *= intent.range ** weight;
    whisper ||= intent.whisper && weight >= WHISPER_FROM;
    laughter = Math.min(1, laughter + (intent.laughter ?? 0) * weight);
    trembling = Math.min(1, trembling + (intent.trembling ?? 0) * weight);
  }
  [laughter, trembling] = [rounded(laughter, 100), rounded(trembling, 100)];
  return {
    rate: rounded(within("rate", rate), 1000),
    pitch_semitones: rounded(within("pitch_semitones", pitch_semitones), 100),
    volume_db: rounded(within("volume_db", volume_db), 100),
    range: rounded(within("range", range), 1000),
    whisper,
    ...(laughter > 0 ? { laughter } : {}),
    ...(trembling > 0 ? { trembling } : {}),
  };
}

export function isNeutral(delivery: Delivery): boolean {
  return (
    delivery.rate === 1 &&
    delivery.pitch_semitones === 0 &&
    delivery.volume_db === 0 &&
    delivery.range === 1 &&
    !delivery.whisper &&
    delivery.laughter === undefined &&
    delivery.trembling === undefined
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

const within = (name: NumberSettingName, value: number): number =>
  clamp(value, DELIVERY_SETTINGS[name].min, DELIVERY_SETTINGS[name].max);
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps + 0;

/** From this strength on a direction is worth a word. */
const SAID_FROM = 0.3;

/**
 * The directions of a block in words ("whisper, weary"), strongest first, for models that follow instructions; null when
 * there are none.
 */
export function instructionsOf(sets: readonly DeliveryControlSet[], provider: string): string | null {
  const words = applicableControlSets(sets, provider)
    .flatMap((set) => set.directives)
    .filter(({ intent, strength }) => isDeliveryIntent(intent) && strength >= SAID_FROM)
    .toSorted((a, b) => b.strength - a.strength)
    .map(({ intent }) => intent.replaceAll("_", " "));
  return words.length === 0 ? null : [...new Set(words)].join(", ");
}
