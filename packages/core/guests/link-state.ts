// What a guest link opens. A guest can withdraw the consent as long as the link is known, so a link that ended still shows the
// consent to the person who gave it.

export type GuestLinkState = "active" | "expired" | "revoked" | "withdrawn";

interface LinkTimes {
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
}

interface Consent {
  readonly withdrawn_at: Date | null;
}

export function guestLinkState(
  { expires_at, revoked_at }: LinkTimes,
  consent: Consent | null,
  now: Date,
): GuestLinkState {
  if (consent !== null && consent.withdrawn_at !== null) return "withdrawn";
  if (revoked_at !== null) return "revoked";
  return expires_at <= now ? "expired" : "active";
}

/** "lines": the guest reads and records. "consent": the consent alone is shown. "nothing": as if there were no link. */
export type GuestDoor = "lines" | "consent" | "nothing";

export function guestDoor(link: LinkTimes, consent: Consent | null, now: Date): GuestDoor {
  if (guestLinkState(link, consent, now) === "active") return "lines";
  return consent === null ? "nothing" : "consent";
}
