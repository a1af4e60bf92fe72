// Single sounds and pages of sounds. A page begins after the last sound of the page before, in an order that no change of a
// sound alters, so rows that come or go in between cause no gap and no repetition.

import { type Caller, invalidField } from "@fullcast/contract";
import { type RawBuilder, sql } from "kysely";
import { readCursor, writeCursor } from "../http/http.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { type Account, noSound, visibleSound } from "./find-sound.ts";
import { registryVersion } from "./project-sound-store.ts";
import { latestUploadRow, type SoundSelection, seenSounds, type Viewer } from "./store.ts";
import { toWireSound, toWireUpload } from "./wire-sound.ts";

type Reader = Pick<Services, "db" | "clock">;

export interface LibraryQuery {
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface SoundListQuery extends LibraryQuery {
  readonly scope: "mine" | "shared" | "public";
  readonly project_id?: string | undefined;
  readonly in_project?: boolean | undefined;
}

const LIBRARY = { schema_version: "studio-sound-library-1" } as const;

/** @throws ApiError NOT_FOUND for a project of another account. */
export async function listSounds(services: Reader, caller: Caller, query: SoundListQuery) {
  if (query.in_project !== undefined && query.project_id === undefined) {
    throw invalidField("in_project", "needs project_id", "query");
  }
  if (query.project_id !== undefined) await findProject(services, caller, query.project_id);
  const viewer = { accountId: caller.accountId, projectId: query.project_id ?? null };
  const conditions = [SCOPES[query.scope](caller)];
  if (query.in_project !== undefined) conditions.push(sql`(l.project_id is not null) = ${query.in_project}`);
  return { ...LIBRARY, ...(await page(services, viewer, query, conditions, "created_at")) };
}

const isReady = sql`s.current_revision_id is not null`;
/** Sounds of a disabled account are not listed; projects that link them keep them. */
const isPublic = sql`s.is_public and ${isReady} and a.disabled_at is null`;

const SCOPES: Record<SoundListQuery["scope"], (caller: Account) => RawBuilder<unknown>> = {
  mine: ({ accountId }) => sql`s.account_id = ${accountId}`,
  shared: () => sql`sh.status in ('pending', 'accepted') and ${isReady}`,
  public: () => isPublic,
};

/** The public catalogue. */
export async function listCatalog(services: Reader, caller: Caller, query: LibraryQuery) {
  return page(services, { accountId: caller.accountId, projectId: null }, query, [isPublic], "created_at");
}

export async function listProjectSounds(services: Reader, caller: Caller, projectId: string, query: LibraryQuery) {
  await findProject(services, caller, projectId);
  const viewer = { accountId: caller.accountId, projectId };
  return {
    ...LIBRARY,
    ...(await page(services, viewer, query, [sql`l.project_id is not null`], "linked_at")),
    sound_source_registry_version: await registryVersion(services, projectId),
  };
}

async function page(
  services: Reader,
  viewer: Viewer,
  query: LibraryQuery,
  conditions: readonly RawBuilder<unknown>[],
  order: "created_at" | "linked_at",
) {
  const selection: SoundSelection = {
    where: sql.join([...conditions, ...searchConditions(query.q)], sql` and `),
    order,
    after: query.cursor === undefined ? null : readCursor(query.cursor),
    limit: query.limit + 1,
  };
  const rows = await seenSounds(services, viewer, selection);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    sounds: shown.map((row) => toWireSound(services, viewer, row)),
    next_cursor:
      rows.length > query.limit && last !== undefined
        ? writeCursor({ at: order === "linked_at" ? last.linked_at! : last.created_at, id: last.id })
        : null,
  };
}

/** Every word must stand somewhere in name, description or tags, in whatever case. */
function searchConditions(q: string | undefined): RawBuilder<unknown>[] {
  const words = new Set(
    (q ?? "")
      .normalize("NFC")
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ""),
  );
  return [...words].map((word) => sql`s.search_text like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`);
}

/** @throws ApiError NOT_FOUND */
export async function getSound(services: Reader, caller: Caller, soundId: string, projectId: string | undefined) {
  if (projectId !== undefined) await findProject(services, caller, projectId);
  const sound = await visibleSound(services, caller, soundId, projectId ?? null);
  return toWireSound(services, { accountId: caller.accountId, projectId: projectId ?? null }, sound);
}

/** @throws ApiError NOT_FOUND for what is not in the catalogue, also the caller's own. */
export async function getCatalogSound(services: Reader, caller: Caller, soundId: string) {
  const viewer = { accountId: caller.accountId, projectId: null };
  const [sound] = await seenSounds(services, viewer, { where: sql`s.id = ${soundId} and ${isPublic}`, limit: 1 });
  if (sound === undefined) throw noSound();
  return toWireSound(services, viewer, sound);
}

/** The latest upload of an own sound. @throws ApiError NOT_FOUND */
export async function latestUpload(services: Reader, caller: Caller, soundId: string) {
  const sound = await visibleSound(services, caller, soundId);
  if (sound.account_id !== caller.accountId) throw noSound();
  const upload = await latestUploadRow(services, soundId);
  return {
    schema_version: "studio-sound-upload-status-1" as const,
    sound_id: soundId,
    latest: upload === undefined ? null : toWireUpload(services, upload),
  };
}
