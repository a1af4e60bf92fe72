// The voices that an account may use, and the preparation of those that need it. Always true: a preparation counts once, in the
// month in which it started; one that failed, or that already existed at the provider, does not count.

import {
  clonesLeft,
  monthOf,
  type PlanId,
  preparationLeft,
  type VoiceAnswer,
  voiceAccess,
} from "@fullcast/core/ledger";
import { EngineError } from "../engines/engine.ts";
import { type CatalogEngine, type CatalogVoice, mayUse, voiceId } from "../engines/registry.ts";
import type { Services } from "../services.ts";

type Reader = Pick<Services, "db" | "clock">;

/** A preparation that is not finished after this time was ended by a crash and does not count. */
const LONGEST_MS = 10 * 60_000;

/** The allowance of an account this month. */
export interface Allowance {
  readonly plan: PlanId;
  readonly clonesLeft: number | null;
  readonly resetsAt: Date;
}

export async function allowanceOf({ db, clock }: Reader, accountId: string): Promise<Allowance> {
  const now = clock();
  const { begin, next } = monthOf(now);
  const { plan } = await db.q
    .selectFrom("accounts")
    .select("plan")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const { used } = await db.q
    .selectFrom("voice_preparations")
    .select((row) => row.fn.countAll<string>().as("used"))
    .where("account_id", "=", accountId)
    .where("created_at", ">=", begin)
    .where((row) =>
      row.or([row("prepared_at", "is not", null), row("created_at", ">", new Date(now.getTime() - LONGEST_MS))]),
    )
    .executeTakeFirstOrThrow();
  return { plan, clonesLeft: clonesLeft(plan, Number(used)), resetsAt: next };
}

/** Whether the account may speak with this voice and model now. */
export function accessTo(
  allowance: Allowance,
  engine: CatalogEngine | undefined,
  voice: Pick<CatalogVoice, "preparation_required"> | undefined,
  model: string,
): VoiceAnswer {
  return voiceAccess({
    ...allowance,
    paidPlansOnly: engine?.models.find(({ id }) => id === model)?.paid_plans_only === true,
    needsPreparation: voice?.preparation_required === true,
    slotsLeft: engine?.limits.voice_slots_left ?? null,
  });
}

/** Why nothing further can be prepared at an engine; null when something can. */
export const preparationLimit = (allowance: Allowance, engine: CatalogEngine) =>
  preparationLeft({ ...allowance, slotsLeft: engine.limits.voice_slots_left ?? null });

/**
 * Refuses a voice that the account cannot speak with now.
 * @throws EngineError with the scope `voice` or `plan`
 */
export async function refuseVoice(
  services: Reader & Pick<Services, "engines">,
  accountId: string,
  { provider, engine_voice_id, model }: Pick<CatalogVoice, "provider" | "engine_voice_id" | "model">,
): Promise<void> {
  const catalogue = await services.engines.catalogue();
  const engine = catalogue.engine(provider);
  const voice = catalogue.voice(voiceId(provider, engine_voice_id));
  if (voice !== undefined && !mayUse(voice, accountId)) {
    const why = voice.account_id === accountId ? "was removed" : "belongs to another account";
    throw new EngineError("rejected", `This voice ${why}. Choose another voice.`, { scope: "voice" });
  }
  const isPlain = voice?.preparation_required !== true;
  if (isPlain && engine?.models.some(({ paid_plans_only }) => paid_plans_only) !== true) return;
  const answer = accessTo(await allowanceOf(services, accountId), engine, voice, model);
  if (answer.kind === "ready") return;
  if (answer.kind === "plan") throw new EngineError("auth", answer.message, { scope: "plan" });
  const message =
    answer.kind === "to_prepare" ? "This voice is not prepared yet. Create Audio prepares it." : answer.message;
  throw new EngineError("quota", message, { scope: "voice" });
}

/**
 * Has a voice prepared for an account, and counts it.
 * @throws EngineError as refuseVoice, and the engine's own failures; the signal's reason
 */
export async function prepareVoice(
  services: Reader & Pick<Services, "engines" | "scheduler" | "newId">,
  { accountId, group }: { readonly accountId: string; readonly group: string },
  voice: CatalogVoice,
  signal: AbortSignal,
): Promise<void> {
  const { engines, scheduler } = services;
  const { provider, engine_voice_id } = voice;
  const engine = engines.byProvider(provider);
  const prepare = engine?.prepare?.bind(engine);
  if (engine === undefined || prepare === undefined) {
    throw new EngineError("unavailable", `This server cannot prepare voices of ${provider}.`, { scope: "voice" });
  }
  await countPreparation(
    services,
    { accountId, provider, engine_voice_id },
    (allowance, known) => accessTo(allowance, known, voice, voice.model),
    () =>
      scheduler.run(
        engine,
        { accountId, group, characters: 0 },
        (limited) => prepare(engine_voice_id, limited),
        signal,
      ),
  );
  await engines.refresh(provider, signal);
}

/**
 * Counts a preparation in the month in which it starts, while `work` runs and after it.
 * @param access whether the account may have it now
 * @param work false: nothing was prepared, and nothing counts
 * @throws EngineError with the scope `voice` or `plan`; what `work` throws, and then nothing counts
 */
export async function countPreparation(
  services: Reader & Pick<Services, "engines" | "newId">,
  of: { readonly accountId: string; readonly provider: string; readonly engine_voice_id: string },
  access: (allowance: Allowance, engine: CatalogEngine | undefined) => VoiceAnswer,
  work: () => Promise<boolean>,
): Promise<void> {
  const { db, clock, newId, engines } = services;
  const { accountId, provider, engine_voice_id } = of;
  const id = newId();
  await db.transaction(async () => {
    // Runs of one account count one after the other.
    await db.q.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
    const known = (await engines.catalogue()).engine(provider);
    const answer = access(await allowanceOf(services, accountId), known);
    if (answer.kind === "plan") throw new EngineError("auth", answer.message, { scope: "plan" });
    if ("message" in answer) throw new EngineError("quota", answer.message, { scope: "voice" });
    const row = { id, account_id: accountId, provider, engine_voice_id, created_at: clock(), prepared_at: null };
    await db.q.insertInto("voice_preparations").values(row).execute();
  });
  let counts = false;
  try {
    counts = await work();
  } finally {
    const row = { prepared_at: clock() };
    if (counts) await db.q.updateTable("voice_preparations").set(row).where("id", "=", id).execute();
    else await db.q.deleteFrom("voice_preparations").where("id", "=", id).execute();
  }
}
