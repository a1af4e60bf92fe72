// Guest links as their owner sees them.

import { randomBytes } from "node:crypto";
import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import { guestLinkState } from "@fullcast/core/guests";
import { sql } from "kysely";
import { sha256 } from "../hash.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";
import {
  type ConsentRow,
  consentOf,
  countsOf,
  deleteRecordings,
  findLink,
  type LinkRow,
  lineCount,
  lockLink,
  recordingIds,
  speakerOfLink,
} from "./store.ts";

const ACTIVE_LINKS = 20;
const LINKS = 200;
const DAY_MS = 86_400_000;

type Owner = Pick<Services, "db" | "clock" | "newId" | "publicUrl">;

interface NewLink {
  readonly speaker_id: string;
  readonly guest_name: string;
  readonly asked_by: string;
  readonly days: number;
  readonly shows_cue: boolean;
  readonly plays_at_once: boolean;
  readonly limit_megabytes: number;
}

/**
 * Creates a link that takes recordings for `days` days. The answer alone contains the address.
 * @throws ApiError NOT_FOUND, and INVALID_REQUEST when the project has too many links
 */
export async function createGuestLink(services: Owner, caller: Caller, projectId: string, { days, ...asked }: NewLink) {
  const { db, clock, newId, publicUrl } = services;
  const token = randomBytes(16).toString("base64url");
  const now = clock();
  const row = await db.transaction(async () => {
    const project = await findProject(services, caller, projectId);
    // Two requests at once count one after the other.
    await db.q.selectFrom("projects").select("id").where("id", "=", project.id).forUpdate().execute();
    const speaker = (await speakerRows(services, project.id)).find(({ id }) => id === asked.speaker_id);
    if (speaker === undefined) throw new ApiError("NOT_FOUND", { resource: "speaker" });
    const links = await linksOf(services, project.id);
    const active = links.filter((link) => guestLinkState(link, null, now) === "active").length;
    if (active >= ACTIVE_LINKS || links.length >= LINKS) {
      throw invalidField("guest_name", `a project has at most ${ACTIVE_LINKS} active guest links and ${LINKS} in all`);
    }
    return db.q
      .insertInto("guest_links")
      .values({
        id: newId(),
        account_id: caller.accountId,
        project_id: project.id,
        speaker_id: speaker.id,
        person: speaker.name,
        guest_name: asked.guest_name,
        asked_by: asked.asked_by,
        token_hash: sha256(token),
        shows_cue: asked.shows_cue,
        plays_at_once: asked.plays_at_once,
        limit_megabytes: asked.limit_megabytes,
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
        opened_at: null,
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { guest_link: await wireLink(services, row), url: `${publicUrl()}/g/${token}` };
}

/** @throws ApiError NOT_FOUND */
export async function listGuestLinks(services: Pick<Services, "db" | "clock">, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId);
  const guest_links = [];
  for (const link of await linksOf(services, project.id)) guest_links.push(await wireLink(services, link));
  return { guest_links };
}

/** Ends the link and deletes what was not sent. Idempotent. @throws ApiError NOT_FOUND */
export async function revokeGuestLink(services: Owner, caller: Caller, id: string) {
  const { db, clock, newId } = services;
  await db.transaction(async () => {
    await findLink(services, caller, id);
    await lockLink(services, id);
    await db.q
      .updateTable("guest_links")
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${clock()})` })
      .where("id", "=", id)
      .execute();
    await deleteRecordings(services, newId(), await recordingIds(services, id, "draft"));
  });
  return { guest_link: await wireLink(services, await findLink(services, caller, id)) };
}

const linksOf = ({ db }: Pick<Services, "db">, projectId: string): Promise<LinkRow[]> =>
  db.q
    .selectFrom("guest_links")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(LINKS)
    .execute();

export const wireConsent = (consent: ConsentRow) => ({
  name: consent.name,
  version: consent.version,
  language: consent.language,
  text: consent.text,
  text_sha256: consent.text_hash,
  agreed_at: consent.agreed_at.toISOString(),
  withdrawn_at: consent.withdrawn_at?.toISOString() ?? null,
});

export async function wireLink(services: Pick<Services, "db" | "clock">, link: LinkRow) {
  const consent = await consentOf(services, link.id);
  const speakerId = await speakerOfLink(services, link);
  return {
    id: link.id,
    project_id: link.project_id,
    speaker_id: speakerId,
    person: link.person,
    guest_name: link.guest_name,
    asked_by: link.asked_by,
    state: guestLinkState(link, consent, services.clock()),
    shows_cue: link.shows_cue,
    plays_at_once: link.plays_at_once,
    limit_megabytes: link.limit_megabytes,
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at.toISOString(),
    opened_at: link.opened_at?.toISOString() ?? null,
    lines: await lineCount(services, link.project_id, speakerId),
    ...(await countsOf(services, link.id)),
    consent: consent === null ? null : wireConsent(consent),
  };
}
