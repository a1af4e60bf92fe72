// Checks that every engine makes before it speaks: a request that violates the contract is rejected.

import { EngineError, type SpeakRequest } from "./speak.ts";

export interface RequestRules {
  readonly models: readonly string[];
  readonly max_characters: number;
  readonly hasVoice: (id: string) => boolean;
}

function refuse(message: string): never {
  throw new EngineError("rejected", message);
}

function inRange(value: number, low: number, high: number): boolean {
  return Number.isFinite(value) && value >= low && value <= high;
}

function checkSpans(
  name: string,
  spans: readonly { readonly start: number; readonly end: number }[],
  length: number,
): void {
  let at = 0;
  for (const span of spans) {
    const whole = Number.isInteger(span.start) && Number.isInteger(span.end);
    if (!whole || span.start < at || span.end <= span.start || span.end > length) {
      refuse(`The ${name} spans must be ascending, apart and inside the text.`);
    }
    at = span.end;
  }
}

/** @throws EngineError "rejected" with a message that never contains the text itself. */
export function checkRequest(request: SpeakRequest, rules: RequestRules): void {
  const { text, delivery } = request;
  if (!rules.models.includes(request.model)) refuse("The engine has no such model.");
  if (!rules.hasVoice(request.voice))
    throw new EngineError("rejected", "The engine has no such voice.", { scope: "voice" });
  if (text.length > rules.max_characters) refuse(`The text is longer than ${rules.max_characters} characters.`);
  if (!text.isWellFormed()) refuse("The text holds half a character (a lone surrogate).");
  if (!/[\p{L}\p{N}]/u.test(text)) refuse("The text has nothing that can be said.");
  if (!inRange(delivery.rate, 0.5, 2)) refuse("The rate must be from 0.5 to 2.");
  if (!inRange(delivery.pitch_semitones, -12, 12)) refuse("The pitch must be from -12 to 12 semitones.");
  if (!inRange(delivery.volume_db, -24, 12)) refuse("The volume must be from -24 to 12 dB.");
  if (!inRange(delivery.range, 0, 2)) refuse("The range must be from 0 to 2.");
  if (!inRange(delivery.laughter ?? 0, 0, 1)) refuse("The laughter must be from 0 to 1.");
  if (!inRange(delivery.trembling ?? 0, 0, 1)) refuse("The trembling must be from 0 to 1.");
  checkSpans("emphasis", request.emphasis, text.length);
  checkSpans("pronunciation", request.pronunciations, text.length);
  let offset = 0;
  for (const silence of request.silences) {
    if (!Number.isInteger(silence.offset) || silence.offset <= offset || silence.offset >= text.length) {
      refuse("Silences must be ascending and strictly inside the text.");
    }
    if (!inRange(silence.duration_ms, 0, 300_000)) refuse("A silence lasts at most 300,000 ms.");
    offset = silence.offset;
  }
}

const NONE: readonly string[] = [];

/**
 * What of a request an engine leaves out, as sentences for the person who directed the line.
 * @param abilities The controls and the seed that the model follows, as in its description.
 */
export function unsupportedWishes(
  { delivery, emphasis, pronunciations, seed }: SpeakRequest,
  abilities: { readonly controls: readonly string[]; readonly seed: boolean },
): readonly string[] {
  const asked = [
    delivery.rate !== 1 && "rate",
    delivery.pitch_semitones !== 0 && "pitch_semitones",
    delivery.volume_db !== 0 && "volume_db",
    delivery.range !== 1 && "range",
    delivery.whisper && "whisper",
    emphasis.length > 0 && "emphasis",
    pronunciations.length > 0 && "pronunciation",
  ].filter((control): control is keyof typeof LEFT_OUT => control !== false && !abilities.controls.includes(control));
  if (asked.length === 0 && (seed === undefined || abilities.seed)) return NONE;
  const sentences = asked.map((control) => LEFT_OUT[control]);
  return seed === undefined || abilities.seed ? sentences : [...sentences, SAME_TAKE];
}

const SAME_TAKE = "This voice takes no seed: another take of the same text may sound the same.";
const LEFT_OUT = {
  rate: "This voice cannot change its pace; the direction is left out.",
  pitch_semitones: "This voice cannot change its pitch; the direction is left out.",
  volume_db: "This voice cannot change its volume; the direction is left out.",
  range: "This voice cannot change its melody; the direction is left out.",
  whisper: "This voice cannot whisper; the direction is left out.",
  emphasis: "This voice cannot stress single words; the stress is left out.",
  pronunciation: "This voice takes no pronunciations; its own is used.",
};

/** The answer with further warnings. */
export function withWarnings<T extends { readonly warnings: readonly string[] }>(
  answer: T,
  more: readonly string[],
): T {
  return more.length === 0 ? answer : { ...answer, warnings: [...answer.warnings, ...more] };
}
