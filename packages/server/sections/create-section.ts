import { type Caller, commandRejected, LIMITS } from "@fullcast/contract";
import { AST_VERSION, type JsonValue } from "@fullcast/core/document";
import { canonicalRequest, once } from "../db/once.ts";
import { addSection, firstBlock, sectionsOfProject } from "../documents/documents.ts";
import { blankText } from "../media/media.ts";
import { addProject, findProject, takeNextOrderVersion } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { toWireSection } from "./list-sections.ts";

export interface CreateSectionBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly title: string;
  readonly raw_text: string;
}

type Creator = Pick<Services, "db" | "clock" | "newId">;

/** What a replay needs. The text is not stored: the repeated request contains it again and must be the same. */
interface Created {
  readonly project_id: string;
  readonly section_id: string;
  readonly block_id: string;
  readonly created_at: string;
  readonly section_order_version: number;
  readonly speaker_registry_version: number;
  readonly [key: string]: JsonValue;
}

/** A standalone story: a hidden project with one section. */
export async function createStandaloneSection(services: Creator, caller: Caller, body: CreateSectionBody) {
  const { result, replayed } = await once<Created>(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "createStandaloneSection",
      request: canonicalRequest({ ...body }),
    },
    async () => {
      const projectId = services.newId();
      await addProject(services, { id: projectId, accountId: caller.accountId, name: null });
      return insertSection(services, caller, { projectId, index: 0, orderVersion: 1, registryVersion: 1 }, body);
    },
  );
  return toResult(body, result, replayed);
}

/** Adds a section at the end of a project. */
export async function createSection(
  services: Creator,
  caller: Caller,
  projectId: string,
  body: CreateSectionBody & { readonly base_section_order_version: number | null },
) {
  await findProject(services, caller, projectId, "FORBIDDEN");
  const { result, replayed } = await once<Created>(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "createSection",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    async () => {
      const project = await findProject(services, caller, projectId, "FORBIDDEN");
      const sections = await sectionsOfProject(services, projectId);
      if (project.project_kind === "standalone" && sections.length > 0) {
        throw commandRejected("standalone_story", { wanted: sections.length + 1 });
      }
      if (sections.length > LIMITS.section_index) {
        throw commandRejected("too_many_sections", { wanted: sections.length + 1, limit: LIMITS.section_index + 1 });
      }
      const orderVersion = await takeNextOrderVersion(services, projectId, body.base_section_order_version);
      const index = (sections.at(-1)?.section_index ?? -1) + 1;
      return insertSection(
        services,
        caller,
        { projectId, index, orderVersion, registryVersion: project.speaker_registry_version },
        body,
      );
    },
  );
  return toResult(body, result, replayed);
}

async function insertSection(
  services: Creator,
  caller: Caller,
  place: { projectId: string; index: number; orderVersion: number; registryVersion: number },
  body: CreateSectionBody,
): Promise<Created> {
  const at = services.clock();
  const created = {
    project_id: place.projectId,
    section_id: services.newId(),
    block_id: services.newId(),
    created_at: at.toISOString(),
    section_order_version: place.orderVersion,
    speaker_registry_version: place.registryVersion,
  };
  await addSection(services, {
    id: created.section_id,
    projectId: place.projectId,
    accountId: caller.accountId,
    title: body.title,
    sectionIndex: place.index,
    blockId: created.block_id,
    text: body.raw_text,
    at,
    actorSessionId: body.actor_session_id,
  });
  return created;
}

function toResult(body: CreateSectionBody, created: Created, replayed: boolean) {
  const data = {
    project_id: created.project_id,
    section: toWireSection(
      {
        id: created.section_id,
        project_id: created.project_id,
        title: body.title,
        document_version: 1,
        source_text_length: body.raw_text.length,
        created_at: new Date(created.created_at),
        updated_at: new Date(created.created_at),
      },
      blankText(body.raw_text) ? "blank" : "needs_audio",
    ),
    document: {
      schema_version: AST_VERSION,
      document_version: 1,
      title: body.title,
      blocks: [firstBlock({ blockId: created.block_id, text: body.raw_text })],
    },
    section_order_version: created.section_order_version,
    speaker_registry_version: created.speaker_registry_version,
    idempotent_replay: replayed,
  };
  return replayed ? { status: 200 as const, data } : { status: 201 as const, data };
}
