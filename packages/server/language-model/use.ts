// What the language model was asked this month, against the limits of the installation; kept answers.

import type { Reply } from "@fullcast/core/language-model";
import { type Selectable, sql } from "kysely";
import type { LanguageModelUseTable } from "../db/tables.ts";
import type { Services } from "../services.ts";
import type { LanguageModelSettings } from "../settings.ts";

type Db = Pick<Services, "db" | "clock">;
export type MonthUse = Selectable<LanguageModelUseTable>;

export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

const KEPT_DAYS = 90;
const MILLION = 1_000_000;

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

export async function useOfMonth({ db, clock }: Db): Promise<MonthUse> {
  const month = monthOf(clock());
  const row = await db.q.selectFrom("language_model_use").selectAll().where("month", "=", month).executeTakeFirst();
  const nothing = { month, requests: 0, prompt_tokens: 0, completion_tokens: 0 };
  if (row === undefined) return { ...nothing, last_answer_at: null, last_fault: null, last_fault_at: null };
  return {
    ...row,
    // bigint columns arrive as text from PostgreSQL.
    requests: Number(row.requests),
    prompt_tokens: Number(row.prompt_tokens),
    completion_tokens: Number(row.completion_tokens),
  };
}

/** Counts a request. `fault` is a sentence without a key and a text. */
export async function countRequest({ db, clock }: Db, { prompt, completion }: Tokens, fault: string | null) {
  const at = clock();
  await db.q
    .insertInto("language_model_use")
    .values({
      month: monthOf(at),
      requests: 1,
      prompt_tokens: prompt,
      completion_tokens: completion,
      last_answer_at: fault === null ? at : null,
      last_fault: fault,
      last_fault_at: fault === null ? null : at,
    })
    .onConflict((conflict) =>
      conflict.column("month").doUpdateSet({
        requests: sql`language_model_use.requests + 1`,
        prompt_tokens: sql`language_model_use.prompt_tokens + excluded.prompt_tokens`,
        completion_tokens: sql`language_model_use.completion_tokens + excluded.completion_tokens`,
        last_answer_at: sql`coalesce(excluded.last_answer_at, language_model_use.last_answer_at)`,
        last_fault: sql`coalesce(excluded.last_fault, language_model_use.last_fault)`,
        last_fault_at: sql`coalesce(excluded.last_fault_at, language_model_use.last_fault_at)`,
      }),
    )
    .execute();
}

/** Money at the prices of the installation; null without a price. */
export function costOf({ price }: Pick<LanguageModelSettings, "price">, { prompt, completion }: Tokens): number | null {
  if (price === null) return null;
  return Math.round(prompt * price.prompt + completion * price.completion) / MILLION;
}

/** Whether this many further tokens stay within the limits of the month. */
export function isAllowed(settings: LanguageModelSettings, use: MonthUse, further: Tokens): boolean {
  const prompt = use.prompt_tokens + further.prompt;
  const completion = use.completion_tokens + further.completion;
  if (settings.maxTokens !== null && prompt + completion > settings.maxTokens) return false;
  const cost = costOf(settings, { prompt, completion });
  return settings.maxCost === null || cost === null || cost <= settings.maxCost;
}

export async function keptReply({ db, clock }: Db, accountId: string, key: string): Promise<Reply | null> {
  const row = await db.q
    .updateTable("language_model_answers")
    .set({ used_at: clock() })
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .returning("reply")
    .executeTakeFirst();
  return (row?.reply as Reply | undefined) ?? null;
}

export async function keepReply({ db, clock }: Db, accountId: string, key: string, reply: Reply): Promise<void> {
  await db.q
    .insertInto("language_model_answers")
    .values({ account_id: accountId, key, reply: JSON.stringify(reply), used_at: clock() })
    .onConflict((conflict) => conflict.columns(["account_id", "key"]).doNothing())
    .execute();
}

export async function removeKeptReplies({ db, clock }: Db): Promise<void> {
  const old = new Date(clock().getTime() - KEPT_DAYS * 86_400_000);
  await db.q.deleteFrom("language_model_answers").where("used_at", "<", old).execute();
}
