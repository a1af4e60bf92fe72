// POST …/script: a written script becomes the script of its section.

import { setImmediate as breathe } from "node:timers/promises";
import { type Caller, invalidField, LIMITS } from "@fullcast/contract";
import { writtenDirection } from "@fullcast/core/direction";
import {
  type Block,
  comparedName,
  type JsonValue,
  type RevisedScript,
  readingWrittenScript,
  revisingWritten,
  scriptUnits,
  type WrittenPart,
} from "@fullcast/core/document";
import { canonicalRequest, once } from "../db/once.ts";
import {
  blocksOf,
  type CastLookup,
  findSection,
  recordingEdit,
  reviseScript,
  type SectionRow,
  versionConflict,
} from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { addCharacters, type NewCharacter, projectCast, type WireSpeaker, wireSpeakers } from "../speakers/speakers.ts";
import { speakersByName, writingCast } from "./script-cast.ts";

const IMPORTED = "Imported a written script";

export interface ImportBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_document_version: number;
  readonly text: string;
}

/**
 * Makes a written script the script of its section. Lines that did not change keep their blocks and so their audio;
 * names that the cast does not have become new speakers. A script that changes nothing makes no new version.
 */
export async function importScript(
  services: Pick<Services, "db" | "clock" | "newId" | "engines">,
  caller: Caller,
  sectionId: string,
  body: ImportBody,
) {
  const section = await findSection(services, caller, sectionId);
  const parts = await inSlices(readingWrittenScript(body.text));
  if ("kind" in parts) throw invalidField("text", `line ${parts.line}: ${parts.message}`);
  if (parts.length > LIMITS.document_blocks) throw tooLong(parts.length);
  // The long work is done before the transaction, where it blocks no other request. A replay and a request that comes
  // too late find a later version and need none of it.
  const early =
    section.document_version === body.base_document_version ? await draft(services, section, body, parts) : null;
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "importScript",
      request: canonicalRequest({ ...body }, { sectionId }),
    },
    async () => {
      const now = await findSection(services, caller, sectionId);
      if (now.document_version !== body.base_document_version)
        throw versionConflict(body.base_document_version, now.document_version);
      const { registryVersion } = await projectCast(services, now.project_id);
      const isCurrent = early !== null && early.projectId === now.project_id && early.castVersion === registryVersion;
      const { created, before, revised, casts } = isCurrent ? early : await draft(services, now, body, parts);
      const { blocks, moved } = revised;
      const isSame = blocks.length === before.length && blocks.every((block, index) => block === before[index]);
      const write = async (isEntry: boolean) => ({
        registry: (await addCharacters(services, now.project_id, created)) ?? registryVersion,
        version: isSame
          ? body.base_document_version
          : await reviseScript(services, now.id, body.base_document_version, { before, after: blocks, moved }, casts, {
              actorSessionId: body.actor_session_id,
              summary: IMPORTED,
              isEntry,
            }),
      });
      const { registry, version } =
        created.length === 0 ? await write(true) : await withPeople(services, now, body, () => write(false));
      const ids = new Set(created.map((speaker) => speaker.id));
      const speakers = ids.size === 0 ? [] : await wireSpeakers(services, now.project_id);
      return {
        document_version: version,
        speaker_registry_version: registry,
        block_count: blocks.length,
        speakers_created: speakers.filter((speaker) => ids.has(speaker.id)) as unknown as JsonValue,
      };
    },
  );
  return {
    ...result,
    speakers_created: result.speakers_created as unknown as WireSpeaker[],
    idempotent_replay: replayed,
  };
}

/** New people and their script are one entry of the history: one undo takes both back. */
const withPeople = <T extends { readonly version: number }>(
  services: Pick<Services, "db" | "clock">,
  section: SectionRow,
  { actor_session_id, base_document_version }: ImportBody,
  write: () => Promise<T>,
) =>
  recordingEdit(
    services,
    {
      projectId: section.project_id,
      actorSessionId: actor_session_id,
      summary: IMPORTED,
      versionsOf: ({ version }: { readonly version: number }) =>
        version === base_document_version ? [] : [{ section_id: section.id, document_version: version }],
    },
    write,
  );

interface Draft {
  readonly projectId: string;
  /** The version of the cast that it was made with. */
  readonly castVersion: number;
  readonly created: readonly NewCharacter[];
  readonly before: readonly Block[];
  readonly revised: RevisedScript;
  readonly casts: CastLookup;
}

/** The document as the script makes it, for the cast as it is now. */
async function draft(
  services: Pick<Services, "db" | "clock" | "newId" | "engines">,
  section: SectionRow,
  body: ImportBody,
  parts: readonly WrittenPart[],
): Promise<Draft> {
  const cast = await projectCast(services, section.project_id);
  const before = (await blocksOf(services, section.id)).map(({ block }) => block);
  const people = speakersByName(cast.speakers);
  const created: NewCharacter[] = [];
  // The empty block of a section without text makes room for the first script.
  const units = scriptUnits(parts.length > 0 && before.every(isEmptyText) ? [] : before, writingCast(cast));
  const revising = revisingWritten(body.text, parts, units, {
    newId: services.newId,
    narratorId: cast.narratorId,
    delivery: writtenDirection,
    speakerOf(name) {
      const known = people.get(comparedName(name));
      if (known !== undefined) return known;
      const id = services.newId();
      people.set(comparedName(name), id);
      created.push({ id, name, aliases: [], gender: null, age: null });
      return id;
    },
  });
  const revised = await inSlices(revising);
  if (revised.blocks.length > LIMITS.document_blocks) throw tooLong(revised.blocks.length);
  const { casts, registryVersion: castVersion } = cast;
  return { projectId: section.project_id, castVersion, created, before, revised, casts };
}

function isEmptyText({ kind, content }: Block): boolean {
  return kind === "unparsed" && content.type === "text" && content.text === "";
}

/** Runs interrupted work and answers other requests in between. */
async function inSlices<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

const tooLong = (blocks: number) =>
  invalidField("text", `makes ${blocks} blocks, a document holds ${LIMITS.document_blocks}`);
