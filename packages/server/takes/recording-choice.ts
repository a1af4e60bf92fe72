import { addProjectEntry, NO_CHANGES, quoting, type SectionRow, type StoredBlock } from "../documents/documents.ts";
import { takeChange, takeState } from "../media/media.ts";
import type { Services } from "../services.ts";

interface TakeEdit {
  readonly section: SectionRow;
  readonly stored: StoredBlock;
  readonly actorSessionId: string | null;
  /** The studio translates these sentences. */
  readonly summary: "Chose a take" | "Locked a line" | "Unlocked a line" | "Recorded a take";
}

/**
 * Does work on what a line plays and records it in the history of its section, if another take plays or a lock changed. Runs in
 * the caller's transaction, which holds the block.
 */
export async function recordingChoice<T>(
  services: Pick<Services, "db" | "clock">,
  { section, stored, actorSessionId, summary }: TakeEdit,
  work: () => Promise<T>,
): Promise<T> {
  const place = { sectionId: section.id, blockId: stored.block.id };
  const before = await takeState(services, place);
  const result = await work();
  const change = takeChange(place.blockId, before, await takeState(services, place));
  if (change === null) return result;
  await addProjectEntry(
    services,
    { projectId: section.project_id, actorSessionId, summary: quoting(summary, stored.block) },
    { ...NO_CHANGES, section_id: section.id, takes: [change] },
  );
  return result;
}
