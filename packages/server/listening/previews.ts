// What a listener asks for: a mix from a line on, and the segments of it that are made.

import { setTimeout as pause } from "node:timers/promises";
import { ApiError, type Caller } from "@fullcast/contract";
import { findSection } from "../documents/documents.ts";
import { fileOfTimeline } from "../exports/exports.ts";
import { mediaUrl, mediaUrlExpiry } from "../http/http.ts";
import type { Services } from "../services.ts";
import { compileSection } from "../timelines/timelines.ts";
import { warmStructuring } from "../workflows/workflows.ts";
import { isWanted, LISTENING_QUEUE } from "./advance-preview.ts";
import { blockIndex, hasCurrentAudio } from "./block-index.ts";
import { estimatedTimes } from "./follow-line.ts";
import {
  deletePreviewsBefore,
  endOlderPreviews,
  insertPreview,
  loadPreview,
  type PreviewRow,
  type SegmentRow,
  segmentsAfter,
  updatePreview,
} from "./store.ts";

type Reader = Pick<Services, "db" | "jobs" | "clock" | "signer" | "publicUrl">;

/** Previews of an account that are made at the same time: an old one ends when a new one begins. */
export const PREVIEWS_OF_ACCOUNT = 2;
/** Segments are made for this long after the last question. */
const WANTED_MS = 30_000;
/** Previews without a question for this long are deleted with their segments. */
const KEPT_MS = 30 * 60_000;
const SEGMENTS_OF_ANSWER = 50;
const LOOK_MS = 60;

export interface PreviewRequest {
  readonly from_block_id: string | null;
  readonly from_ms: number | null;
  readonly voice_only: boolean;
  readonly sounds_gain_db: number;
  readonly one_narrator: boolean;
}

/**
 * @throws ApiError NOT_FOUND when there is no such section of the account, or no such block in it; INSUFFICIENT_SCOPE when the
 * text is not structured and the caller may only read
 */
export async function createPreview(
  services: Reader & Pick<Services, "newId" | "engines">,
  caller: Caller,
  sectionId: string,
  body: PreviewRequest,
): Promise<{ preview_id: string }> {
  const { block_count } = await findSection(services, caller, sectionId);
  // Text that is not structured would be structured and cast: that changes the script.
  if (!caller.scopes.has("studio:write") && (await isUnprepared(services, sectionId)))
    throw new ApiError("INSUFFICIENT_SCOPE", { required_scope: "studio:write" });
  // Most likely a text that is not structured yet; the thread loads while the mix waits for its turn.
  if (block_count === 1) warmStructuring();
  if (body.from_block_id !== null && (await blockIndex(services, sectionId, body.from_block_id)) === null) {
    throw new ApiError("NOT_FOUND", { resource: "block" });
  }
  const fromBlockId = body.from_block_id ?? (await lineAt(services, caller, sectionId, body));
  const id = services.newId();
  const at = services.clock();
  await services.db.transaction(async () => {
    await insertPreview(services, {
      id,
      account_id: caller.accountId,
      section_id: sectionId,
      voice_only: body.voice_only,
      sounds_gain_db: body.sounds_gain_db,
      one_narrator: body.one_narrator,
      narrator_takes: false,
      state: "working",
      waiting_block_id: null,
      waiting_reason: null,
      next_block_id: fromBlockId,
      next_start_ms: null,
      next_sample: 0,
      next_index: 0,
      duration_ms: null,
      is_estimate: true,
      unmade: [],
      manifest_hash: null,
      asked_index: -1,
      wanted_until: new Date(at.getTime() + WANTED_MS),
      created_at: at,
    });
    await endOlderPreviews(services, caller.accountId, PREVIEWS_OF_ACCOUNT);
    await services.jobs.enqueue(LISTENING_QUEUE, id, {}, { urgency: 0 });
  });
  return { preview_id: id };
}

/** The line at a time of the section; null for the first one. */
async function lineAt(
  services: Pick<Services, "db" | "engines">,
  caller: Caller,
  sectionId: string,
  { from_ms: ms, one_narrator: isNarrated }: PreviewRequest,
): Promise<string | null> {
  if (ms === null || ms <= 0) return null;
  const compiled = await compileSection(services, caller, sectionId, { withWords: false, isNarrated });
  return compiled.kind === "too_large" ? null : estimatedTimes(compiled.manifest).blockAt(ms);
}

/**
 * The segments after number `after`. The question keeps the preview going.
 * @param waitMs how long to wait for a segment or for the end when there is none
 * @throws ApiError NOT_FOUND
 */
