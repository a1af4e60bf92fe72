// What a guest records: received, decoded and checked like the owner's recordings, kept as a draft, then sent.
// Always true: a line has at most one draft and one waiting recording of a link; all recordings of a link stay below its limit.

import { ApiError, LIMITS } from "@fullcast/contract";
import { lineText } from "@fullcast/core/document";
import { guestDoor } from "@fullcast/core/guests";
import { recordingFindings } from "@fullcast/core/sound";
import { sql } from "kysely";
import type { TrimmedRecording } from "../codec/trim-recording.ts";
import { blocksById } from "../documents/documents.ts";
import type { RawBody, SendableFile } from "../http/http.ts";
import { markObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { keptRecording, RECORDING_TYPE, receiveRecording } from "../takes/takes.ts";
import { placesOf, wireLines } from "./guest-lines.ts";
import { noSuchLink, openLines } from "./open-guest.ts";
import { recordingFile } from "./recording-file.ts";
import { useRecording } from "./sent-recordings.ts";
import { consentOf, countsOf, deleteRecordings, type LinkRow, lockLink, recordingIds, speakerOfLink } from "./store.ts";
import { inTurn } from "./uploads.ts";

type Recorder = Pick<Services, "db" | "clock" | "files" | "newId" | "settings">;

const MEGABYTE = 1_000_000;

export interface LineOfGuest {
  readonly sectionId: string;
  readonly blockId: string;
}

/**
 * Keeps a recording as the draft of a line.
 * @throws ApiError NOT_FOUND for a link that ended and a line that another character speaks, CONSENT_REQUIRED, RATE_LIMITED, GUEST_LIMIT_REACHED,
 *   and what receiveRecording() throws
 */
export async function recordAsGuest(
  services: Recorder,
  token: string,
  line: LineOfGuest,
  upload: RawBody,
  signal: AbortSignal,
) {
  const link = await openLines(services, token);
  await findPlace(services, link, line);
  await requireRoom(services, link, 1);
  // Before a byte of the body is read.
  return inTurn(services, link.id, async () => {
    const { min, max } = LIMITS.guest_recording_duration_ms;
    const limits = { min_duration_ms: min, max_duration_ms: max };
    const request = { accountId: link.account_id, turn: link.id, upload, limits };
    await receiveRecording(services, request, signal, async (received) => {
      const recording = await received.trim();
      try {
        await services.db.transaction(() => storeDraft(services, link, line, recording));
      } catch (error) {
        // An object that no row names goes again.
        await services.db.transaction(() => markObjects(services, services.newId(), [recording.sha256]));
        throw error;
      }
    });
    const [wire] = await wireLines(services, link, await findPlace(services, link, line));
    if (wire === undefined) throw noSuchLine();
    return { line: wire };
  });
}

const noSuchLine = () => new ApiError("NOT_FOUND", { resource: "block" });

/** The line, if the link's character speaks it. @throws ApiError NOT_FOUND */
async function findPlace(services: Pick<Services, "db">, link: LinkRow, only: LineOfGuest) {
  const speakerId = await speakerOfLink(services, link);
  const places = speakerId === null ? [] : await placesOf(services, link, speakerId, { from: 0, limit: 1, only });
  if (places.length === 0) throw noSuchLine();
  return places;
}

/** @throws ApiError GUEST_LIMIT_REACHED when the recordings of the link cannot take `bytes` more */
async function requireRoom(services: Pick<Services, "db">, link: LinkRow, bytes: number): Promise<void> {
  const { stored_bytes } = await countsOf(services, link.id);
  if (stored_bytes + bytes <= link.limit_megabytes * MEGABYTE) return;
  throw new ApiError("GUEST_LIMIT_REACHED", { limit_megabytes: link.limit_megabytes });
}

/** Runs in a transaction. The link may have ended, and the line may have changed, while the recording was received. */
async function storeDraft(services: Recorder, opened: LinkRow, line: LineOfGuest, recording: TrimmedRecording) {
  const { db, clock, newId } = services;
  const link = await lockLink(services, opened.id);
  const consent = await consentOf(services, link.id);
  if (guestDoor(link, consent, clock()) !== "lines") throw noSuchLink();
  await findPlace(services, link, line);
  const stored = (await blocksById(services, line.sectionId, [line.blockId])).get(line.blockId);
  if (stored === undefined) throw noSuchLine();
  const replaced = await db.q
    .selectFrom("guest_recordings")
    .select("id")
    .where("guest_link_id", "=", link.id)
    .where("section_id", "=", line.sectionId)
    .where("block_id", "=", line.blockId)
    .where("state", "=", "draft")
    .execute();
  await deleteRecordings(
    services,
    newId(),
    replaced.map(({ id }) => id),
  );
  await requireRoom(services, link, recording.size_bytes);
  const text = lineText(stored.block);
  await db.q
    .insertInto("guest_recordings")
    .values({
      id: newId(),
      account_id: link.account_id,
      guest_link_id: link.id,
      section_id: line.sectionId,
      block_id: line.blockId,
      block_version: stored.block.block_version,
      intent_parts: JSON.stringify(stored.intent_parts),
      text,
      state: "draft",
      ...keptRecording(recording),
      content_type: RECORDING_TYPE,
      findings: JSON.stringify(recordingFindings(recording, text)),
      created_at: clock(),
      sent_at: null,
    })
    .execute();
}

/** Sends all drafts of the link. @throws ApiError NOT_FOUND, CONSENT_REQUIRED */
export async function sendAsGuest(services: Recorder, token: string) {
  const { db, clock, newId } = services;
  const { id: linkId } = await openLines(services, token);
  const { link, sent } = await db.transaction(async () => {
    // Another request may have withdrawn the consent meanwhile.
    await lockLink(services, linkId);
    const link = await openLines(services, token);
    const replaced = await sql<{ id: string }>`
      select old.id from guest_recordings old join guest_recordings new on new.guest_link_id = old.guest_link_id
        and new.section_id = old.section_id and new.block_id = old.block_id and new.state = 'draft'
      where old.guest_link_id = ${link.id}::uuid and old.state = 'sent'
    `.execute(db.q);
    await deleteRecordings(
      services,
      newId(),
      replaced.rows.map(({ id }) => id),
    );
    const rows = await db.q
      .updateTable("guest_recordings")
      .set({ state: "sent", sent_at: clock() })
      .where("guest_link_id", "=", link.id)
      .where("state", "=", "draft")
      .returning("id")
      .execute();
    return { link, sent: rows.map(({ id }) => id) };
  });
  if (link.plays_at_once) {
    for (const id of sent) {
      // A line that was deleted meanwhile: its recording waits for the owner.
      await useRecording(services, { accountId: link.account_id }, id).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== "NOT_FOUND") throw error;
      });
    }
  }
  return { sent: sent.length };
}

/** @throws ApiError NOT_FOUND */
export async function readGuestRecording(
  services: Pick<Services, "db" | "clock" | "files">,
  token: string,
  recordingId: string,
): Promise<SendableFile> {
  const link = await openLines(services, token);
  const recording = await services.db.q
    .selectFrom("guest_recordings")
    .selectAll()
    .where("id", "=", recordingId)
    .where("guest_link_id", "=", link.id)
    .executeTakeFirst();
  return recordingFile(services, recording);
}

/** Deletes the drafts of links that expired. */
export async function removeEndedDrafts(services: Pick<Services, "db" | "clock" | "newId">): Promise<void> {
  const { db, clock, newId } = services;
  const ended = await db.q
    .selectFrom("guest_links")
    .select("id")
    .where("expires_at", "<=", clock())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("guest_recordings")
          .select("guest_recordings.id")
          .whereRef("guest_recordings.guest_link_id", "=", "guest_links.id")
          .where("guest_recordings.state", "=", "draft"),
      ),
    )
    .execute();
  for (const { id } of ended) {
    await db.transaction(async () => {
      await lockLink(services, id);
      await deleteRecordings(services, newId(), await recordingIds(services, id, "draft"));
    });
  }
}
