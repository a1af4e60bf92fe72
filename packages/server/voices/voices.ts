// The voices of all engines as one list, and the engines, as the catalogue knows them (engines/catalogue.ts). A voice's id is
// the same on every installation (engines/voice-id.ts).

export {
  type Allowance,
  accessTo,
  allowanceOf,
  countPreparation,
  preparationLimit,
  prepareVoice,
  refuseVoice,
} from "./allowance.ts";
export { forgetEngine, listEngines } from "./engines.ts";
export { voicePreparation } from "./preparation.ts";
export { refreshInBackground } from "./refresh.ts";

import { ApiError, type Caller, LIMITS } from "@fullcast/contract";
import { type CatalogVoice, mayUse } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { refreshInBackground } from "./refresh.ts";

export interface VoiceQuery {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly language?: string | undefined;
  readonly gender?: string | undefined;
  readonly age?: string | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const DEFAULT_LIMIT = LIMITS.voice_page;

/** Those that the account may use, sorted by name, then id. The cursor names the last voice of the previous page. */
export async function listVoices(
  services: Pick<Services, "engines" | "log">,
  { accountId }: Pick<Caller, "accountId">,
  query: VoiceQuery,
) {
  refreshInBackground(services);
  const wanted = (await services.engines.catalogue()).voices.filter(
    (voice) => mayUse(voice, accountId) && matches(voice, query),
  );
  wanted.sort((a, b) => compare(sortKey(a), sortKey(b)));
  const limit = query.limit ?? DEFAULT_LIMIT;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const rest = after === null ? wanted : wanted.filter((voice) => compare(sortKey(voice), after) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    voices: page.map(toWireVoice),
    next_cursor: last !== undefined && rest.length > limit ? encodeCursor(sortKey(last)) : null,
  };
}

function matches(voice: CatalogVoice, query: VoiceQuery): boolean {
  if (query.provider !== undefined && voice.provider !== query.provider) return false;
  if (query.model !== undefined && !voice.models.includes(query.model)) return false;
  if (query.gender !== undefined && voice.gender !== query.gender) return false;
  if (query.age !== undefined && voice.age !== query.age) return false;
  if (query.language !== undefined && !speaks(voice.languages, query.language)) return false;
  if (query.q === undefined) return true;
  const needle = query.q.toLowerCase();
  return [voice.name, voice.description, voice.accent ?? "", ...voice.tags].some((text) =>
    text.toLowerCase().includes(needle),
  );
}

/** "en" matches every English voice, "en-GB" British ones. */
function speaks(languages: readonly string[], wanted: string): boolean {
  const asked = wanted.toLowerCase();
  return languages.map((one) => one.toLowerCase()).some((one) => one === asked || one.startsWith(`${asked}-`));
}

const sortKey = (voice: CatalogVoice) => `${voice.name}\u0000${voice.voice_id}`;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const encodeCursor = (key: string) => Buffer.from(key, "utf8").toString("base64url");

function decodeCursor(cursor: string): string {
  const key = Buffer.from(cursor, "base64url").toString("utf8");
  if (!key.includes("\u0000")) {
    throw new ApiError("INVALID_REQUEST", {
      issues: [{ path: "cursor", message: "must be the next_cursor of a page", in: "query" }],
    });
  }
  return key;
}

function toWireVoice(voice: CatalogVoice) {
  return {
    voice_id: voice.voice_id,
    name: voice.name,
    provider: voice.provider,
    model: voice.model,
    language: voice.language,
    accent: voice.accent,
    gender: voice.gender,
    age: voice.age,
    tags: [...voice.tags],
    description: voice.description,
    license: voice.license,
    publishable: voice.publishable,
    preparation_required: voice.preparation_required,
    preview_url: null,
    available: voice.available,
  };
}

/** The voice with this id, also while its engine is away; undefined when the account has no such voice. */
export async function findVoice(
  { engines }: Pick<Services, "engines">,
  { accountId }: Pick<Caller, "accountId">,
  voiceId: string,
): Promise<CatalogVoice | undefined> {
  const voice = (await engines.catalogue()).voice(voiceId);
  return voice !== undefined && mayUse(voice, accountId) ? voice : undefined;
}
