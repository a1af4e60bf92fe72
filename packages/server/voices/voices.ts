// The voices of all engines as one list. A voice's id is the same on every installation (engines/voice-id.ts).

export { voicePreparation } from "./preparation.ts";

import { ApiError } from "@fullcast/contract";
import type { CatalogVoice } from "../engines/registry.ts";
import type { Services } from "../services.ts";

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

const DEFAULT_LIMIT = 100;

/** Sorted by name, then id. The cursor names the last voice of the previous page. */
export async function listVoices({ engines }: Pick<Services, "engines">, query: VoiceQuery) {
  const wanted = (await engines.voices()).filter((voice) => matches(voice, query));
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
  if (query.model !== undefined && voice.model !== query.model) return false;
  if (query.gender !== undefined && voice.gender !== query.gender) return false;
  if (query.age !== undefined && voice.age !== query.age) return false;
  if (query.language !== undefined && !speaks(voice.language, query.language)) return false;
  if (query.q === undefined) return true;
  const needle = query.q.toLowerCase();
  return [voice.name, voice.description, voice.accent ?? "", ...voice.tags].some((text) =>
    text.toLowerCase().includes(needle),
  );
}

/** "en" matches every English voice, "en-GB" British ones. */
function speaks(language: string, wanted: string): boolean {
  const [a, b] = [language.toLowerCase(), wanted.toLowerCase()];
  return a === b || a.startsWith(`${b}-`);
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
    preparation_required: false,
    preview_url: null,
  };
}

export async function listEngines({ engines }: Pick<Services, "engines">) {
  return {
    engines: await Promise.all(
      engines.list().map(async (engine) => {
        const { status, notice } = await engine.status();
        return {
          provider: engine.provider,
          name: engine.name,
          kind: engine.kind,
          models: [...engine.models],
          status,
          notice,
          capabilities: {
            ...engine.capabilities,
            controls: [...engine.capabilities.controls],
            languages: [...engine.capabilities.languages],
          },
        };
      }),
    ),
  };
}

/** The voice with this id; undefined when no engine of this installation has it. */
export async function findVoice(
  { engines }: Pick<Services, "engines">,
  voiceId: string,
): Promise<CatalogVoice | undefined> {
  return (await engines.voices()).find((voice) => voice.voice_id === voiceId);
}
