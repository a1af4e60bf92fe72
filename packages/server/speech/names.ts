// The names of voices and models, as programs send them.

import {
  ApiError,
  CAST_MODEL,
  type Caller,
  invalidField,
  ONE_VOICE_MODELS,
  type SpeechRequest,
} from "@fullcast/contract";
import { type CatalogVoice, mayUse } from "../engines/registry.ts";
import { nearestName } from "../nearest-name.ts";
import type { Services } from "../services.ts";
import { refreshInBackground } from "../voices/voices.ts";

/** The voices of the account that can speak now, by name. */
export async function listSpeechVoices(
  services: Pick<Services, "engines" | "log">,
  { accountId }: Pick<Caller, "accountId">,
) {
  refreshInBackground(services);
  const voices = (await services.engines.catalogue()).voices.filter(
    (voice) => voice.available && mayUse(voice, accountId),
  );
  const listed = voices.map(({ voice_id: id, name }) => ({ id, name }));
  return { voices: listed.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id)) };
}

export async function listSpeechModels({ engines }: Pick<Services, "engines">) {
  const own = (await engines.catalogue()).engines.flatMap(({ models }) => models.map(({ id }) => id));
  const names = new Set([...ONE_VOICE_MODELS, CAST_MODEL, ...own]);
  return { object: "list" as const, data: [...names].map((id) => ({ id, object: "model" as const })) };
}

/** @throws ApiError NOT_FOUND */
export async function readSpeechModel(services: Pick<Services, "engines">, wanted: string) {
  const { data } = await listSpeechModels(services);
  const found = data.find(({ id }) => id === wanted);
  if (found === undefined) throw new ApiError("NOT_FOUND", { resource: "model" });
  return found;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const isCast = (model: string): boolean => model === CAST_MODEL;

/** Many programs offer the names of OpenAI's voices and no others. Each has an embedded voice of like gender and manner. */
const VOICES_OF_OPENAI: ReadonlyMap<string, string> = new Map([
  ["alloy", "Ruth"],
  ["ash", "Conrad"],
  ["ballad", "Julian"],
  ["cedar", "Gideon"],
  ["coral", "Miriam"],
  ["echo", "Martin"],
  ["fable", "Alasdair"],
  ["marin", "Helen"],
  ["nova", "Nora"],
  ["onyx", "Victor"],
  ["sage", "Lydia"],
  ["shimmer", "Iris"],
  ["verse", "Felix"],
]);

/**
 * The voice with this id, or the first one of this name that is there, in the order of the engines; then an embedded voice for
 * a name of OpenAI's. @throws ApiError
 */
export async function voiceNamed(
  { engines }: Pick<Services, "engines">,
  accountId: string,
  name: string,
): Promise<CatalogVoice> {
  const { voices: all, voice } = await engines.catalogue();
  const byId = voice(name.toLowerCase());
  if (byId !== undefined && mayUse(byId, accountId)) return byId;
  const voices = all.filter((one) => mayUse(one, accountId));
  const wanted = name.toLowerCase();
  const named = voices.filter((one) => one.name.toLowerCase() === wanted);
  const found = named.find(({ available }) => available) ?? named[0];
  if (found !== undefined) return found;
  const standIn = voices.find(({ name, provider }) => provider === "flite" && name === VOICES_OF_OPENAI.get(wanted));
  if (standIn !== undefined) return standIn;
  const near = nearestName(
    name,
    voices.map((one) => one.name),
    2,
  );
  throw invalidField(
    "voice",
    `is no id and no name of a voice; GET /v1/audio/voices lists them${near === null ? "" : `. Did you mean ${near}?`}`,
  );
}

/** The voice and the model that speak a request in one voice. @throws ApiError INVALID_REQUEST */
export async function voiceFor(
  services: Pick<Services, "engines">,
  accountId: string,
  { model: asked, voice: name }: Pick<SpeechRequest, "model" | "voice">,
): Promise<{ readonly voice: CatalogVoice; readonly model: string; readonly followsRate: boolean }> {
  const voice = await voiceNamed(services, accountId, name);
  const isOurs = (ONE_VOICE_MODELS as readonly string[]).includes(asked);
  const model = isOurs ? voice.model : asked;
  if (!isOurs && !voice.models.includes(model)) {
    const known = [...ONE_VOICE_MODELS, CAST_MODEL, ...voice.models];
    throw invalidField("model", `must be one of ${[...new Set(known)].join(", ")} for this voice`);
  }
  const { engines } = await services.engines.catalogue();
  const able = engines.find(({ provider }) => provider === voice.provider)?.models.find(({ id }) => id === model);
  return { voice, model, followsRate: able?.controls.includes("rate") === true };
}
