// Idempotency: a mutation id (or Idempotency-Key) has exactly one effect per account, even if it is sent repeatedly or
// concurrently. The row of `mutations` is inserted first, in the transaction of the effect. A second request waits for
// that transaction, and then finds its committed result, or no row if it was rolled back.

import { ApiError } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { canonicalJson } from "@fullcast/core/json";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";

export interface OnceRequest {
  readonly accountId: string;
  /** Unique per account over all endpoints. */
  readonly key: string;
  /** The endpoint's id: the same key at another endpoint is another request. */
  readonly operation: string;
  /** The canonical request: the request without the fields that do not identify it. */
  readonly request: JsonValue;
}

export interface OnceResult<T> {
  readonly result: T;
  readonly replayed: boolean;
}

/**
 * Runs `effect` in one transaction with its mutation row. A repeated request returns the stored result and runs nothing.
 * `result` is kept permanently, so it should contain ids and versions, not documents.
 * @throws ApiError IDEMPOTENCY_CONFLICT when the key was used for another request.
 */
export async function once<T extends JsonValue>(
  services: Pick<Services, "db" | "clock">,
  request: OnceRequest,
  effect: () => Promise<T>,
): Promise<OnceResult<T>> {
  const { db, clock } = services;
  const requestHash = sha256(canonicalJson(request.request));
  return db.transaction(async () => {
    const inserted = await db.q
      .insertInto("mutations")
      .values({
        account_id: request.accountId,
        mutation_key: request.key,
        operation: request.operation,
        request_hash: requestHash,
        result: "null",
        created_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("mutation_key")
      .executeTakeFirst();
    if (inserted === undefined) return replay<T>(services, request, requestHash);
    const result = await effect();
    await db.q
      .updateTable("mutations")
      .set({ result: JSON.stringify(result) })
      .where("account_id", "=", request.accountId)
      .where("mutation_key", "=", request.key)
      .execute();
    return { result, replayed: false };
  });
}

/**
 * The stored result of a committed request; null for a new one. For effects with long work before their transaction: a replay
 * skips the work, and `once` still decides.
 * @throws ApiError IDEMPOTENCY_CONFLICT when the key was used for another request.
 */
export async function committedBefore<T extends JsonValue>(
  services: Pick<Services, "db">,
  request: OnceRequest,
): Promise<T | null> {
  const known = await services.db.q
    .selectFrom("mutations")
    .select("mutation_key")
    .where("account_id", "=", request.accountId)
    .where("mutation_key", "=", request.key)
    .executeTakeFirst();
  if (known === undefined) return null;
  return (await replay<T>(services, request, sha256(canonicalJson(request.request)))).result;
}

async function replay<T extends JsonValue>(
  { db }: Pick<Services, "db">,
  request: OnceRequest,
  requestHash: string,
): Promise<OnceResult<T>> {
  const stored = await db.q
    .selectFrom("mutations")
    .select(["operation", "request_hash", "result"])
    .where("account_id", "=", request.accountId)
    .where("mutation_key", "=", request.key)
    .executeTakeFirstOrThrow();
  if (stored.operation !== request.operation || stored.request_hash !== requestHash) {
    throw new ApiError("IDEMPOTENCY_CONFLICT", { key: request.key });
  }
  return { result: stored.result as T, replayed: true };
}

/** The canonical request: the body without `actor_session_id`, with the path's ids. */
export function canonicalRequest(
  body: { readonly [key: string]: unknown },
  path: { readonly [key: string]: string } = {},
): JsonValue {
  const { actor_session_id: _actor, ...rest } = body;
  return { ...path, body: rest as { readonly [key: string]: JsonValue } };
}
