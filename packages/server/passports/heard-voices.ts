// The voices that are heard in sections, with their licences, and what to look at before publishing them.

import type { Caller } from "@fullcast/contract";
import { type HeardVoice, narrationOf } from "@fullcast/core/disclosure";
import {
  type PassportConsent,
  type PassportVoice,
  type PassportWarning,
  passportWarnings,
} from "@fullcast/core/passport";
import { sql } from "kysely";
import { bookOf } from "../books/books.ts";
import { PLAYED_TAKE } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { linkedSounds } from "./linked-sounds.ts";

/** A project, or one of its sections. */
export interface Scope {
  readonly projectId: string;
  /** Null: all of them. */
  readonly sectionId: string | null;
}

export interface HeardVoices {
  readonly heard: readonly HeardVoice[];
  readonly voices: PassportVoice[];
  readonly recorded_lines: number;
}

interface PlayedTakes {
  readonly source: "engine" | "recording";
  readonly provider: string;
  readonly model: string | null;
  readonly voice_id: string | null;
  readonly lines: number;
  readonly duration_ms: number;
}

/** The voices of the takes that the lines play, most lines first. */
export async function heardVoices(
  { db, engines }: Pick<Services, "db" | "engines">,
  { projectId, sectionId }: Scope,
): Promise<HeardVoices> {
  const { rows } = await sql<PlayedTakes>`
    select r.source, r.provider, r.model, r.voice_id, count(*)::int as lines, sum(r.duration_ms)::float8 as duration_ms
    from sections s join blocks b on b.section_id = s.id ${PLAYED_TAKE}
    where s.project_id = ${projectId} and (${sectionId}::uuid is null or s.id = ${sectionId}::uuid)
      and b.kind in ('speech', 'narration') and r.id is not null
    group by r.source, r.provider, r.model, r.voice_id
    order by count(*) desc, r.provider, r.voice_id, r.model
  `.execute(db.q);
  const catalogue = await engines.catalogue();
  const consents = await cloneConsents(
    { db },
    rows.flatMap(({ voice_id }) => catalogue.voice(voice_id ?? "")?.custom ?? []),
  );
  return {
    heard: rows.map(({ source, provider }) => ({ source, provider })),
    voices: rows
      .filter(({ source }) => source === "engine")
      .map(({ provider, model, voice_id, lines, duration_ms }) => {
        const voice = catalogue.voice(voice_id ?? "");
        return {
          provider,
          engine: catalogue.engine(provider)?.name ?? provider,
          model,
          voice: voice?.name ?? "a voice that is no longer installed",
          license: voice?.license ?? "unknown",
          may_publish: voice?.publishable ?? null,
          lines,
          duration_ms,
          ...consents.get(voice?.custom ?? ""),
        };
      }),
    recorded_lines: rows.reduce((sum, { source, lines }) => sum + (source === "recording" ? lines : 0), 0),
  };
}

/** Of those of the custom voices that were cloned, by their ids. */
async function cloneConsents(
  { db }: Pick<Services, "db">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<PassportVoice, "clone_consent">>> {
  if (ids.length === 0) return new Map();
  const rows = await db.q
    .selectFrom("custom_voices")
    .select(["id", "consent"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(
    rows.flatMap(({ id, consent }) => {
      if (consent === null) return [];
      const { version: text_version, language: text_language, text_sha256, agreed_at } = consent;
      return [[id, { clone_consent: { text_version, text_language, text_sha256, agreed_at } }]];
    }),
  );
}

/** The consents of guests whose recordings the lines play, as the passport states them. */
export async function consentsOfHeard(
  { db }: Pick<Services, "db">,
  { projectId, sectionId }: Scope,
): Promise<PassportConsent[]> {
  const { rows } = await sql<Omit<PassportConsent, "agreed_at"> & { readonly agreed_at: Date }>`
    select link.person as part, kept.version as text_version, kept.language as text_language, kept.text_hash as text_sha256,
      kept.agreed_at, count(*)::int as lines, sum(r.duration_ms)::float8 as duration_ms
    from sections s join blocks b on b.section_id = s.id ${PLAYED_TAKE}
    join lateral (
      select g.guest_link_id from guest_recordings g join guest_consents k on k.guest_link_id = g.guest_link_id
      where g.sha256 = r.asset_sha256 and g.account_id = s.account_id and g.state = 'used' and k.withdrawn_at is null
      order by k.agreed_at, g.guest_link_id limit 1
    ) given on true
    join guest_consents kept on kept.guest_link_id = given.guest_link_id
    join guest_links link on link.id = given.guest_link_id
    where s.project_id = ${projectId} and (${sectionId}::uuid is null or s.id = ${sectionId}::uuid)
      and b.kind in ('speech', 'narration') and r.source = 'recording'
    group by link.id, link.person, kept.version, kept.language, kept.text_hash, kept.agreed_at
    order by kept.agreed_at, link.id
  `.execute(db.q);
  return rows.map((row) => ({ ...row, agreed_at: new Date(row.agreed_at).toISOString() }));
}

/** What to look at before publishing. It never forbids anything. */
export async function publishWarnings(
  services: Pick<Services, "db" | "engines">,
  { accountId }: Caller,
  scope: Scope,
): Promise<PassportWarning[]> {
  const { heard, voices, recorded_lines } = await heardVoices(services, scope);
  return passportWarnings({
    voices,
    recorded_lines,
    consents: await consentsOfHeard(services, scope),
    sounds: await linkedSounds(services, accountId, scope.projectId),
    narration: narrationOf(heard),
    undisclosed_reason: (await bookOf(services, scope.projectId))?.details.undisclosed_reason ?? null,
  });
}
