import { type Caller, invalidField } from "@fullcast/contract";
import type { Services } from "../services.ts";
import { versionRows } from "./past-versions.ts";
import { findSection } from "./store.ts";

const DEFAULT_LIMIT = 25;

/** The cursor is the last version of the page before. Versions are never removed, so pages neither skip nor repeat any. */
export async function listVersions(
  services: Pick<Services, "db">,
  caller: Caller,
  sectionId: string,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
  await findSection(services, caller, sectionId);
  const below = query.cursor === undefined ? null : versionOf(query.cursor);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await versionRows(services, sectionId, { below, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    section_id: sectionId,
    versions: page.map((row) => ({
      document_version: row.document_version,
      created_at: row.created_at.toISOString(),
      actor_session_id: row.actor_session_id,
      summary: row.summary,
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.document_version) : null,
  };
}

function versionOf(cursor: string): number {
  if (/^[1-9]\d{0,9}$/.test(cursor) && Number(cursor) <= 2 ** 31 - 1) return Number(cursor);
  throw invalidField("cursor", "must be the next_cursor of a page", "query");
}
