import { setImmediate as breathe } from "node:timers/promises";
import { type Caller, invalidField, LIMITS } from "@fullcast/contract";
import { writtenDirection } from "@fullcast/core/direction";
import {
  type Block,
  type JsonValue,
  makingScript,
  readingWrittenScript,
  type WrittenPart,
} from "@fullcast/core/document";
import { canonicalRequest, once } from "../db/once.ts";
import {
  type CastLookup,
  findSection,
  replaceScript,
  type SectionRow,
  versionConflict,
} from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { addCharacters, type NewCharacter, projectCast, type WireSpeaker, wireSpeakers } from "../speakers/speakers.ts";

export interface ImportBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_document_version: number;
  readonly text: string;
}

/** Replaces a section's blocks by a written script; names that nobody has yet become new speakers. */
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
  // What takes long is worked out before the transaction, where it keeps nobody waiting. A replay, and what comes too
  // late, finds a later version and needs none of it.
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
      const { created, blocks, casts } = isCurrent ? early : await draft(services, now, body, parts);
      const registry = (await addCharacters(services, now.project_id, created)) ?? registryVersion;
      const version = await replaceScript(services, now.id, body.base_document_version, blocks, casts, {
        actorSessionId: body.actor_session_id,
        summary: "Imported a written script",
      });
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

interface Draft {
  readonly projectId: string;
  /** The version of the cast that it was made with. */
  readonly castVersion: number;
  readonly created: readonly NewCharacter[];
  readonly blocks: readonly Block[];
  readonly casts: CastLookup;
}

/** The blocks of the script, for the cast as it is now. */
async function draft(
  services: Pick<Services, "db" | "clock" | "newId" | "engines">,
  section: SectionRow,
  body: ImportBody,
  parts: readonly WrittenPart[],
): Promise<Draft> {
  const cast = await projectCast(services, section.project_id);
  const people = knownNames(cast.speakers);
  const created: NewCharacter[] = [];
  const making = makingScript(body.text, parts, {
    newId: services.newId,
    narratorId: cast.narratorId,
    delivery: writtenDirection,
    speakerOf(name) {
      const known = people.get(sameName(name));
      if (known !== undefined) return known;
      const id = services.newId();
      people.set(sameName(name), id);
      created.push({ id, name, aliases: [], gender: null, age: null });
      return id;
    },
  });
  const blocks = await inSlices(making);
  if (blocks.length > LIMITS.document_blocks) throw tooLong(blocks.length);
  return { projectId: section.project_id, castVersion: cast.registryVersion, created, blocks, casts: cast.casts };
}

/** Lets other requests have their turn wherever the work is interrupted. */
async function inSlices<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

const tooLong = (blocks: number) =>
  invalidField("text", `makes ${blocks} blocks, a document holds ${LIMITS.document_blocks}`);

const sameName = (name: string) => name.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();

/** Names win over aliases, and who came first over who came later. */
function knownNames(
  speakers: readonly { readonly id: string; readonly name: string; readonly aliases: readonly string[] }[],
): Map<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, id: string) => {
    if (!names.has(sameName(name))) names.set(sameName(name), id);
  };
  for (const speaker of speakers) add(speaker.name, speaker.id);
  for (const speaker of speakers) for (const alias of speaker.aliases) add(alias, speaker.id);
  return names;
}
