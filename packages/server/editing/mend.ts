// Gives places of the scripts of a project their new text: the mends of a manuscript's check that a person chose.

import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import {
  type Block,
  isSpoken,
  isText,
  isTextOffset,
  type Replacement,
  replacedContent,
  type TextBlock,
} from "@fullcast/core/document";
import { type BlockIntentParts, blockIntentParts } from "@fullcast/core/media";
import { canonicalRequest, once } from "../db/once.ts";
import {
  blocksById,
  changeBlocks,
  intentHash,
  losingWords,
  type Respoken,
  recordingEdit,
  type StoredBlock,
  speakingRules,
} from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { checkLength, movedSounds, namedSections } from "./replace.ts";

interface Mend {
  readonly block_id: string;
  readonly start_utf16: number;
  readonly end_utf16: number;
  readonly text: string;
}

export interface MendBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly sections: readonly { readonly section_id: string; readonly base_document_version: number }[];
  readonly mends: readonly Mend[];
}

type MendedSection = {
  readonly section_id: string;
  readonly document_version: number;
  readonly place_count: number;
  readonly block_count: number;
};

/**
 * Changes the places, all or none, as one entry of the history.
 * @throws ApiError VERSION_CONFLICT when a section is at another version; NOT_FOUND for a block that the sections do not have;
 * INVALID_REQUEST for places outside of the text or over each other
 */
export async function mendManuscript(
  services: Pick<Services, "db" | "clock" | "newId" | "engines">,
  caller: Caller,
  projectId: string,
  body: MendBody,
) {
  await findProject(services, caller, projectId);
  const request = {
    accountId: caller.accountId,
    key: body.client_mutation_id,
    operation: "mendManuscript",
    request: canonicalRequest({ ...body }, { projectId }),
  };
  const { result, replayed } = await once(services, request, async () => {
    await lockProject(services, caller, projectId);
    const places = body.mends.length;
    const summary = `Mended text at ${places} ${places === 1 ? "place" : "places"}`;
    const edit = { projectId, actorSessionId: body.actor_session_id, summary };
    // One section has the entry in its own history, several have it in that of the project.
    return body.sections.length === 1
      ? mendSections(services, projectId, body, summary, true)
      : recordingEdit(services, { ...edit, versionsOf }, () => mendSections(services, projectId, body, summary, false));
  });
  return { project_id: projectId, ...result, idempotent_replay: replayed };
}

const versionsOf = ({ sections }: { readonly sections: readonly MendedSection[] }) =>
  sections.map(({ section_id, document_version }) => ({ section_id, document_version }));

async function mendSections(
  services: Pick<Services, "db" | "clock" | "engines">,
  projectId: string,
  body: MendBody,
  summary: string,
  isEntry: boolean,
) {
  const rules = await speakingRules(services, projectId);
  const casts = await castsOf(services, projectId);
  const wanted = Map.groupBy(body.mends, ({ block_id }) => block_id);
  const sections: MendedSection[] = [];
  let stale_block_count = 0;
  const found = new Set<string>();
  for (const section of await namedSections(services, projectId, body)) {
    const stored = await blocksById(services, section.id, [...wanted.keys()]);
    if (stored.size === 0) continue;
    const changed: Block[] = [];
    const respoken: Respoken[] = [];
    const replacements = new Map<string, readonly Replacement[]>();
    let place_count = 0;
    for (const [id, one] of stored) {
      found.add(id);
      const mends = wanted.get(id) ?? [];
      const { block, replaced } = mended(one, mends);
      const before = one.intent_parts as BlockIntentParts;
      const after = isSpoken(block) ? blockIntentParts(block, sha256, rules) : before;
      changed.push(block);
      replacements.set(id, replaced);
      place_count += mends.length;
      const hash_before = one.intent_hash;
      const intent_hash = isSpoken(block) ? intentHash(after, block, casts) : hash_before;
      respoken.push({ section_id: section.id, block, before, after, hash_before, intent_hash });
    }
    stale_block_count += (await losingWords(services, respoken)).length;
    const document_version = await changeBlocks(
      services,
      section.id,
      section.document_version,
      [...changed, ...(await movedSounds(services, section.id, replacements))],
      casts,
      { actorSessionId: body.actor_session_id, summary, isEntry },
    );
    sections.push({ section_id: section.id, document_version, place_count, block_count: changed.length });
  }
  if (found.size < wanted.size) throw new ApiError("NOT_FOUND", { resource: "block" });
  const sum = (name: "place_count" | "block_count") => sections.reduce((all, one) => all + one[name], 0);
  return {
    place_count: sum("place_count"),
    block_count: sum("block_count"),
    stale_block_count,
    sections,
  };
}

/** The block with its places changed, the last one first, so that the others keep their offsets. */
function mended({ block }: StoredBlock, mends: readonly Mend[]): { block: Block; replaced: readonly Replacement[] } {
  if (!isText(block)) throw invalidField("mends", `names block ${block.id}, which has no text of the story`);
  const { text } = block.content;
  const ordered = mends.toSorted(
    (one, other) => one.start_utf16 - other.start_utf16 || one.end_utf16 - other.end_utf16,
  );
  for (const [index, { start_utf16: start, end_utf16: end }] of ordered.entries()) {
    if (start > end || !isTextOffset(text, start) || !isTextOffset(text, end))
      throw invalidField("mends", `has a place from ${start} to ${end}, which is not in the text of block ${block.id}`);
    if (start < (ordered[index - 1]?.end_utf16 ?? 0))
      throw invalidField("mends", `has places of block ${block.id} that overlap at ${start}`);
  }
  const replaced = ordered
    .toReversed()
    .map(({ start_utf16, end_utf16, text: words }) => ({ places: [{ start_utf16, end_utf16 }], text: words }));
  const content = replaced.reduce(replacedContent, block.content);
  checkLength(block, content.text.length, "mends");
  return content.text.trim() === ""
    ? { block: leftOut(block), replaced: [] }
    : { block: { ...block, content }, replaced };
}

/** A line that is not spoken keeps its text. */
const leftOut = (block: TextBlock): Block => ({ ...block, kind: "excluded", speaker_id: null }) as Block;
