// The consent of a guest: given once for a link, kept with its text, withdrawn once and for good.

import { ApiError } from "@fullcast/contract";
import { type ConsentLanguage, guestDoor } from "@fullcast/core/guests";
import { removeRecordings, sayWhatPlays } from "../media/media.ts";
import type { Services } from "../services.ts";
import { consentTextOf, guestView } from "./guest-lines.ts";
import { takesOfLink } from "./guest-links.ts";
import { noSuchLink, openGuest } from "./open-guest.ts";
import { consentOf, deleteRecordings, lockLink } from "./store.ts";

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
      })
      .execute();
  });
  return guestView(services, await openGuest(services, token), body.language);
}

/**
 * Deletes the recordings and every take made of them, and keeps the list of the lines that lost one. Idempotent.
 * @throws ApiError NOT_FOUND, also without a consent
 */
export async function withdrawAsGuest(services: Guests, token: string) {
  const { db, clock, newId } = services;
  const opened = await openGuest(services, token);
  await db.transaction(async () => {
    const link = await lockLink(services, opened.link.id);
    const consent = await consentOf(services, link.id);
    if (consent === null) throw noSuchLink();
    if (consent.withdrawn_at !== null) return;
    const recordings = await db.q
      .selectFrom("guest_recordings")
      .select(["id", "sha256", "state"])
      .where("guest_link_id", "=", link.id)
      .execute();
    const takes = await takesOfLink(services, link);
    const causeId = newId();
    const removed = await removeRecordings(services, {
      accountId: link.account_id,
      causeId,
      sha256s: [...new Set(recordings.filter(({ state }) => state === "used").map(({ sha256 }) => sha256))],
    });
    for (const place of removed) await sayWhatPlays(services, place);
    await deleteRecordings(
      services,
      causeId,
      recordings.map(({ id }) => id),
    );
    await db.q
      .updateTable("guest_consents")
      .set({ withdrawn_at: clock(), withdrawn_takes: JSON.stringify(takes) })
      .where("guest_link_id", "=", link.id)
      .execute();
  });
  const { language } = (await consentOf(services, opened.link.id)) ?? { language: "en" as const };
  return guestView(services, await openGuest(services, token), language);
}