export async function readPreview(
  services: Reader,
  caller: Caller,
  previewId: string,
  { after, waitMs, signal }: { readonly after: number; readonly waitMs: number; readonly signal: AbortSignal },
) {
  let row = await ask(services, await own(services, caller, previewId), after);
  let segments = await segmentsAfter(services, previewId, after, SEGMENTS_OF_ANSWER);
  const end = performance.now() + waitMs;
  while (segments.length === 0 && row.state === "working" && performance.now() < end && !signal.aborted) {
    await pause(LOOK_MS);
    // The state before the segments: a segment that arrives between the two reads must not be missing from a "complete" answer.
    row = await own(services, caller, previewId);
    segments = await segmentsAfter(services, previewId, after, SEGMENTS_OF_ANSWER);
  }
  return toWire(services, row, segments);
}

async function own(services: Pick<Services, "db">, caller: Caller, previewId: string): Promise<PreviewRow> {
  const row = await loadPreview(services, previewId);
  if (row === undefined || row.account_id !== caller.accountId)
    throw new ApiError("NOT_FOUND", { resource: "preview" });
  return row;
}

/** Notes what the listener has, and continues what stopped because it was far enough ahead. */
async function ask(services: Reader, row: PreviewRow, after: number): Promise<PreviewRow> {
  if (row.state === "complete" || row.state === "ended") {
    const wanted_until = new Date(services.clock().getTime() + WANTED_MS);
    if (row.state === "complete") await updatePreview(services, row.id, { wanted_until });
    return row;
  }
  const { waiting_block_id } = row;
  const goesOn =
    row.state === "waiting" &&
    waiting_block_id !== null &&
    (await hasCurrentAudio(services, row.section_id, waiting_block_id));
  const change = {
    asked_index: Math.max(row.asked_index, Math.min(after, row.next_index)),
    wanted_until: new Date(services.clock().getTime() + WANTED_MS),
    ...(goesOn ? { state: "working" as const, waiting_block_id: null, waiting_reason: null } : {}),
  };
  await services.db.transaction(async () => {
    await updatePreview(services, row.id, change);
    if (isWanted(services, { ...row, ...change }))
      await services.jobs.enqueue(LISTENING_QUEUE, row.id, {}, { urgency: 0 });
  });
  return { ...row, ...change };
}

async function toWire(services: Reader, row: PreviewRow, segments: readonly SegmentRow[]) {
  const expiresAt = mediaUrlExpiry(services);
  return {
    preview_id: row.id,
    section_id: row.section_id,
    state: row.state,
    content_type: 'audio/mp4; codecs="mp4a.40.2"',
    segments: segments.map((segment) => ({
      index: segment.index,
      url: mediaUrl(services, { purpose: "segment", object: `${row.id}:${segment.index}`, expiresAt }),
      expires_at: expiresAt.toISOString(),
      start_ms: segment.start_ms,
      duration_ms: segment.duration_ms,
      block_ids: segment.lines.map((line) => line.block_id),
      lines: segment.lines,
    })),
    waiting:
      row.state === "waiting" && row.waiting_reason !== null
        ? { block_id: row.waiting_block_id, reason: row.waiting_reason }
        : null,
    duration_ms: row.duration_ms,
    is_estimate: row.is_estimate,
    unmade: row.unmade,
    narrator_takes: row.narrator_takes,
    file: await fileOf(services, row, expiresAt),
  };
}

/** A finished file with the same audio, which a browser can play with ranges; null when there is none. */
async function fileOf(services: Reader, row: PreviewRow, expiresAt: Date) {
  if (row.manifest_hash === null || row.is_estimate || row.voice_only || row.one_narrator || row.sounds_gain_db !== 0)
    return null;
  const found = await fileOfTimeline(services, row.section_id, row.manifest_hash);
  if (found === undefined) return null;
  const { artifact_id, content_type, duration_ms } = found;
  return {
    url: mediaUrl(services, { purpose: "export", object: artifact_id, expiresAt }),
    expires_at: expiresAt.toISOString(),
    content_type,
    duration_ms,
  };
}

/** Deletes previews without listeners; returns how many. Their objects are marked for removal. */
export const removeOldPreviews = (services: Pick<Services, "db" | "clock">): Promise<number> =>
  deletePreviewsBefore(services, new Date(services.clock().getTime() - KEPT_MS));

async function isUnprepared({ db }: Pick<Services, "db">, sectionId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("blocks")
    .select("id")
    .where("section_id", "=", sectionId)
    .where("kind", "=", "unparsed")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
