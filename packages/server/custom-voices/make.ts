// Makes a custom voice at its engine, and deletes it there. Both can safely run again: the engine finds a voice by its mark.

import { buffer } from "node:stream/consumers";
import { markedName } from "@fullcast/core/custom-voices";
import { preparationLeft } from "@fullcast/core/ledger";
import { type CustomVoiceWish, EngineError, isPassing, type SpeechEngine } from "../engines/engine.ts";
import type { Services } from "../services.ts";
import { countPreparation } from "../voices/voices.ts";
import { type CustomVoiceRow, loadCustomVoice, REMOVED_VOICE_QUEUE } from "./store.ts";

type Maker = Pick<Services, "db" | "clock" | "newId" | "engines" | "scheduler" | "files" | "jobs">;

export interface Attempt {
  readonly signal: AbortSignal;
  readonly lastAttempt: boolean;
}

/** @throws what can succeed at a later attempt */
export async function makeCustomVoice(services: Maker, id: string, { signal, lastAttempt }: Attempt): Promise<void> {
  const row = await loadCustomVoice(services, id);
  if (row?.state !== "making") return;
  try {
    const made = await make(services, row, signal);
    await services.engines.refresh(row.provider, signal);
    if (!(await settle(services, row, { state: "ready", engine_voice_id: made, fault: null })))
      await enqueueRemoval(services, { ...row, engine_voice_id: made });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EngineError)) throw error;
    if (isPassing(error) && !lastAttempt) throw error;
    await settle(services, row, { state: "failed", fault: error.message });
  }
}

/** After the last attempt, for a reason that is not the engine's. */
export async function giveUpCustomVoice(services: Pick<Services, "db" | "clock">, id: string): Promise<void> {
  const row = await loadCustomVoice(services, id);
  const fault = "The service failed. Remove this voice, then request it again.";
  if (row !== undefined) await settle(services, row, { state: "failed", fault });
}

async function make(services: Maker, row: CustomVoiceRow, signal: AbortSignal): Promise<string> {
  const { engines, scheduler } = services;
  const engine = engines.byProvider(row.provider);
  const custom = engine?.custom;
  if (engine === undefined || custom === undefined)
    throw new EngineError("rejected", `The engine ${row.provider} makes no voices on this server any more.`);
  const wish = await wishOf(services, row);
  let made = "";
  const work = async () => {
    const turn = { accountId: row.account_id, group: row.id, characters: 0 };
    made = await scheduler.run(engine, turn, (limited) => custom.make(wish, limited), signal);
    return true;
  };
  if (engine.kind === "remote") {
    const of = { accountId: row.account_id, provider: row.provider, engine_voice_id: wish.name };
    await countPreparation(
      services,
      of,
      (allowance, known) =>
        preparationLeft({ ...allowance, slotsLeft: known?.limits.voice_slots_left ?? null }) ?? { kind: "to_prepare" },
      work,
    );
  } else await work();
  return made;
}

async function wishOf({ files }: Pick<Services, "files">, row: CustomVoiceRow): Promise<CustomVoiceWish> {
  const { language, gender, age, description } = row.about;
  const about = { name: markedName(row.id), language, gender, age, description };
  if (row.kind === "designed") return { kind: "designed", ...about };
  const references = [];
  for (const { sha256, content_type, name } of row.recordings) {
    if ((await files.stat(sha256)) === null)
      throw new EngineError(
        "rejected",
        `The recording “${name}” was deleted. Request the voice again with another one.`,
      );
    references.push({ bytes: new Uint8Array(await buffer(files.open(sha256))), content_type });
  }
  return { kind: "cloned", ...about, references };
}

/** @returns false when the voice was removed meanwhile */
async function settle(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id }: CustomVoiceRow,
  end: { readonly state: "ready" | "failed"; readonly engine_voice_id?: string; readonly fault: string | null },
): Promise<boolean> {
  const rows = await db.q
    .updateTable("custom_voices")
    .set({ ...end, ended_at: clock() })
    .where("id", "=", id)
    .where("state", "=", "making")
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Joins the caller's transaction. */
export async function enqueueRemoval(
  { jobs }: Pick<Services, "jobs">,
  {
    id,
    provider,
    engine_voice_id,
    account_id,
  }: Pick<CustomVoiceRow, "id" | "provider" | "engine_voice_id" | "account_id">,
): Promise<void> {
  await jobs.enqueue(REMOVED_VOICE_QUEUE, id, { provider, engine_voice_id, account_id });
}

export interface RemovedVoice {
  readonly provider: string;
  /** Null: it may have been made without this service knowing. */
  readonly engine_voice_id: string | null;
  readonly account_id: string;
}

/** Deletes a voice at its engine. @throws what can succeed at a later attempt */
export async function removeAtEngine(
  services: Pick<Services, "db" | "clock" | "engines" | "scheduler">,
  id: string,
  { provider, engine_voice_id, account_id }: RemovedVoice,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, engines, scheduler } = services;
  const engine = engines.byProvider(provider);
  const custom = engine?.custom;
  if (engine === undefined || custom === undefined)
    throw new EngineError("unavailable", `This server cannot delete voices of ${provider}.`);
  const name = engine_voice_id ?? (await listedAs(engine, id, signal));
  if (name !== null) {
    const turn = { accountId: account_id, group: id, characters: 0 };
    await scheduler.run(engine, turn, (limited) => custom.remove(name, limited), signal);
  }
  await engines.refresh(provider, signal);
  await db.q
    .updateTable("custom_voices")
    .set({ state: "removed", ended_at: clock() })
    .where("id", "=", id)
    .where("state", "=", "removing")
    .execute();
}

/** The engine's id of the voice with this mark; null when it lists none. */
async function listedAs(engine: SpeechEngine, id: string, signal: AbortSignal): Promise<string | null> {
  const { status, notice, voices } = await engine.describe(signal);
  if (status === "unreachable" || status === "unconfigured")
    throw new EngineError("unavailable", notice ?? `${engine.name} does not answer.`);
  return voices.find(({ custom }) => custom === id)?.id ?? null;
}
