// Where listeners of a public link left its story, for those who asked to continue on another device.
// Always true: a place is read, written and deleted with its token alone, below its own link; the server keeps the hash of the
// token and nothing about the person; a place ends with its link.

import { randomBytes } from "node:crypto";
import { ApiError } from "@fullcast/contract";
import { type Selectable, sql } from "kysely";
import type { ListenerPlacesTable } from "../db/tables.ts";
import { sha256 } from "../hash.ts";
import { createRateLimiter } from "../http/http.ts";
import type { Services } from "../services.ts";
import { notShared, openLink } from "./public-story.ts";
import type { ShareLinkRow } from "./store.ts";

const A_MINUTE = 30;
const PLACES = 10_000;
const FULL_RETRY_S = 3_600;
const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;
/** Of a place that was never written again. */
const UNTOUCHED_DAYS = 2;
/** 128 random bits. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** A player writes every 15 seconds, and when it is paused or moved. */
const writes = createRateLimiter({ perSecond: 1, burst: 30 }, () => performance.now());

type PlaceRow = Selectable<ListenerPlacesTable>;
type Db = Pick<Services, "db">;

export interface ListenerPlace {
  readonly section_id: string | null;
  readonly position_ms: number;
}

const wirePlace = ({ section_id, position_ms, version, written_at }: PlaceRow) => ({
  section_id,
  position_ms,
  version,
  written_at: written_at.toISOString(),
});

const noSuchPlace = () => new ApiError("NOT_FOUND", { resource: "listener_place" });
const limited = (seconds: number) => new ApiError("RATE_LIMITED", { retry_after_seconds: Math.max(1, seconds) });

/** The answer alone contains the token. @throws ApiError NOT_FOUND, RATE_LIMITED */
export async function createListenerPlace(
  services: Pick<Services, "db" | "clock">,
  slug: string,
  { section_id, position_ms }: ListenerPlace,
) {
  const { db, clock } = services;
  const token = randomBytes(16).toString("base64url");
  const now = clock();
  const place = await db.transaction(async () => {
    const link = await openLink(services, slug);
    // Two requests at once count one after the other.
    const locked = await db.q
      .selectFrom("share_links")
      .select("id")
      .where("id", "=", link.id)
      .where("revoked_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (locked === undefined) throw notShared();
    await refuseTooMany(services, link.id, now);
    await checkSection(services, link, section_id);
    return db.q
      .insertInto("listener_places")
      .values({
        ...{ token_hash: sha256(token), share_link_id: link.id, section_id, position_ms, version: 1 },
        ...{ created_at: now, written_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { token, place: wirePlace(place) };
}

/** @throws ApiError NOT_FOUND */
export async function readListenerPlace(services: Db, slug: string, token: string) {
  const link = await openLink(services, slug);
  const { db } = services;
  const place = await db.q
    .selectFrom("listener_places")
    .selectAll()
    .where("token_hash", "=", hashOf(token))
    .where("share_link_id", "=", link.id)
    .executeTakeFirst();
  if (place === undefined) throw noSuchPlace();
  return { place: wirePlace(place) };
}

/** @throws ApiError NOT_FOUND, RATE_LIMITED */
export async function writeListenerPlace(
  services: Pick<Services, "db" | "clock">,
  slug: string,
  token: string,
  { section_id, position_ms }: ListenerPlace,
) {
  const { db, clock } = services;
  const link = await openLink(services, slug);
  const seconds = writes.take(hashOf(token));
  if (seconds > 0) throw limited(seconds);
  await checkSection(services, link, section_id);
  const place = await db.q
    .updateTable("listener_places")
    .set((e) => ({ section_id, position_ms, version: e("version", "+", 1), written_at: clock() }))
    .where("token_hash", "=", hashOf(token))
    .where("share_link_id", "=", link.id)
    .returningAll()
    .executeTakeFirst();
  if (place === undefined) throw noSuchPlace();
  return { place: wirePlace(place) };
}

/** @throws ApiError NOT_FOUND */
export async function deleteListenerPlace(services: Db, slug: string, token: string) {
  const link = await openLink(services, slug);
  const place = await services.db.q
    .deleteFrom("listener_places")
    .where("token_hash", "=", hashOf(token))
    .where("share_link_id", "=", link.id)
    .returningAll()
    .executeTakeFirst();
  if (place === undefined) throw noSuchPlace();
  return { place: wirePlace(place) };
}

/** Deletes places that were not written for long. */
export async function removeUnusedPlaces({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await db.q
    .deleteFrom("listener_places")
    .where((e) =>
      e.or([
        e("written_at", "<", before(UNUSED_DAYS)),
        e.and([e("version", "=", 1), e("written_at", "<", before(UNTOUCHED_DAYS))]),
      ]),
    )
    .execute();
}

/** @throws ApiError NOT_FOUND for what cannot be a token */
function hashOf(token: string): string {
  if (!TOKEN.test(token)) throw noSuchPlace();
  return sha256(token);
}

async function refuseTooMany({ db }: Db, linkId: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const { rows } = await sql<{ readonly recent: number; readonly all: number; readonly first: Date | null }>`
    select count(*) filter (where created_at > ${minuteAgo})::int as recent, count(*)::int as all,
      min(created_at) filter (where created_at > ${minuteAgo}) as first
    from listener_places where share_link_id = ${linkId}::uuid
  `.execute(db.q);
  const { recent = 0, all = 0, first = null } = rows[0] ?? {};
  if (all >= PLACES) throw limited(FULL_RETRY_S);
  if (recent >= A_MINUTE) throw limited(Math.ceil(((first ?? now).getTime() + 60_000 - now.getTime()) / 1000));
}

/** @throws ApiError NOT_FOUND for a chapter that is not behind the link */
async function checkSection({ db }: Db, link: ShareLinkRow, sectionId: string | null): Promise<void> {
  if (sectionId === null || sectionId === link.section_id) return;
  const found = await db.q
    .selectFrom("sections")
    .select("id")
    .where("id", "=", sectionId)
    .where("project_id", "=", link.project_id)
    .executeTakeFirst();
  if (link.section_id !== null || found === undefined) throw notShared();
}
