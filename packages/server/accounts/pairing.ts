// Pairing: a code that opens a session on another device once, and the list of an account's sessions.
// Always true: only the hash of a code is stored; a code opens one session, within ten minutes; a paired session can
// neither pair further devices nor make keys.

import { randomInt } from "node:crypto";
import { ApiError, type Caller, LIMITS, type Scope } from "@fullcast/contract";
import { reachableUrls } from "../listen.ts";
import type { Services } from "../services.ts";
import { keyHash } from "./raw-key.ts";
import { insertSession, type OpenedSession, type Sessions, toSession } from "./sessions.ts";

/** The scopes of a paired device, limited by those of its key. */
const PAIRED_SCOPES: { readonly [kind in "working" | "listening"]: readonly Scope[] } = {
  working: ["voices:read", "voices:write", "account:read", "account:write", "studio:read", "studio:write"],
  listening: ["voices:read", "account:read", "studio:read"],
};

/** Digits and letters that people do not confuse (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;
const GROUP = 4;

/** 60 random bits: more than the rate of bad codes can search in ten minutes. */
const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** A code as people type it: without regard to case, spaces and hyphens; O is 0, I and L are 1. */
const readCode = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/gu, "").replaceAll("O", "0").replaceAll(/[IL]/gu, "1");

/** The session's hashes and those of codes never meet: a code is hashed with its purpose. */
const codeHash = (code: string) => keyHash(`pairing:${code}`);

/** Makes a code for another device. Older codes beyond the limit end. */
export async function createPairing(
  services: Pick<Services, "db" | "clock" | "newId" | "publicUrl" | "settings">,
  caller: Caller,
  { kind }: { readonly kind: "working" | "listening" },
) {
  const { db, clock, newId } = services;
  const code = newCode();
  const now = clock();
  const row = {
    id: newId(),
    account_id: caller.accountId,
    kind,
    created_at: now,
    expires_at: new Date(now.getTime() + LIMITS.pairing_minutes * 60_000),
  };
  await db.transaction(async () => {
    await db.q
      .insertInto("pairing_codes")
      .values({ ...row, api_key_id: caller.keyId, code_hash: codeHash(code) })
      .execute();
    const kept = db.q
      .selectFrom("pairing_codes")
      .select("id")
      .where("account_id", "=", caller.accountId)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(LIMITS.pairing_codes);
    await db.q
      .deleteFrom("pairing_codes")
      .where("account_id", "=", caller.accountId)
      .where("id", "not in", kept)
      .execute();
  });
  const shown = code.match(new RegExp(`.{${GROUP}}`, "g"))?.join("-") ?? code;
  const bases = reachableUrls(services.settings, services.publicUrl());
  return {
    pairing: {
      id: row.id,
      kind,
      code: shown,
      urls: bases.urls.map((base) => `${base}/#pair=${shown}`),
      is_reachable: bases.isReachable,
      expires_at: row.expires_at.toISOString(),
    },
  };
}

/** Revokes an unused code. @throws ApiError NOT_FOUND */
export async function cancelPairing({ db }: Pick<Services, "db">, caller: Caller, pairingId: string) {
  const gone = await db.q
    .deleteFrom("pairing_codes")
    .where("id", "=", pairingId)
    .where("account_id", "=", caller.accountId)
    .returning("id")
    .executeTakeFirst();
  if (gone === undefined) throw new ApiError("NOT_FOUND", { resource: "pairing" });
  return { pairing: null };
}

/** Opens a session with a code, which ends. @throws ApiError UNAUTHENTICATED, ACCOUNT_DISABLED */
export async function redeemPairing(
  services: Sessions,
  input: { readonly code: string; readonly name?: string | undefined },
): Promise<OpenedSession> {
  const { db, clock } = services;
  const code = await db.q
    .deleteFrom("pairing_codes")
    .where("code_hash", "=", codeHash(readCode(input.code)))
    .where("expires_at", ">", clock())
    .returning(["account_id", "api_key_id", "kind"])
    .executeTakeFirst();
  if (code === undefined) throw new ApiError("UNAUTHENTICATED");
  // Not in one transaction, because a session is looked up outside of transactions. The code is used up even if this fails.
  const name = input.name ?? (code.kind === "listening" ? "Listening device" : "Device");
  const holder = { accountId: code.account_id, keyId: code.api_key_id };
  return insertSession(services, holder, { kind: code.kind, scopes: PAIRED_SCOPES[code.kind], name });
}

/** The sessions of the account, newest first. */
export async function listSessions({ db, clock }: Pick<Services, "db" | "clock">, caller: Caller) {
  const rows = await db.q
    .selectFrom("sessions")
    .selectAll()
    .where("account_id", "=", caller.accountId)
    .where("expires_at", ">", clock())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(LIMITS.session_list)
    .execute();
  return { sessions: rows.map((row) => toSession(row, caller)) };
}

/** Ends a session of the account. @throws ApiError NOT_FOUND */
export async function revokeSession(
  { db, authenticator }: Pick<Sessions, "db" | "authenticator">,
  caller: Caller,
  sessionId: string,
) {
  const gone = await db.q
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("account_id", "=", caller.accountId)
    .returningAll()
    .executeTakeFirst();
  if (gone === undefined) throw new ApiError("NOT_FOUND", { resource: "session" });
  authenticator.forgetSession(gone.id);
  return { session: toSession(gone, caller) };
}
