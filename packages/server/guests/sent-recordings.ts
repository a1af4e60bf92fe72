// What the owner does with sent recordings: hear, use, delete.

import { ApiError, type Caller } from "@fullcast/contract";
import { sql } from "kysely";
import { blocksById, findSection } from "../documents/documents.ts";
import type { SendableFile } from "../http/http.ts";
import { lockBlock } from "../media/media.ts";
import type { Services } from "../services.ts";
import { addRecording } from "../takes/takes.ts";
import { matchesLine } from "./guest-lines.ts";
import { recordingFile } from "./recording-file.ts";
import { deleteRecordings, findLink, lockLink, type RecordingRow } from "./store.ts";

const SHOWN = 1_000;

/** @throws ApiError NOT_FOUND */
export async function listGuestRecordings(services: Pick<Services, "db">, caller: Caller, linkId: string) {
  const link = await findLink(services, caller, linkId);
  const rows = await services.db.q
    .selectFrom("guest_recordings")
    .leftJoin("sections", "sections.id", "guest_recordings.section_id")
    .leftJoin("blocks", (join) =>
      join
        .onRef("blocks.section_id", "=", "guest_recordings.section_id")
        .onRef("blocks.id", "=", "guest_recordings.block_id"),
    )
    .selectAll("guest_recordings")
    .where("guest_link_id", "=", link.id)
    .where("guest_recordings.state", "=", "sent")
    .orderBy("sections.section_index")
    .orderBy("blocks.position")
    .orderBy("guest_recordings.id")
    .limit(SHOWN)
    .execute();
  const recordings = [];
  for (const [sectionId, ofSection] of Map.groupBy(rows, ({ section_id }) => section_id)) {
    const blocks = await blocksById(
      services,
      sectionId,
      ofSection.map(({ block_id }) => block_id),
    );
    for (const row of ofSection) {
      const stored = blocks.get(row.block_id);
      recordings.push({
        id: row.id,
        section_id: row.section_id,
        block_id: row.block_id,
        text: row.text,
        matches_line: stored !== undefined && matchesLine(row, stored),
        duration_ms: row.duration_ms,
        findings: [...row.findings],
        sent_at: (row.sent_at ?? row.created_at).toISOString(),
      });
    }
  }
  return { recordings };
}

/** @throws ApiError NOT_FOUND */
export async function readSentRecording(
  services: Pick<Services, "db" | "files">,
  caller: Caller,
  id: string,
): Promise<SendableFile> {
  return recordingFile(services, await findSent(services, caller, id));
}

/** Makes a sent recording a take of its line. @throws ApiError NOT_FOUND, also for a line that was deleted */
export async function useGuestRecording(
  services: Pick<Services, "db" | "clock" | "newId">,
  caller: Caller,
  id: string,
) {
  return { take_id: await useRecording(services, caller, id) };
}

export async function useRecording(
  services: Pick<Services, "db" | "clock" | "newId">,
  caller: Pick<Caller, "accountId">,
  id: string,
): Promise<string> {
  const { db } = services;
  return db.transaction(async () => {
    // A withdrawal that came first deleted the recording.
    await lockLink(services, (await findSent(services, caller, id)).guest_link_id);
    const recording = await findSent(services, caller, id);
    const { section_id: sectionId, block_id: blockId } = recording;
    const section = await findSection(services, caller, sectionId);
    await lockBlock(services, { sectionId, blockId });
    const stored = (await blocksById(services, sectionId, [blockId])).get(blockId);
    if (stored === undefined) throw new ApiError("NOT_FOUND", { resource: "block" });
    const warnings = recording.findings.map(({ message }) => message);
    const takeId = await addRecording(services, section, stored, { ...recording, warnings });
    await db.q.updateTable("guest_recordings").set({ state: "used" }).where("id", "=", id).execute();
    return takeId;
  });
}

/** @throws ApiError NOT_FOUND */
export async function declineGuestRecording(
  services: Pick<Services, "db" | "clock" | "newId">,
  caller: Caller,
  id: string,
) {
  await services.db.transaction(async () => {
    await lockLink(services, (await findSent(services, caller, id)).guest_link_id);
    await findSent(services, caller, id);
    await deleteRecordings(services, services.newId(), [id]);
  });
  return { guest_recording_id: id };
}

/** @throws ApiError NOT_FOUND for a recording that does not wait */
async function findSent(
  { db }: Pick<Services, "db">,
  caller: Pick<Caller, "accountId">,
  id: string,
): Promise<RecordingRow> {
  const row = await db.q
    .selectFrom("guest_recordings")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", caller.accountId)
    .where("state", "=", sql.lit("sent"))
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "guest_recording" });
  return row;
}
