// The addresses of an account's catalogue.

import { randomBytes } from "node:crypto";
import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";

const LINKS = 20;
/** 128 random bits. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

type Row = { readonly id: string; readonly name: string; readonly created_at: Date };
const wireLink = ({ id, name, created_at }: Row) => ({ id, name, created_at: created_at.toISOString() });

/** @throws ApiError INVALID_REQUEST when the account has too many */
export async function createCatalogueLink(
  services: Pick<Services, "db" | "clock" | "newId" | "publicUrl">,
  { accountId }: Caller,
  name: string,
) {
  const { db, clock, newId, publicUrl } = services;
  const token = randomBytes(16).toString("base64url");
  const row = { id: newId(), account_id: accountId, name, created_at: clock() };
  await db.transaction(async () => {
    // Two requests at once count one after the other.
    await db.q.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
    const links = await db.q.selectFrom("catalogue_links").select("id").where("account_id", "=", accountId).execute();
    if (links.length >= LINKS) throw invalidField("name", `an account has at most ${LINKS} catalogue addresses`);
    await db.q
      .insertInto("catalogue_links")
      .values({ ...row, token_hash: sha256(token) })
      .execute();
  });
  const url = `${publicUrl()}/opds/${token}`;
  return { catalogue_link: wireLink(row), url, json_url: `${url}/2` };
}

export async function listCatalogueLinks({ db }: Pick<Services, "db">, { accountId }: Caller) {
  const rows = await db.q
    .selectFrom("catalogue_links")
    .select(["id", "name", "created_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return { catalogue_links: rows.map(wireLink) };
}

/** @throws ApiError NOT_FOUND */
export async function deleteCatalogueLink({ db }: Pick<Services, "db">, { accountId }: Caller, id: string) {
  const row = await db.q
    .deleteFrom("catalogue_links")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returning(["id", "name", "created_at"])
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "catalogue_link" });
  return { catalogue_link: wireLink(row) };
}

/** The account that a token opens, and since when. @throws ApiError NOT_FOUND, also for a disabled account */
export async function linkOfToken({ db }: Pick<Services, "db">, token: string) {
  const row = !TOKEN.test(token)
    ? undefined
    : await db.q
        .selectFrom("catalogue_links")
        .innerJoin("accounts", "accounts.id", "catalogue_links.account_id")
        .select(["accounts.id", "catalogue_links.created_at"])
        .where("catalogue_links.token_hash", "=", sha256(token))
        .where("accounts.disabled_at", "is", null)
        .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "catalogue" });
  return { accountId: row.id, createdAt: row.created_at };
}
