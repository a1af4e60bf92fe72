// The removal of a custom voice, and what it affects.

import type { Caller } from "@fullcast/contract";
import { sql } from "kysely";
import { removeTakesOfVoice, sayWhatPlays } from "../media/media.ts";
import { removePreviewsOfVoices } from "../previews/previews.ts";
import type { Services } from "../services.ts";
import { enqueueRemoval } from "./make.ts";
import { type CustomVoiceRow, loadCustomVoice, lockCustomVoice, toWire, voiceIdOf } from "./store.ts";

type Db = Pick<Services, "db">;

/** Where an account uses a custom voice. */
export interface VoiceUse {
  readonly project_id: string;
  readonly title: string;
  /** Names of the speakers that have the voice. */
  readonly speakers: readonly string[];
  /** Takes that the voice spoke. */
  readonly takes: number;
}

/** @throws ApiError NOT_FOUND */
export async function readCustomVoice(services: Db, caller: Caller, id: string) {
  return services.db.transaction(async () => {
    const row = await lockCustomVoice(services, caller, id);
    return { custom_voice: toWire(row), use: await useOf(services, row) };
  });
}

async function useOf({ db }: Db, row: CustomVoiceRow): Promise<VoiceUse[]> {
  const voiceId = voiceIdOf(row);
  if (voiceId === null) return [];
  const { rows } = await sql<VoiceUse>`
    select p.id as project_id, coalesce(p.name, (select c.title from sections c where c.project_id = p.id order by c.section_index limit 1), '') as title,
      coalesce((
        select jsonb_agg(s.name order by s.name) from speakers s
        where s.project_id = p.id and s.casting_voice_id = ${voiceId}::uuid
      ), '[]'::jsonb) as speakers,
      (
        select count(*)::int from sections c join renditions r on r.section_id = c.id
        where c.project_id = p.id and r.source = 'engine' and r.voice_id = ${voiceId}::uuid
      ) as takes
    from projects p where p.account_id = ${row.account_id}::uuid
    order by 2, 1
  `.execute(db.q);
  return rows.filter(({ speakers, takes }) => speakers.length > 0 || takes > 0);
}

/**
 * Removes a voice: no line is spoken with it from now on, and it is deleted at its engine as soon as that answers. Idempotent.
 * @param takes whether what it spoke is deleted too, as a withdrawn consent demands
 * @returns what it was used for before @throws ApiError NOT_FOUND
 */
export async function removeCustomVoice(
  services: Pick<Services, "db" | "clock" | "newId" | "jobs" | "engines">,
  caller: Caller,
  id: string,
  takes: "keep" | "delete",
) {
  const { db, clock, newId } = services;
  return db.transaction(async () => {
    const row = await lockCustomVoice(services, caller, id);
    const use = await useOf(services, row);
    const voiceId = voiceIdOf(row);
    if (takes === "delete" && voiceId !== null) {
      const causeId = newId();
      const removed = await removeTakesOfVoice(services, { accountId: caller.accountId, causeId, voiceId });
      for (const place of removed) await sayWhatPlays(services, place);
      await removePreviewsOfVoices(services, { causeId, voiceIds: [voiceId] });
    }
    const withdrawn = takes === "delete" && row.consent !== null && row.consent.withdrawn_at === null;
    const consent = withdrawn ? { ...row.consent!, withdrawn_at: clock().toISOString() } : row.consent;
    const isGone = row.state === "removing" || row.state === "removed";
    await db.q
      .updateTable("custom_voices")
      .set({ ...(isGone ? {} : { state: "removing" as const }), consent: consent && JSON.stringify(consent) })
      .where("id", "=", id)
      .execute();
    if (!isGone) {
      await services.engines.changed();
      await enqueueRemoval(services, row);
    }
    return { custom_voice: toWire((await loadCustomVoice(services, id))!), use };
  });
}

/** The voices of an account that is deleted are deleted at their engines, and their samples here. Joins the caller's transaction. */
export async function removeCustomVoicesOf(
  services: Pick<Services, "db" | "clock" | "jobs">,
  accountId: string,
): Promise<void> {
  const rows = await services.db.q
    .selectFrom("custom_voices")
    .selectAll()
    .where("account_id", "=", accountId)
    .forUpdate()
    .execute();
  const voiceIds = rows.flatMap((row) => voiceIdOf(row) ?? []);
  await removePreviewsOfVoices(services, { causeId: accountId, voiceIds });
  for (const row of rows) if (row.state !== "removing" && row.state !== "removed") await enqueueRemoval(services, row);
}

/** The designed voices that a project uses: those that only it uses, and those of other projects, too. */
export async function designedVoicesOf(services: Db, { accountId }: Pick<Caller, "accountId">, projectId: string) {
  const rows = await services.db.q
    .selectFrom("custom_voices")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("kind", "=", "designed")
    .where("state", "=", "ready")
    .orderBy("id")
    .execute();
  const only: CustomVoiceRow[] = [];
  const shared: CustomVoiceRow[] = [];
  for (const row of rows) {
    const projects = (await useOf(services, row)).map(({ project_id }) => project_id);
    if (projects.includes(projectId)) (projects.length === 1 ? only : shared).push(row);
  }
  return { only, shared };
}

/** Joins the caller's transaction. */
export async function removeDesignedVoices(
  services: Pick<Services, "db" | "jobs" | "engines">,
  rows: readonly CustomVoiceRow[],
): Promise<void> {
  if (rows.length > 0) await services.engines.changed();
  for (const row of rows) {
    await services.db.q.updateTable("custom_voices").set({ state: "removing" }).where("id", "=", row.id).execute();
    await enqueueRemoval(services, row);
  }
}
