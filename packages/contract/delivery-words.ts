// Describes the effect of each delivery name, for the OpenAPI document and the reference. The numbers come from core.

import { DELIVERY_FORMAT, DELIVERY_INTENTS, DELIVERY_SETTINGS, WHISPER_SETTING } from "@fullcast/core/direction";

const intentLines = Object.entries(DELIVERY_INTENTS).map(([name, effect]) => {
  const parts = [
    `rate × ${effect.rate}`,
    `pitch ${signed(effect.pitch_semitones)} semitones`,
    `level ${signed(effect.volume_db)} dB`,
    `melody × ${effect.range}`,
    ...(effect.whisper ? ["whispered from strength 0.5"] : []),
    ...(effect.laughter === undefined ? [] : [`laughter in the voice ${effect.laughter}`]),
    ...(effect.trembling === undefined ? [] : [`trembling of the voice ${effect.trembling}`]),
  ];
  return `- \`${name}\`: ${parts.join(", ")}`;
});

const settingLines = [
  ...Object.entries(DELIVERY_SETTINGS).map(
    ([name, { min, max, meaning }]) => `- \`${name}\` (${min} to ${max}): ${meaning}`,
  ),
  `- \`${WHISPER_SETTING.name}\` (true or false): ${WHISPER_SETTING.meaning}`,
];

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

export const CONTROL_SET_WORDS = [
  "How one engine speaks a text.",
  `Sets with the format \`${DELIVERY_FORMAT}\` direct the engines of this server: those with the engine's \`provider\`, or, if there are none, those with the provider \`fullcast\`. An edit that names an unknown intent or setting in such a set is refused with the list of known ones. Sets for other providers are stored and change nothing.`,
  "Settings, each with its range:",
  settingLines.join("\n"),
  "Intents of directives, each with its effect at strength 1 over the whole text. A lower strength or a shorter span has less effect:",
  intentLines.join("\n"),
].join("\n\n");

export const INTENT_WORDS = `The direction. One of ${namesOf(DELIVERY_INTENTS)}. DeliveryControlSet states the effect of each.`;

export const SETTING_NAME_WORDS = `The setting. One of ${namesOf(DELIVERY_SETTINGS)}, \`${WHISPER_SETTING.name}\`. DeliveryControlSet states the range and effect of each.`;

export const SETTING_VALUE_WORDS = `The value: true or false for \`${WHISPER_SETTING.name}\`, a number for the others.`;

/** The options of the built-in engines. A server test compares them with what the engines declare. */
export const PROFILE_OPTION_WORDS =
  "Options of the engine. flite: `rate` (0.5 to 2) multiplies the speaking rate of each line, `pitch_semitones` (−12 to 12) shifts its pitch. pico: `rate` (0.5 to 2) and `pitch_semitones` (−12 to 12), with the same effect. espeak: `rate` (0.5 to 2) and `pitch_semitones` (−12 to 12), with the same effect. A request with an unknown option is refused with the list of known ones.";

function namesOf(table: object): string {
  return Object.keys(table)
    .map((name) => `\`${name}\``)
    .join(", ");
}
