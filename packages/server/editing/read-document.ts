import type { Caller } from "@fullcast/contract";
import { type Block, evidenceOf, isSpoken, withPresentSpeakers } from "@fullcast/core/document";
import { type DocumentQuery, findSection, getDocument } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { presentSpeakers, speakersForDocument } from "../speakers/speakers.ts";

/** A document, or a part of it, with the present cast; an earlier version has its title and blocks of then. */
export async function readDocument(
  services: Pick<Services, "db" | "engines">,
  caller: Caller,
  sectionId: string,
  query: DocumentQuery,
) {
  const envelope = await getDocument(services, caller, sectionId, query);
  const cast = await speakersForDocument(services, envelope.project_id);
  const { document } = envelope;
  const isPast = query.document_version !== undefined && !(await isPresent(services, caller, sectionId, document));
  if (isPast) return { ...envelope, ...cast };
  const speakerIds = new Set(cast.speakers.map((speaker) => speaker.id));
  const blocks = await inPresentCast(services, envelope.project_id, speakerIds, document.blocks);
  return { ...envelope, ...cast, document: { ...document, blocks } };
}

async function isPresent(
  services: Pick<Services, "db">,
  caller: Caller,
  sectionId: string,
  { document_version }: { readonly document_version: number },
): Promise<boolean> {
  return (await findSection(services, caller, sectionId)).document_version === document_version;
}

/**
 * Blocks as they are sent: their evidence names present speakers only. Removing or merging a speaker does not rewrite blocks
 * that name it only as a candidate.
 */
export async function inPresentCast(
  services: Pick<Services, "db">,
  projectId: string,
  speakerIds: ReadonlySet<string>,
  blocks: readonly Block[],
): Promise<readonly Block[]> {
  const namesGone = (block: Block): boolean =>
    isSpoken(block) && (evidenceOf(block.content)?.candidates.some((one) => !speakerIds.has(one.speaker_id)) ?? false);
  if (!blocks.some(namesGone)) return blocks;
  const present = await presentSpeakers(services, projectId, { speakerIds });
  return blocks.map((block) => (namesGone(block) ? withPresentSpeakers(block, present) : block));
}
