// What the part about an account's own voices reads, and how recordings are judged before they are sent.

import { REFERENCE_MS } from "@fullcast/core/custom-voices";
import { queryOptions } from "@tanstack/react-query";
import { api, type CustomVoice, type CustomVoiceRequest, type Engine, type Sound } from "../api/api.ts";
import { formatBytes, formatLength } from "../i18n/i18n.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";

export type VoiceKind = CustomVoice["kind"];
/** An engine that makes voices, with what it takes. */
export type MakerEngine = Engine & { readonly maker: NonNullable<Engine["limits"]["custom_voices"]> };

const POLL_MS = 1_500;

export const ownVoicesQuery = queryOptions({
  queryKey: ["own-voices"],
  queryFn: async ({ signal }) => (await api.call("listCustomVoices", { signal })).custom_voices,
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some((voice) => voice.state === "making" || voice.state === "removing") === true ? POLL_MS : false,
});

export const makersOf = (engines: readonly Engine[], kind: VoiceKind): readonly MakerEngine[] =>
  engines.flatMap((engine) => {
    const maker = engine.limits.custom_voices;
    return maker?.kinds.includes(kind) ? [{ ...engine, maker }] : [];
  });

/** What is wrong with the recordings, as a sentence; null when the engine takes them. */
export function recordingsFault(sounds: readonly Sound[], { files, bytes }: MakerEngine["maker"]["references"]) {
  if (sounds.length === 0) return ownVoices.noneChosen;
  if (sounds.length > files) return ownVoices.tooMany(files, sounds.length);
  const large = sounds.find(({ current_revision }) => (current_revision?.file_size_bytes ?? 0) > bytes);
  if (large !== undefined) return ownVoices.tooLarge(large.name, formatBytes(bytes));
  const total = lengthOf(sounds);
  if (total < REFERENCE_MS.min) return ownVoices.tooShort(formatLength(REFERENCE_MS.min));
  return total > REFERENCE_MS.max ? ownVoices.tooLong(formatLength(REFERENCE_MS.max)) : null;
}

export const lengthOf = (sounds: readonly Sound[]): number =>
  sounds.reduce((sum, { current_revision }) => sum + (current_revision?.duration_ms ?? 0), 0);

export const recordingsHint = ({ files, bytes }: MakerEngine["maker"]["references"]): string =>
  `${ownVoices.recordingsHint(formatLength(REFERENCE_MS.min), formatLength(REFERENCE_MS.max))} ${ownVoices.recordingsMost(files, formatBytes(bytes))}`;

/** What both kinds of voices state. */
export type About = Pick<CustomVoiceRequest, "provider" | "name" | "language" | "gender" | "age" | "description">;
