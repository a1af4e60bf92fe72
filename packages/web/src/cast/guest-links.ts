// The links of guests, as Cast shows them.

import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { guests } from "../i18n/guest-texts.ts";
import { formatMoment } from "../i18n/i18n.ts";

export const guestLinksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["story", projectId, "guests"],
    queryFn: async ({ signal }) => (await api.call("listGuestLinks", { params: { projectId }, signal })).guest_links,
    staleTime: 0,
  });

export type GuestLink = Awaited<ReturnType<typeof readLinks>>[number];
const readLinks = async () => (await api.call("listGuestLinks", { params: { projectId: "" } })).guest_links;

/** Sentences: whether the link was opened, whether the guest agreed, and whether the link takes recordings. */
export function sentencesOf({ state, opened_at, expires_at, consent }: GuestLink): readonly string[] {
  if (consent !== null && consent.withdrawn_at !== null)
    return [guests.withdrawn(consent.name, formatMoment(consent.withdrawn_at))];
  const agreed = consent === null ? [] : [guests.agreed(consent.name, formatMoment(consent.agreed_at))];
  if (state === "revoked") return [...agreed, guests.revoked];
  if (state !== "active") return [...agreed, guests.expired];
  const until = formatMoment(expires_at);
  if (consent !== null) return [...agreed, guests.ends(until)];
  return [opened_at === null ? guests.notOpened(until) : guests.opened(until)];
}

/** How far the recordings are, without what is zero. */
export const countsOf = ({ lines, drafts, waiting, used }: GuestLink): string =>
  [
    guests.counts.lines(lines),
    ...(drafts > 0 ? [guests.counts.drafts(drafts)] : []),
    ...(waiting > 0 ? [guests.counts.waiting(waiting)] : []),
    ...(used > 0 ? [guests.counts.used(used)] : []),
  ].join(" · ");

/** Sent recordings that wait, by character. */
export function waitingByPerson(links: readonly GuestLink[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { speaker_id, waiting } of links)
    if (speaker_id !== null && waiting > 0) counts.set(speaker_id, (counts.get(speaker_id) ?? 0) + waiting);
  return counts;
}
