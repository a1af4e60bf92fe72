// Undo and redo: the history of a section, and one step back or forward in it. Steps undo edits that people made in the
// script, the takes of its lines, the cast, the lexicon, the book data, and the name and order of the project. A step in the
// script is a new version, so that every client sees it like any edit.

import { ApiError, type Caller, LIMITS } from "@fullcast/contract";
import type { Block, JsonValue } from "@fullcast/core/document";
import type { LexiconEntry } from "@fullcast/core/lexicon";
import { putBookBack } from "../books/books.ts";
import { canonicalRequest, once } from "../db/once.ts";
import {
  blocksOfVersion,
  commitVersion,
  type EditEntryRow,
  entriesOf,
  findSection,
  findTerms,
  type ProjectChanges,
  respeakTerms,
  reverted,
  type SectionRow,
  skipEntry,
  turnEntry,
  undoVersion,
  versionConflict,
  writeLexicon,
} from "../documents/documents.ts";
import { putTakeBack } from "../media/media.ts";
import { putProjectBack } from "../projects/projects.ts";
import { putMatchesBack } from "../series/series.ts";
import type { Services } from "../services.ts";
import {
  castsOf,
  changedSince,
  presentSpeakers,
  projectCast,
  putSpeakersBack,
  recastAfter,
  removeAddedSpeakers,
} from "../speakers/speakers.ts";

type Undoer = Pick<Services, "db" | "clock" | "newId" | "engines">;

export interface UndoBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_document_version: number;
  readonly entry_id?: string | undefined;
}

export type UndoDirection = "undo" | "redo";

const toEntry = (row: EditEntryRow) => ({
  id: row.id,
  summary: row.summary,
  created_at: row.created_at.toISOString(),
  undone: row.undone_at !== null,
  skipped: row.skipped_at !== null,
  scope:
    row.section_id === null && (row.changes as ProjectChanges).section_id === undefined
      ? ("project" as const)
      : ("section" as const),
  actor_session_id: row.actor_session_id,
});

/** Newest first. */
export async function readHistory(services: Pick<Services, "db">, caller: Caller, sectionId: string) {
  const section = await findSection(services, caller, sectionId);
  const entries = await entriesOf(services, section, LIMITS.history_entries);
  return { section_id: sectionId, document_version: section.document_version, entries: entries.map(toEntry) };
}

/** Whether undo and redo pass over an entry. Idempotent. @throws ApiError NOT_FOUND */
export async function changeHistoryEntry(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  { sectionId, entryId }: { readonly sectionId: string; readonly entryId: string },
  { skipped }: { readonly skipped: boolean },
) {
  const section = await findSection(services, caller, sectionId);
  const entry = await skipEntry(services, section, entryId, skipped);
  if (entry === undefined) throw new ApiError("NOT_FOUND", { resource: "history_entry" });
  return { section_id: sectionId, entry: toEntry(entry) };
}

/** @throws ApiError NOTHING_TO_UNDO, UNDO_CONFLICT, VERSION_CONFLICT, NOT_FOUND, IDEMPOTENCY_CONFLICT */
export async function stepInHistory(
  services: Undoer,
  caller: Caller,
  sectionId: string,
  direction: UndoDirection,
  body: UndoBody,
) {
  let blocks: readonly Block[] | null = null;
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: direction === "undo" ? "undoDocument" : "redoDocument",
      request: canonicalRequest({ ...body }, { sectionId }),
    },
    async () => {
      const section = await findSection(services, caller, sectionId);
      if (section.document_version !== body.base_document_version)
        throw versionConflict(body.base_document_version, section.document_version);
      const entry = chosen(await entriesOf(services, section, LIMITS.history_entries), direction, body.entry_id);
      const by = { actorSessionId: body.actor_session_id, direction };
      const step =
        entry.section_id === null
          ? await stepProject(services, section, entry, by)
          : await stepSection(services, section, entry, by);
      blocks = step.blocks;
      const { registryVersion } = await projectCast(services, section.project_id);
      return {
        entry: toEntry(step.entry) as unknown as JsonValue,
        document_version: step.version,
        speaker_registry_version: registryVersion,
        changed_block_ids: step.blocks.map(({ id }) => id),
        deleted_block_ids: [...step.deleted],
      };
    },
  );
  const { changed_block_ids, entry, ...committed } = result;
  if (replayed) {
    await findSection(services, caller, sectionId);
    blocks = await blocksOfVersion(services, sectionId, result.document_version, changed_block_ids);
  }
  return {
    section_id: sectionId,
    entry: entry as unknown as ReturnType<typeof toEntry>,
    ...committed,
    blocks: blocks ?? [],
    idempotent_replay: replayed,
  };
}

/** The newest entry that is not undone, or the one that was undone last, without skipped ones; or the entry that the client names. */
function chosen(entries: readonly EditEntryRow[], direction: UndoDirection, id: string | undefined): EditEntryRow {
  const isOpen = ({ undone_at }: EditEntryRow) => (direction === "undo") === (undone_at === null);
  if (id !== undefined) {
    const named = entries.find((entry) => entry.id === id);
    if (named === undefined) throw new ApiError("NOT_FOUND", { resource: "history_entry" });
    if (!isOpen(named)) throw new ApiError("NOTHING_TO_UNDO", { entry_id: id });
    return named;
  }
  const open = entries.filter((entry) => isOpen(entry) && entry.skipped_at === null);
  const undoneAt = ({ undone_at }: EditEntryRow) => undone_at?.getTime() ?? 0;
  // Of entries that were undone in the same millisecond the older one was undone later.
  const [next] =
    direction === "undo" ? open : open.sort((a, b) => undoneAt(b) - undoneAt(a) || (a.place < b.place ? -1 : 1));
  if (next === undefined) throw new ApiError("NOTHING_TO_UNDO", {});
  return next;
}

