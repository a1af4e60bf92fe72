import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import {
  addProjectEntry,
  deleteSectionAt,
  findSection,
  NO_CHANGES,
  sectionsOfProject,
  writeSectionOrder,
} from "../documents/documents.ts";
import { removeExportsOfSections } from "../exports/exports.ts";
import { removeTakes } from "../media/media.ts";
import { findProject, takeNextOrderVersion } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { forgetHeld, linksOfSection } from "../sharing/sharing.ts";
import { leaveSection } from "../workflows/workflows.ts";
import { CLEANUP_QUEUE, type Deleter, REMOVE_AFTER_SECONDS, REMOVE_OBJECTS } from "./delete-project.ts";
import { sectionCounts } from "./deletion-counts.ts";

export interface SectionPlace {
  readonly projectId: string;
  readonly sectionId: string;
}

interface SectionMutation {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_section_order_version: number;
}

/** @throws ApiError NOT_FOUND when the section is not one of this project. */
async function findSectionIn(services: Pick<Services, "db">, caller: Caller, { projectId, sectionId }: SectionPlace) {
  const section = await findSection(services, caller, sectionId);
  if (section.project_id !== projectId) throw new ApiError("NOT_FOUND", { resource: "section" });
  return section;
}

/** Moves a section within its project. Every accepted move commits one new order version. */
export async function moveSection(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  place: SectionPlace,
  body: SectionMutation & { readonly to_index: number },
) {
  await findProject(services, caller, place.projectId);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "moveSection",
      request: canonicalRequest({ ...body }, { ...place }),
    },
    async () => {
      await findSectionIn(services, caller, place);
      const version = await takeNextOrderVersion(services, place.projectId, body.base_section_order_version);
      const order = (await sectionsOfProject(services, place.projectId)).map((section) => section.id);
      if (body.to_index >= order.length) {
        throw invalidField("to_index", `must be less than the number of sections, ${order.length}`);
      }
      const others = order.filter((id) => id !== place.sectionId);
      const moved = others.toSpliced(body.to_index, 0, place.sectionId);
      await writeSectionOrder(services, moved);
      if (order[body.to_index] !== place.sectionId) {
        await addProjectEntry(
          services,
          { projectId: place.projectId, actorSessionId: body.actor_session_id, summary: "Moved a chapter" },
          { ...NO_CHANGES, section_order: { before: order, after: moved } },
        );
      }
      return { section_order_version: version };
    },
  );
  return lifecycle("move_section", place, result.section_order_version, replayed);
}

export async function previewSectionDeletion(services: Pick<Services, "db">, caller: Caller, place: SectionPlace) {
  await findSectionIn(services, caller, place);
  const counts = await sectionCounts(services, place.sectionId);
  return {
    project_id: place.projectId,
    section_id: place.sectionId,
    block_count: counts.blocks,
    generated_clip_count: counts.clips,
    active_share_link_count: await linksOfSection(services, place.sectionId),
  };
}

/** Deletes a section with its script, audio and exports. Its files are deleted right after the transaction. */
export async function deleteSection(
  services: Deleter,
  caller: Caller,
  place: SectionPlace,
  body: SectionMutation & { readonly base_document_version: number },
) {
  await findProject(services, caller, place.projectId);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "deleteSection",
      request: canonicalRequest({ ...body }, { ...place }),
    },
    async () => {
      const section = await findSectionIn(services, caller, place);
      const version = await takeNextOrderVersion(services, place.projectId, body.base_section_order_version);
      if (section.document_version !== body.base_document_version) {
        throw new ApiError("VERSION_CONFLICT", {
          field: "base_document_version",
          expected: body.base_document_version,
          current: section.document_version,
        });
      }
      await removeSection(services, place.sectionId, body.base_document_version);
      const left = (await sectionsOfProject(services, place.projectId)).map((one) => one.id);
      await writeSectionOrder(services, left);
      return { section_order_version: version };
    },
  );
  return lifecycle("delete_section", place, result.section_order_version, replayed);
}

/**
 * Removes a section with its script, audio and exports; its files are removed after the transaction. The order of the others
 * is the caller's. Runs in the caller's transaction.
 * @throws ApiError VERSION_CONFLICT if the document is at another version
 */
export async function removeSection(services: Deleter, sectionId: string, documentVersion: number): Promise<void> {
  await leaveSection(services, sectionId);
  await removeExportsOfSections(services, sectionId, [sectionId]);
  await removeTakes(services, sectionId, [sectionId]);
  await forgetHeld(services, sectionId, { sectionIds: [sectionId] });
  if (!(await deleteSectionAt(services, sectionId, documentVersion))) {
    throw new ApiError("VERSION_CONFLICT", { field: "base_document_version", expected: documentVersion });
  }
  await services.jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {}, { delaySeconds: REMOVE_AFTER_SECONDS });
}

function lifecycle(
  operation: "move_section" | "delete_section",
  { projectId, sectionId }: SectionPlace,
  section_order_version: number,
  idempotent_replay: boolean,
) {
  return { operation, project_id: projectId, section_id: sectionId, section_order_version, idempotent_replay };
}
