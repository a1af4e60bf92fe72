// Sessions of browsers: opened with a key, ended by signing out, with the key, or after thirty days.

import { ApiError, type Caller, LIMITS, type Session, type SignedIn } from "@fullcast/contract";
import type { Selectable } from "kysely";
import type { SessionsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";
import type { Authenticator } from "./authenticate.ts";
import { getProfile, type Profiles } from "./profile.ts";
import { keyHash, newSessionToken } from "./raw-key.ts";

const DAY_MS = 86_400_000;

export type Sessions = Pick<Services, "db" | "clock" | "newId"> & {
  readonly authenticator: Authenticator;
  readonly profiles: Profiles;
};

export interface OpenedSession {
  /** For the cookie; not stored. */
  readonly token: string;
  readonly session: SignedIn;
}

/** @throws ApiError UNAUTHENTICATED for a bad key, ACCOUNT_DISABLED */
export async function openSession(
  services: Sessions,
  input: { readonly key: string; readonly name?: string | undefined },
): Promise<OpenedSession> {
  const caller = await services.authenticator.authenticate(input.key);
  if (caller === null) throw new ApiError("UNAUTHENTICATED");
  return insertSession(services, caller, { kind: "browser", scopes: null, name: input.name ?? "Browser" });
}

/** The session of a token. Null for an invalid token. */
export async function sessionOf(services: Sessions, token: string | null): Promise<SignedIn | null> {
  const caller = token === null ? null : await services.authenticator.ofSession(token);
  if (caller?.sessionId === undefined) return null;
  const row = await services.db.q
    .selectFrom("sessions")
    .selectAll()
    .where("id", "=", caller.sessionId)
    .executeTakeFirst();
  return row === undefined ? null : signedIn(services, caller, row);
}

/** Does nothing for an invalid token. */
export async function endSession({ db, authenticator }: Sessions, token: string | null): Promise<void> {
  if (token === null) return;
  const gone = await db.q
    .deleteFrom("sessions")
    .where("token_hash", "=", keyHash(token))
    .returning("id")
    .executeTakeFirst();
  if (gone !== undefined) authenticator.forgetSession(gone.id);
}

/** Opens a session of the caller's key without any check; the caller has checked. */
export async function insertSession(
  services: Sessions,
  caller: Pick<Caller, "accountId" | "keyId">,
  { kind, scopes, name }: Pick<Session, "kind" | "name"> & { readonly scopes: readonly string[] | null },
): Promise<OpenedSession> {
  const { db, clock, newId } = services;
  const token = newSessionToken();
  const now = clock();
  const row = {
    id: newId(),
    account_id: caller.accountId,
    api_key_id: caller.keyId,
    kind,
    name,
    created_at: now,
    expires_at: new Date(now.getTime() + LIMITS.session_days * DAY_MS),
    last_used_at: null,
  };
  await db.q
    .insertInto("sessions")
    .values({ ...row, token_hash: keyHash(token), scopes: scopes === null ? null : JSON.stringify(scopes) })
    .execute();
  const opened = await services.authenticator.ofSession(token);
  // The key was revoked concurrently.
  if (opened === null) throw new ApiError("UNAUTHENTICATED");
  return { token, session: await signedIn(services, opened, row) };
}

async function signedIn(services: Sessions, caller: Caller, row: SessionRow): Promise<SignedIn> {
  return {
    ...toSession(row, caller),
    api_key_id: caller.keyId,
    scopes: [...caller.scopes],
    account: await getProfile(services, caller),
  };
}

type SessionRow = Pick<
  Selectable<SessionsTable>,
  "id" | "kind" | "name" | "created_at" | "expires_at" | "last_used_at"
>;

export const toSession = (row: SessionRow, caller: Pick<Caller, "sessionId">): Session => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  is_current: row.id === caller.sessionId,
});

/** Removes sessions that have ended. */
export async function removeEndedSessions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.q.deleteFrom("sessions").where("expires_at", "<", clock()).execute();
  await db.q.deleteFrom("pairing_codes").where("expires_at", "<", clock()).execute();
}
