// The consents of a project as a bundle holds them: read from the tables, and written into another project. Links do not travel, so
// an imported consent has a link that no token opens; its owner can withdraw it.

import { randomBytes } from "node:crypto";
import type { BundleProject } from "@fullcast/contract";
import { type Insertable, sql } from "kysely";
import type { GuestConsentsTable } from "../db/tables.ts";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { soundsOfLink } from "./guest-use.ts";
import { consentOf, speakerOfLink } from "./store.ts";

type BundledConsent = NonNullable<BundleProject["consents"]>[number];

const DEFAULT_MEGABYTES = 500;

/** The caller has access to the project; this is checked before. */
export async function consentsOfProject(services: Pick<Services, "db">, projectId: string): Promise<BundledConsent[]> {
  const links = await services.db.q
    .selectFrom("guest_links")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const consents: BundledConsent[] = [];
  for (const link of links) {
    const consent = await consentOf(services, link.id);
    if (consent === null) continue;
    consents.push({
      id: consent.origin_id,
      speaker_id: await speakerOfLink(services, link),
      person: link.person,
      guest_name: link.guest_name,
      asked_by: link.asked_by,
      name: consent.name,
      version: consent.version,
      language: consent.language,
      text: consent.text,
      agreed_at: consent.agreed_at.toISOString(),
      withdrawn_at: consent.withdrawn_at?.toISOString() ?? null,
      recordings: [...((await soundsOfLink(services, link, consent)) ?? [])],
    });
  }
  return consents;
}

export interface Denied {
  /** Consents that are withdrawn, in the bundle or in the account, and since when. */
  readonly consents: ReadonlyMap<string, Date>;
  /** SHA-256 of recordings that must not become takes. */
  readonly sounds: ReadonlySet<string>;
}

/** What a bundle may not bring back: a withdrawn consent stays withdrawn. */
export async function deniedSounds(
  { db }: Pick<Services, "db">,
  accountId: string,
  consents: readonly BundledConsent[],
): Promise<Denied> {
  const rows = await db.q
    .selectFrom("guest_consents")
    .select(["origin_id", "withdrawn_at", "withdrawn_sounds"])
    .where("account_id", "=", accountId)
    .where("withdrawn_at", "is not", null)
    .execute();
  const since = new Map(rows.map(({ origin_id, withdrawn_at }) => [origin_id, withdrawn_at ?? new Date(0)]));
  for (const { id, withdrawn_at } of consents)
    if (withdrawn_at !== null && !since.has(id)) since.set(id, new Date(withdrawn_at));
  return {
    consents: since,
    sounds: new Set([
      ...rows.flatMap(({ withdrawn_sounds }) => withdrawn_sounds ?? []),
      ...consents.flatMap(({ id, recordings }) => (since.has(id) ? recordings : [])),
    ]),
  };
}

/**
 * Writes the consents of a bundle after its takes, which lack the denied ones. Runs in the caller's transaction.
 */
export async function restoreConsents(
  services: Pick<Services, "db" | "clock" | "newId">,
  { accountId, projectId }: { readonly accountId: string; readonly projectId: string },
  consents: readonly BundledConsent[],
  denied: Denied,
): Promise<void> {
  const { db, clock, newId } = services;
  for (const consent of consents) {
    const linkId = newId();
    const agreed_at = new Date(consent.agreed_at);
    await db.q
      .insertInto("guest_links")
      .values({
        id: linkId,
        account_id: accountId,
        project_id: projectId,
        speaker_id: consent.speaker_id ?? newId(),
        person: consent.person,
        guest_name: consent.guest_name,
        asked_by: consent.asked_by,
        // Of a token that exists nowhere.
        token_hash: sha256(randomBytes(16).toString("base64url")),
        shows_cue: false,
        plays_at_once: false,
        limit_megabytes: DEFAULT_MEGABYTES,
        created_at: agreed_at,
        expires_at: agreed_at,
        opened_at: null,
        revoked_at: clock(),
      })
      .execute();
    const withdrawn_at = denied.consents.get(consent.id) ?? null;
    const row: Insertable<GuestConsentsTable> = {
      guest_link_id: linkId,
      account_id: accountId,
      name: consent.name,
      version: consent.version,
      language: consent.language,
      text: consent.text,
      text_hash: sha256(consent.text),
      agreed_at,
      withdrawn_at,
      withdrawn_takes: withdrawn_at === null ? null : "[]",
      withdrawn_sounds: withdrawn_at === null ? null : JSON.stringify(consent.recordings),
      origin_id: consent.id,
    };
    await db.q.insertInto("guest_consents").values(row).execute();
    if (withdrawn_at === null) await restoreRecordings(services, { accountId, projectId, linkId }, consent.recordings);
  }
}

/** The recordings that takes of the project were made of, one row for each sound: by it a withdrawal finds the takes. */
const restoreRecordings = (
  { db }: Pick<Services, "db">,
  of: { readonly accountId: string; readonly projectId: string; readonly linkId: string },
  recordings: readonly string[],
) =>
  sql`
    insert into guest_recordings (id, account_id, guest_link_id, section_id, block_id, block_version, intent_parts, text, state,
      sha256, content_type, size_bytes, duration_ms, integrated_lufs, sample_peak_dbfs, findings, created_at, sent_at)
    select distinct on (r.asset_sha256) gen_random_uuid(), ${of.accountId}::uuid, ${of.linkId}::uuid, r.section_id, r.block_id,
      r.block_version, r.intent_parts, coalesce(r.intent_parts->>'text', ''), 'used', r.asset_sha256, r.asset_content_type,
      r.asset_size_bytes, r.duration_ms, r.integrated_lufs, r.sample_peak_dbfs, '[]', r.created_at, r.created_at
    from renditions r join sections s on s.id = r.section_id
    where s.project_id = ${of.projectId}::uuid and r.source = 'recording'
      and r.asset_sha256 in (select jsonb_array_elements_text(${JSON.stringify(recordings)}::jsonb))
    order by r.asset_sha256, r.created_at, r.id
  `.execute(db.q);
