// The SQL of custom voices, and their wire form.

import { ApiError, type Caller } from "@fullcast/contract";
import type { Selectable } from "kysely";
import type { CustomVoicesTable } from "../db/tables.ts";
import { voiceId } from "../engines/registry.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type CustomVoiceRow = Selectable<CustomVoicesTable>;

/** Jobs by the id of the voice. */
export const CUSTOM_VOICE_QUEUE = "custom-voice";
/** Jobs that delete a voice at its engine, by the id of the voice. Their data name the voice: its row may be gone. */
export const REMOVED_VOICE_QUEUE = "removed-voice";

/** Rows of an account that are kept, those of removed voices among them. */
export const MOST_CUSTOM_VOICES = 500;

export async function customVoicesOf({ db }: Db, accountId: string): Promise<CustomVoiceRow[]> {
  return db.q
    .selectFrom("custom_voices")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MOST_CUSTOM_VOICES)
    .execute();
}

export async function loadCustomVoice({ db }: Db, id: string): Promise<CustomVoiceRow | undefined> {
  return db.q.selectFrom("custom_voices").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A voice of the caller's account, kept from other changes until the caller's transaction ends. @throws ApiError NOT_FOUND */
export async function lockCustomVoice(
  { db }: Db,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
): Promise<CustomVoiceRow> {
  const row = await db.q
    .selectFrom("custom_voices")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "custom_voice" });
  return row;
}

/** Its id in the catalogue; null until the engine made it. */
export const voiceIdOf = ({ provider, engine_voice_id }: CustomVoiceRow): string | null =>
  engine_voice_id === null ? null : voiceId(provider, engine_voice_id);

export function toWire(row: CustomVoiceRow) {
  const { id, kind, provider, state, fault, consent, recordings, created_at, ended_at } = row;
  const { name, language, gender, age, description } = row.about;
  return {
    ...{ id, kind, provider, name, language, gender, age, description, state, fault, consent },
    voice_id: voiceIdOf(row),
    recordings: recordings.map(({ sound_id, name, sha256, duration_ms }) => ({ sound_id, name, sha256, duration_ms })),
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
}
