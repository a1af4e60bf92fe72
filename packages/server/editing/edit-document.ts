import { ApiError, type Caller, invalidField, LIMITS } from "@fullcast/contract";
import {
  applyOperations,
  type Block,
  type EditedScript,
  type EditOperation,
  type EditRefusal,
  type NamedBlocks,
  namedBlocks,
} from "@fullcast/core/document";
import { canonicalRequest, once } from "../db/once.ts";
import {
  blocksOfVersion,
  commitVersion,
  findSection,
  type LoadedPart,
  loadPart,
  makeRoom,
  type PlacedBlock,
  placeBlocks,
  versionConflict,
} from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { type ProjectCast, projectCast } from "../speakers/speakers.ts";
import { editSummary } from "./edit-summary.ts";
import { inPresentCast } from "./read-document.ts";
import { refuseUnknown } from "./refuse-unknown.ts";

export interface EditBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_document_version: number;
  readonly operations: readonly EditOperation[];
}

type Editor = Pick<Services, "db" | "clock" | "newId" | "engines">;

/** Applies the operations in order, all or none, as one new document version. */
export async function editDocument(services: Editor, caller: Caller, sectionId: string, body: EditBody) {
  let changed: Block[] | null = null;
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "editDocument",
      request: canonicalRequest({ ...body }, { sectionId }),
    },
    async () => {
      const section = await findSection(services, caller, sectionId);
      if (section.document_version !== body.base_document_version)
        throw versionConflict(body.base_document_version, section.document_version);
      const operations = body.operations.map((operation) => withId(operation, services.newId));
      const named = namedBlocks(operations);
      const [cast, loaded] = await Promise.all([
        projectCast(services, section.project_id),
        loadPart(services, sectionId, named),
      ]);
      const { edited, written, known } = await edit(services, sectionId, body.base_document_version, operations, {
        projectId: section.project_id,
        named,
        loaded,
        cast,
      });
      await refuseUnknown(services, section.project_id, operations, { before: loaded.part, edited, cast });
      const kept = new Set(written.map(({ block }) => block.id));
      const added = [...kept].filter((id) => !known.has(id)).length;
      if (section.block_count + added - edited.deleted.length > LIMITS.document_blocks)
        throw invalidField("operations", `a document holds at most ${LIMITS.document_blocks} blocks`);
      const version = await commitVersion(
        services,
        sectionId,
        body.base_document_version,
        {
          ended: [...edited.deleted, ...[...kept].filter((id) => known.has(id))],
          written,
          title: edited.title,
          soundEffectsEnabled: edited.soundEffectsEnabled,
        },
        cast.casts,
        {
          actorSessionId: body.actor_session_id,
          summary: editSummary({ operations, before: loaded.part.entries.map(({ block }) => block), edited, added }),
        },
      );
      changed = edited.blocks.filter((block) => edited.changed.has(block.id));
      return {
        document_version: version,
        speaker_registry_version: cast.registryVersion,
        changed_block_ids: changed.map((block) => block.id),
        deleted_block_ids: [...edited.deleted],
      };
    },
  );
  const { changed_block_ids, ...committed } = result;
  if (replayed) {
    await findSection(services, caller, sectionId);
    changed = await blocksOfVersion(services, sectionId, result.document_version, changed_block_ids);
  }
  return { section_id: sectionId, ...committed, blocks: changed ?? [], idempotent_replay: replayed };
}

/** Gives inserted blocks their id, so that later checks can name them. */
function withId(operation: EditOperation, newId: () => string): EditOperation {
  if (operation.op !== "insert_block") return operation;
  return { ...operation, block: { ...operation.block, id: operation.block.id ?? newId() } };
}

interface Edit {
  readonly edited: EditedScript;
  /** The blocks that are new, changed or moved, with their positions. */
  readonly written: readonly PlacedBlock[];
  /** Blocks that existed before the edit. */
  readonly known: ReadonlyMap<string, number>;
}

/** @throws ApiError for a refusal */
async function edit(
  services: Editor,
  sectionId: string,
  baseVersion: number,
  operations: readonly EditOperation[],
  from: {
    readonly projectId: string;
    readonly named: NamedBlocks;
    readonly loaded: LoadedPart;
    readonly cast: ProjectCast;
  },
): Promise<Edit> {
  const { projectId, named, cast } = from;
  let { part, positions } = from.loaded;
  for (;;) {
    const outcome = applyOperations(part, operations, { newId: services.newId, speakerIds: cast.speakerIds });
    if (outcome.kind !== "edited") throw refusalError(outcome);
    const edited = { ...outcome, blocks: await inPresentCast(services, projectId, cast.speakerIds, outcome.blocks) };
    const places = placeBlocks(edited.blocks, edited.placed, positions);
    if ("needed" in places) {
      await makeRoom(services, sectionId, baseVersion + 1, places);
      ({ part, positions } = await loadPart(services, sectionId, named));
      continue;
    }
    const written = edited.blocks.flatMap((block): PlacedBlock[] => {
      const position = places.get(block.id) ?? (edited.changed.has(block.id) ? positions.get(block.id) : undefined);
      return position === undefined ? [] : [{ block, position }];
    });
    return { edited, written, known: positions };
  }
}

function refusalError(refusal: EditRefusal): ApiError {
  const path = `operations.${refusal.path}`;
  if (refusal.kind === "invalid") return invalidField(path, refusal.message);
  const { block_id, expected, current } = refusal;
  return new ApiError("VERSION_CONFLICT", { field: "base_block_version", expected, current, block_id, path });
}
