// From the token of an address to the link that it opens.

import { ApiError } from "@fullcast/contract";
import { guestDoor } from "@fullcast/core/guests";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { type ConsentRow, consentOf, type LinkRow } from "./store.ts";

/** 128 random bits. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

export interface OpenedGuest {
  readonly link: LinkRow;
  readonly consent: ConsentRow | null;
  readonly door: "lines" | "consent";
}

export const noSuchLink = () => new ApiError("NOT_FOUND", { resource: "guest_link" });

/** @throws ApiError NOT_FOUND for an unknown token, a link of a disabled account, and one that ended without a consent */
export async function openGuest(services: Pick<Services, "db" | "clock">, token: string): Promise<OpenedGuest> {
  const { db, clock } = services;
  const link = !TOKEN.test(token)
    ? undefined
    : await db.q
        .selectFrom("guest_links")
        .innerJoin("accounts", "accounts.id", "guest_links.account_id")
        .selectAll("guest_links")
        .where("guest_links.token_hash", "=", sha256(token))
        .where("accounts.disabled_at", "is", null)
        .executeTakeFirst();
  if (link === undefined) throw noSuchLink();
  const consent = await consentOf(services, link.id);
  const door = guestDoor(link, consent, clock());
  if (door === "nothing") throw noSuchLink();
  return { link, consent, door };
}

/** For what needs a consent. @throws ApiError NOT_FOUND as openGuest() and for a link that ended, CONSENT_REQUIRED */
export async function openLines(services: Pick<Services, "db" | "clock">, token: string): Promise<LinkRow> {
  const { link, consent, door } = await openGuest(services, token);
  if (door !== "lines") throw noSuchLink();
  if (consent === null) throw new ApiError("CONSENT_REQUIRED", {});
  return link;
}