interface By {
  readonly actorSessionId: string;
  readonly direction: UndoDirection;
}

interface Step {
  readonly entry: EditEntryRow;
  readonly version: number;
  readonly blocks: readonly Block[];
  readonly deleted: readonly string[];
}

/** Causes for which an entry cannot be undone. The studio has a sentence for each. */
type Obstacle =
  | "lines"
  | "script_full"
  | "takes"
  | "cast"
  | "pronunciations"
  | "book"
  | "name_or_order"
  | "speaker_has_lines";

const conflictWith = (
  entry: EditEntryRow,
  changed: readonly Obstacle[],
  lines: { readonly sectionId: string; readonly blockIds: readonly string[] } | null = null,
) =>
  new ApiError("UNDO_CONFLICT", {
    entry_id: entry.id,
    summary: entry.summary,
    changed: [...changed],
    section_id: lines?.sectionId ?? null,
    block_ids: lines?.blockIds.slice(0, LIMITS.document_operations) ?? [],
  });

async function stepSection(services: Undoer, section: SectionRow, entry: EditEntryRow, by: By): Promise<Step> {
  const undone = await undoOne(services, section, entry.document_version ?? 0, entry, by);
  return { ...undone, entry: await turnEntry(services, entry, { document_version: undone.version }) };
}

/** Reverts one version with a new one. */
async function undoOne(services: Undoer, section: SectionRow, version: number, entry: EditEntryRow, by: By) {
  const cast = await projectCast(services, section.project_id);
  const present = await presentSpeakers(services, section.project_id, cast);
  const undone = await undoVersion(services, section, version, present);
  if (undone.kind === "conflict")
    throw conflictWith(entry, ["lines"], { sectionId: section.id, blockIds: undone.blockIds });
  const { change, blocks, deleted } = undone;
  const known = new Set(change.ended);
  const added = blocks.filter(({ id }) => !known.has(id)).length;
  if (section.block_count + added - deleted.length > LIMITS.document_blocks) throw conflictWith(entry, ["script_full"]);
  const next = await commitVersion(services, section.id, section.document_version, change, cast.casts, {
    actorSessionId: by.actorSessionId,
    summary: `${by.direction === "undo" ? "Undid" : "Redid"}: ${entry.summary}`,
    isEntry: false,
  });
  return { version: next, blocks, deleted };
}

async function stepProject(services: Undoer, section: SectionRow, entry: EditEntryRow, by: By): Promise<Step> {
  const projectId = section.project_id;
  const changes = entry.changes as ProjectChanges;
  await services.db.q.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
  const changed = await changedSince(services, projectId, changes);
  if (changed.length > 0) throw conflictWith(entry, changed);
  for (const take of changes.takes ?? []) {
    if (!(await putTakeBack(services, section.id, take)))
      throw conflictWith(entry, ["takes"], { sectionId: section.id, blockIds: [take.block_id] });
  }
  if (!(await putBookBack(services, projectId, changes))) throw conflictWith(entry, ["book"]);
  if (!(await putProjectBack(services, projectId, changes))) throw conflictWith(entry, ["name_or_order"]);
  await putSpeakersBack(services, projectId, changes);
  const versions: { section_id: string; document_version: number }[] = [];
  let own: Pick<Step, "version" | "blocks" | "deleted"> = {
    version: section.document_version,
    blocks: [],
    deleted: [],
  };
  for (const { section_id, document_version } of changes.versions) {
    const row = await services.db.q.selectFrom("sections").selectAll().where("id", "=", section_id).executeTakeFirst();
    // A section that was deleted since has nothing to revert.
    if (row === undefined) continue;
    const undone = await undoOne(services, row, document_version, entry, by);
    versions.push({ section_id, document_version: undone.version });
    if (section_id === section.id) own = undone;
  }
  await putLexiconBack(services, projectId, changes);
  if ((await removeAddedSpeakers(services, projectId, changes)).length > 0)
    throw conflictWith(entry, ["speaker_has_lines"]);
  await recastAfter(services, projectId, changes);
  await putMatchesBack(services, changes);
  return { ...own, entry: await turnEntry(services, entry, { changes: { ...reverted(changes), versions } }) };
}

async function putLexiconBack(services: Undoer, projectId: string, changes: ProjectChanges): Promise<void> {
  if (changes.lexicon.length === 0) return;
  const entries = (which: "before" | "after") =>
    changes.lexicon.flatMap((one) => (one[which] === null ? [] : [one[which] as unknown as LexiconEntry]));
  const found = await findTerms(services, projectId, [...entries("before"), ...entries("after")]);
  const deleted = changes.lexicon.flatMap(({ id, before }) => (before === null ? [id] : []));
  await writeLexicon(services, projectId, { upsert: entries("before"), deleted });
  await respeakTerms(services, projectId, found, await castsOf(services, projectId));
}
