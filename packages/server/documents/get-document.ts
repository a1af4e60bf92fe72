import { ApiError, type Caller } from "@fullcast/contract";
import { AST_VERSION, type Block } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import { blocksOf, blockWindow, findSection, type SectionRow } from "./store.ts";

const WHOLE_WINDOW = 5_000;
const ATTEMPTS = 5;

export interface DocumentQuery {
  readonly from_index?: number | undefined;
  readonly limit?: number | undefined;
}

/** The part of the document envelope that this room owns; the speakers are added by the caller. */
export async function getDocument(
  services: Pick<Services, "db">,
  caller: Caller,
  sectionId: string,
  query: DocumentQuery,
) {
  const { section, value } = await atOneVersion(services, caller, sectionId, () =>
    readBlocks(services, sectionId, query),
  );
  return {
    actor_user_id: caller.accountId,
    project_id: section.project_id,
    section_id: section.id,
    document: {
      schema_version: AST_VERSION,
      document_version: section.document_version,
      title: section.title,
      blocks: value.blocks,
    },
    sound_effects_enabled: section.sound_effects_enabled,
    source_text_length: section.source_text_length,
    recovery_draft: null,
    ...(value.count === null ? {} : { block_count: value.count }),
  };
}

async function readBlocks(
  services: Pick<Services, "db">,
  sectionId: string,
  query: DocumentQuery,
): Promise<{ blocks: Block[]; count: number | null }> {
  if (query.from_index === undefined && query.limit === undefined) {
    return { blocks: (await blocksOf(services, sectionId)).map((stored) => stored.block), count: null };
  }
  return blockWindow(services, sectionId, { from: query.from_index ?? 0, limit: query.limit ?? WHOLE_WINDOW });
}

/**
 * Reads something long of a section, and the section's row of the same document version. Instead of one long
 * transaction, which would keep everybody else off the embedded database's only connection, the version is looked at
 * before and after, and the reading is done again when somebody committed in between.
 */
export async function atOneVersion<T>(
  services: Pick<Services, "db">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  read: (section: SectionRow) => Promise<T>,
): Promise<{ section: SectionRow; value: T }> {
  let section = await findSection(services, caller, sectionId);
  for (let attempt = 1; ; attempt++) {
    const value = await read(section);
    const after = await findSection(services, caller, sectionId);
    if (after.document_version === section.document_version) return { section, value };
    if (attempt === ATTEMPTS) throw new ApiError("SERVICE_UNAVAILABLE", { reason: "the document keeps changing" });
    section = after;
  }
}
