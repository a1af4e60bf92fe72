import type { Caller } from "@fullcast/contract";
import { type Block, evidenceOf, isSpoken, withPresentSpeakers } from "@fullcast/core/document";
import { type DocumentQuery, getDocument } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { presentSpeakers, speakersForDocument } from "../speakers/speakers.ts";

/** A document, or a part of it, with its cast; of the past as it was then, with the cast as it is now. */
export async function readDocument(
  services: Pick<Services, "db" | "engines">,
  caller: Caller,
  sectionId: string,
  query: DocumentQuery,
) {
  const envelope = await getDocument(services, caller, sectionId, query);
  const cast = await speakersForDocument(services, envelope.project_id);
  const { document } = envelope;
  if (query.document_version !== undefined) return { ...envelope, ...cast };
  const speakerIds = new Set(cast.speakers.map((speaker) => speaker.id));
  const blocks = await inPresentCast(services, envelope.project_id, speakerIds, document.blocks);
  return { ...envelope, ...cast, document: { ...document, blocks } };
}

/**
 * Blocks as they are told: their evidence names only who is in the cast. Removing or merging a speaker does not write the
 * blocks anew that only name it as somebody who might have spoken.
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
