// The consent of a guest: given once for a link, kept with its text, withdrawn once and for good.

import { ApiError, type Caller } from "@fullcast/contract";
import { type ConsentLanguage, guestDoor } from "@fullcast/core/guests";
import { removeRecordings, sayWhatPlays } from "../media/media.ts";
import type { Services } from "../services.ts";
import { consentTextOf, guestView } from "./guest-lines.ts";
import { wireLink } from "./guest-links.ts";
import { soundsOfLink, takesOfLink } from "./guest-use.ts";
import { noSuchLink, openGuest } from "./open-guest.ts";
import { type ConsentRow, consentOf, deleteRecordings, findLink, lockLink, recordingIds } from "./store.ts";

type Guests = Pick<Services, "db" | "clock" | "newId">;

/** Idempotent: the first consent of a link stays. @throws ApiError NOT_FOUND, CONSENT_TEXT_CHANGED */
export async function agreeAsGuest(
  services: Guests,
  token: string,
  body: { readonly name: string; readonly language: ConsentLanguage; readonly text_sha256: string },
) {
  const { db, clock } = services;
  const opened = await openGuest(services, token);
  await db.transaction(async () => {
    const link = await lockLink(services, opened.link.id);
    const consent = await consentOf(services, link.id);
    if (guestDoor(link, consent, clock()) !== "lines") throw noSuchLink();
    if (consent !== null) return;
    const { text_sha256, ...read } = await consentTextOf(services, link, body.language);
    if (text_sha256 !== body.text_sha256) throw new ApiError("CONSENT_TEXT_CHANGED", {});
    await db.q
      .insertInto("guest_consents")
      .values({
        guest_link_id: link.id,
        account_id: link.account_id,
        name: body.name,
        ...read,
        text_hash: text_sha256,
        agreed_at: clock(),
        withdrawn_at: null,
        withdrawn_takes: null,
        withdrawn_sounds: null,
        origin_id: link.id,
      })
      .execute();
  });
  return guestView(services, await openGuest(services, token), body.language);
}

/** As the guest. Idempotent. @throws ApiError NOT_FOUND, also without a consent */
export async function withdrawAsGuest(services: Guests, token: string) {
  const opened = await openGuest(services, token);
  if (!(await withdraw(services, opened.link.id))) throw noSuchLink();
  const { language } = (await consentOf(services, opened.link.id)) ?? { language: "en" as const };
  return guestView(services, await openGuest(services, token), language);
}

/** As the owner, after the guest asked for it. Idempotent. @throws ApiError NOT_FOUND, also without a consent */
export async function withdrawForGuest(services: Guests, caller: Caller, linkId: string) {
  const { id } = await findLink(services, caller, linkId);
  if (!(await withdraw(services, id))) throw noSuchLink();
  return { guest_link: await wireLink(services, await findLink(services, caller, id)) };
}

/**
 * Withdraws the consent of a link and its copies in imported projects of the account: deletes the recordings and every take made of
 * them, and keeps the lists of what had one. @returns false without a consent
 */
async function withdraw(services: Guests, linkId: string): Promise<boolean> {
  const { db, clock, newId } = services;
  return db.transaction(async () => {
    const consent = await consentOf(services, linkId);
    if (consent === null) return false;
    const consents = await sameConsents(services, consent);
    const causeId = newId();
    const withdrawn = [];
    // Before anything is deleted: a copy has the same recordings.
    for (const { guest_link_id } of consents) {
      const link = await lockLink(services, guest_link_id);
      const own = await consentOf(services, guest_link_id);
      if (own === null || own.withdrawn_at !== null) continue;
      withdrawn.push({
        id: link.id,
        takes: await takesOfLink(services, link),
        sounds: await soundsOfLink(services, link, own),
      });
    }
    const removed = await removeRecordings(services, {
      accountId: consent.account_id,
      causeId,
      sha256s: [...new Set(withdrawn.flatMap(({ sounds }) => sounds ?? []))],
    });
    for (const place of removed) await sayWhatPlays(services, place);
    for (const { id, takes, sounds } of withdrawn) {
      await deleteRecordings(services, causeId, await recordingIds(services, id));
      await db.q
        .updateTable("guest_consents")
        .set({
          withdrawn_at: clock(),
          withdrawn_takes: JSON.stringify(takes),
          withdrawn_sounds: JSON.stringify(sounds),
        })
        .where("guest_link_id", "=", id)
        .execute();
    }
    return true;
  });
}

/** In one order, so that two withdrawals wait for each other. */
const sameConsents = ({ db }: Pick<Services, "db">, { account_id, origin_id }: ConsentRow) =>
  db.q
    .selectFrom("guest_consents")
    .select("guest_link_id")
    .where("account_id", "=", account_id)
    .where("origin_id", "=", origin_id)
    .orderBy("guest_link_id")
    .execute();
