// Requests for custom voices. Always true: no voice is cloned without the confirmed text of a consent, and only from sounds of
// the account itself.

import { ApiError, type Caller, type CustomVoiceRequest, invalidField } from "@fullcast/contract";
import { CLONE_CONSENT_VERSION, cloneConsentText, referenceFault } from "@fullcast/core/custom-voices";
import type { JsonValue } from "@fullcast/core/document";
import { sql } from "kysely";
import { canonicalRequest, once } from "../db/once.ts";
import type { CloneConsent, CloneRecording } from "../db/tables.ts";
import { type CustomVoiceLimits, EngineError } from "../engines/engine.ts";
import { refusalOf } from "../engines/refusal.ts";
import type { CatalogEngine } from "../engines/registry.ts";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { allowanceOf, preparationLimit } from "../voices/voices.ts";
import { CUSTOM_VOICE_QUEUE, customVoicesOf, loadCustomVoice, MOST_CUSTOM_VOICES, toWire } from "./store.ts";

type Requester = Pick<Services, "db" | "clock" | "newId" | "engines" | "jobs">;

export async function listCustomVoices(services: Pick<Services, "db">, { accountId }: Caller) {
  return { custom_voices: (await customVoicesOf(services, accountId)).map(toWire) };
}

export interface ConsentQuery {
  readonly provider: string;
  readonly person: string;
  readonly by: "self" | "other";
  readonly language: "en" | "de";
}

/** The text to confirm before a voice is cloned. @throws ApiError INVALID_REQUEST for an engine that clones no voices */
export async function readCloneConsent(services: Pick<Services, "engines">, query: ConsentQuery) {
  const { engine } = await makerOf(services, query.provider, "cloned");
  return confirmedText(query, engine);
}

function confirmedText({ person, by, language }: Omit<ConsentQuery, "provider">, engine: CatalogEngine) {
  const text = cloneConsentText(language, { person, by, engine: engine.name });
  return { version: CLONE_CONSENT_VERSION, language, text, text_sha256: sha256(text) };
}

/** @throws ApiError INVALID_REQUEST, CONSENT_TEXT_CHANGED, ENGINE_QUOTA_EXCEEDED without allowance */
export async function requestCustomVoice(services: Requester, caller: Caller, body: CustomVoiceRequest) {
  const { db, clock, newId, jobs } = services;
  const { accountId } = caller;
  const { engine, limits } = await makerOf(services, body.provider, body.kind);
  if (engine.kind === "remote") {
    const limit = preparationLimit(await allowanceOf(services, accountId), engine);
    if (limit !== null) throw refusalOf(new EngineError("quota", limit.message), engine.provider, "provider");
  }
  const { result } = await once(
    services,
    {
      accountId,
      key: body.client_mutation_id,
      operation: "requestCustomVoice",
      request: canonicalRequest({ ...body } as { readonly [name: string]: JsonValue }),
    },
    async () => {
      await db.q.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
      if ((await customVoicesOf(services, accountId)).length >= MOST_CUSTOM_VOICES)
        throw invalidField("name", `an account has at most ${MOST_CUSTOM_VOICES} custom voices, removed ones included`);
      const now = clock();
      const cloned = body.kind === "cloned" ? await cloning(services, accountId, body, { engine, limits, now }) : null;
      const id = newId();
      const { name, language, gender, age, description } = body;
      await db.q
        .insertInto("custom_voices")
        .values({
          id,
          account_id: accountId,
          provider: engine.provider,
          kind: body.kind,
          about: JSON.stringify({
            ...{ name, language, gender, age, description },
            tags: [body.kind],
            license: `A ${body.kind} voice of this account. The terms of ${engine.name} say what may be published`,
            publishable: null,
          }),
          state: "making",
          fault: null,
          engine_voice_id: null,
          consent: cloned === null ? null : JSON.stringify(cloned.consent),
          recordings: JSON.stringify(cloned?.recordings ?? []),
          created_at: now,
          ended_at: null,
        })
        .execute();
      await jobs.enqueue(CUSTOM_VOICE_QUEUE, id, {}, { party: accountId, urgency: 0 });
      return { id };
    },
  );
  const row = await loadCustomVoice(services, result.id);
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "custom_voice" });
  return { custom_voice: toWire(row) };
}

/** An engine that makes voices of this kind. @throws ApiError INVALID_REQUEST */
async function makerOf(
  { engines }: Pick<Services, "engines">,
  provider: string,
  kind: CustomVoiceRequest["kind"],
): Promise<{ readonly engine: CatalogEngine; readonly limits: CustomVoiceLimits }> {
  const catalogue = await engines.catalogue();
  const engine = catalogue.engine(provider);
  const limits = engine?.limits.custom_voices ?? null;
  if (engine !== undefined && limits?.kinds.includes(kind)) return { engine, limits };
  const able = catalogue.engines.filter((one) => one.limits.custom_voices?.kinds.includes(kind));
  const names = able.map((one) => one.provider).join(", ");
  const doing = kind === "cloned" ? "clones" : "designs";
  throw invalidField(
    "provider",
    able.length === 0
      ? `no engine of this installation ${doing} voices; see docs/custom-voices.md`
      : `is no engine that ${doing} voices; these do: ${names}`,
  );
}

async function cloning(
  services: Pick<Services, "db">,
  accountId: string,
  { sound_ids, consent: given }: Extract<CustomVoiceRequest, { kind: "cloned" }>,
  { engine, limits, now }: { readonly engine: CatalogEngine; readonly limits: CustomVoiceLimits; readonly now: Date },
): Promise<{ readonly consent: CloneConsent; readonly recordings: readonly CloneRecording[] }> {
  const { text_sha256, ...text } = confirmedText(given, engine);
  if (text_sha256 !== given.text_sha256) throw new ApiError("CONSENT_TEXT_CHANGED", {});
  const recordings = await recordingsOf(services, accountId, sound_ids);
  const fault = referenceFault(recordings, limits.references);
  if (fault !== null) throw invalidField("sound_ids", fault);
  const { person, by, proof = null } = given;
  const agreed = { agreed_at: now.toISOString(), withdrawn_at: null };
  return { consent: { person, by, proof, ...text, text_sha256, ...agreed }, recordings };
}

/** In the order of the ids. @throws ApiError INVALID_REQUEST for a sound that is not the account's own or not ready */
async function recordingsOf(
  { db }: Pick<Services, "db">,
  accountId: string,
  soundIds: readonly string[],
): Promise<CloneRecording[]> {
  const { rows } = await sql<CloneRecording>`
    select s.id as sound_id, s.name, m.sha256, m.content_type, m.size_bytes::float8 as size_bytes, r.duration_ms
    from sounds s join sound_revisions r on r.id = s.current_revision_id join media_assets m on m.id = r.asset_id
    where s.account_id = ${accountId}::uuid and s.id = any(${sql.val(soundIds)}::uuid[])
  `.execute(db.q);
  return soundIds.map((id) => {
    const found = rows.find(({ sound_id }) => sound_id === id);
    if (found === undefined)
      throw invalidField("sound_ids", `${id} is no ready sound of this account; upload the recording as a sound first`);
    return found;
  });
}
