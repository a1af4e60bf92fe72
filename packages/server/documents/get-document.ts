import type { Caller } from "@fullcast/contract";
import { AST_VERSION, type Block } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import { pastBlockWindow, versionRow } from "./past-versions.ts";
import { recoveryDraft } from "./recovery-draft.ts";
import { blocksOf, blockWindow, findSection, type SectionRow, sectionAtVersions, versionsOf } from "./store.ts";

const WHOLE_WINDOW = 5_000;
const ATTEMPTS = 5;

export interface DocumentQuery {
  readonly from_index?: number | undefined;
  readonly limit?: number | undefined;
  /** An earlier version; the present one when it is absent. */
  readonly document_version?: number | undefined;
}

/** The part of the document envelope that this room owns; the speakers are added by the caller. */
export async function getDocument(
  services: Pick<Services, "db">,
  caller: Caller,
  sectionId: string,
  query: DocumentQuery,
) {
  const { section, value } = await atOneVersion(services, caller, sectionId, async (now) => {
    const past =
      query.document_version === undefined || query.document_version === now.document_version
        ? now
        : await versionRow(services, sectionId, query.document_version);
    return { past, blocks: await readBlocks(services, sectionId, past, query, past === now) };
  });
  const { past, blocks } = value;
  const windowed = query.from_index !== undefined || query.limit !== undefined;
  return {
    actor_user_id: caller.accountId,
    project_id: section.project_id,
    section_id: section.id,
    document: {
      schema_version: AST_VERSION,
      document_version: past.document_version,
      title: past.title,
      blocks,
    },
    sound_effects_enabled: past.sound_effects_enabled,
    source_text_length: past.source_text_length,
    recovery_draft: await recoveryDraft(services, sectionId),
    ...(windowed ? { block_count: past.block_count } : {}),
  };
}

async function readBlocks(
  services: Pick<Services, "db">,
  sectionId: string,
  version: { readonly document_version: number; readonly block_count: number },
  query: DocumentQuery,
  present: boolean,
): Promise<Block[]> {
  const from = query.from_index ?? 0;
  const limit = query.limit ?? (query.from_index === undefined ? null : WHOLE_WINDOW);
  if (present) {
    if (limit === null) return (await blocksOf(services, sectionId)).map((stored) => stored.block);
    return blockWindow(services, sectionId, { from, limit });
  }
  if (limit !== null) return pastBlockWindow(services, sectionId, version.document_version, { from, limit });
  const blocks: Block[] = [];
  while (blocks.length < version.block_count) {
    const window = { from: blocks.length, limit: WHOLE_WINDOW };
    const part = await pastBlockWindow(services, sectionId, version.document_version, window);
    blocks.push(...part);
    if (part.length < WHOLE_WINDOW) break;
  }
  return blocks;
}

/**
 * Reads much of a section and the section's row at the same versions of document, cast, mastering and lexicon. One long
 * transaction would block the only connection of the embedded database. So the versions are read before and after, and
 * everything is read again after a commit in between. The last attempt is a transaction.
 */
export async function atOneVersion<T>(
  services: Pick<Services, "db">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  read: (section: SectionRow) => Promise<T>,
): Promise<{ section: SectionRow; value: T }> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const { section, versions } = await sectionAtVersions(services, caller, sectionId);
    const value = await read(section);
    if ((await versionsOf(services, sectionId)) === versions) return { section, value };
  }
  return services.db.transaction(async () => {
    const section = await findSection(services, caller, sectionId);
    return { section, value: await read(section) };
  });
}
