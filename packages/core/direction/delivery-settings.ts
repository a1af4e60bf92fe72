// The names that a delivery control set can use, and the faults of a set with other names.

import type { DeliveryControlSet, JsonValue } from "../document/document.ts";
import { DELIVERY_INTENTS, isDeliveryIntent } from "./delivery-intents.ts";

export interface NumberSetting {
  readonly min: number;
  readonly max: number;
  /** The setting's effect on the sound. */
  readonly meaning: string;
}

/** The settings of a control set. Each sets one field of Delivery before the directives move it. */
export const DELIVERY_SETTINGS = {
  rate: { min: 0.5, max: 2, meaning: "Speaking rate as a factor. 1 is the voice's own rate, 2 is twice as fast." },
  pitch_semitones: { min: -12, max: 12, meaning: "Pitch shift in semitones. 12 is one octave higher." },
  volume_db: { min: -24, max: 12, meaning: "Level change in dB." },
  range: { min: 0, max: 2, meaning: "Melody of the voice as a factor. 0 is monotone, 2 is twice as lively." },
} as const satisfies { readonly [name: string]: NumberSetting };

export type NumberSettingName = keyof typeof DELIVERY_SETTINGS;

/** The one setting that is true or false. */
export const WHISPER_SETTING = { name: "whisper", meaning: "true: the line is whispered." } as const;

export const DELIVERY_SETTING_NAMES: readonly string[] = [...Object.keys(DELIVERY_SETTINGS), WHISPER_SETTING.name];

export function isNumberSetting(name: string): name is NumberSettingName {
  return Object.hasOwn(DELIVERY_SETTINGS, name);
}

export interface DeliveryFault {
  /** Inside the control set: "directives.0.intent". */
  readonly path: string;
  readonly message: string;
}

/**
 * The first directive or setting without an effect: its name is unknown or its value unusable. Null when there is
 * none. Content of `held` (the set as the block holds it) is always accepted, so that stored sets stay editable.
 */
export function deliveryFault(set: DeliveryControlSet, held?: DeliveryControlSet): DeliveryFault | null {
  const heldIntents = new Set(held?.directives.map(({ intent }) => intent));
  for (const [index, { intent }] of set.directives.entries()) {
    if (isDeliveryIntent(intent) || heldIntents.has(intent)) continue;
    const known = Object.keys(DELIVERY_INTENTS).join(", ");
    return { path: `directives.${index}.intent`, message: `${quoted(intent)} is unknown. Known intents: ${known}` };
  }
  const heldSettings = new Set(held?.settings.map(settingKey));
  for (const [index, setting] of set.settings.entries()) {
    if (heldSettings.has(settingKey(setting))) continue;
    const fault = settingFault(setting);
    if (fault !== null) return { path: `settings.${index}.${fault.path}`, message: fault.message };
  }
  return null;
}

const settingKey = ({ name, value }: DeliveryControlSet["settings"][number]): string => JSON.stringify([name, value]);

function settingFault({ name, value }: { readonly name: string; readonly value: JsonValue }): DeliveryFault | null {
  if (name === WHISPER_SETTING.name)
    return typeof value === "boolean" ? null : { path: "value", message: "must be true or false for whisper" };
  if (!isNumberSetting(name)) {
    const known = DELIVERY_SETTING_NAMES.join(", ");
    return { path: "name", message: `${quoted(name)} is unknown. Known settings: ${known}` };
  }
  const { min, max } = DELIVERY_SETTINGS[name];
  if (typeof value === "number" && value >= min && value <= max) return null;
  return { path: "value", message: `must be a number from ${min} to ${max} for ${name}` };
}

const LONGEST_QUOTE = 40;
const quoted = (name: string): string =>
  `"${name.length > LONGEST_QUOTE ? `${name.slice(0, LONGEST_QUOTE).toWellFormed()}…` : name}"`;
