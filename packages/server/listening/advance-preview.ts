// Makes the next segments of a mix: reads the timeline as it is, speaks lines that are missing, cuts and mixes what is
// settled. The rows hold the state, so a killed process costs the segment that it worked on.

import { ApiError } from "@fullcast/contract";
import { assetUnitsOf, cutPieces, type Gap, pieceStart, type TimelinePiece } from "@fullcast/core/timeline";
import {
  type PieceProcesses,
  pieceTimeline,
  RenderError,
  type RenderTimeline,
  renderTimeline,
} from "../codec/codec.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";
import { compileSection, type SectionOpening } from "../timelines/timelines.ts";
import {
  type OnDemand,
  prepareOnDemand,
  type SpokenOnDemand,
  StepFailure,
  speakOnDemand,
} from "../workflows/workflows.ts";
import { blockIndex } from "./block-index.ts";
import { type EstimatedTimes, estimatedTimes, estimateOf, type FollowedLines, followLines } from "./follow-line.ts";
import { sectionsNarrated } from "./narrated.ts";
import { openingOf, openingOfScript, timesOfOpening } from "./opening.ts";
import { withAssets } from "./piece-assets.ts";
import {
  addSegments,
  dropSegmentsBefore,
  loadPreview,
  type PlayedLine,
  type PreviewRow,
  updatePreview,
} from "./store.ts";

export const LISTENING_QUEUE = "listening";

export type ListeningServices = OnDemand["services"] & Pick<Services, "files"> & { readonly pieces: PieceProcesses };
type Compiled = Extract<Awaited<ReturnType<typeof compileSection>>, { kind: "compiled" }>;

/** Segments that are made ahead of those that the listener has; about a minute. */
export const SEGMENTS_AHEAD = 7;
/** Segments behind the listener that stay for a step back; about twenty minutes. */
const SEGMENTS_KEPT = 100;
/** After this time another preview has its turn. */
const TURN_MS = 4_000;
/** Audio that is spoken ahead, ms: a little for the first sound, then more at once. */
const FIRST_WINDOW_MS = 5_000;
const SECOND_WINDOW_MS = 12_000;
const WINDOW_MS = 45_000;
const MOST_LINES = 40;
/** Rounds that may speak the same line without a result. */
const MOST_TRIES = 3;

/** The reason why a preview does not continue. */
export type WaitingReason = NonNullable<PreviewRow["waiting_reason"]>;

/** Advances a preview while a client listens. Safe to be called at any time. */
export async function advancePreview(services: ListeningServices, id: string, job: Job): Promise<void> {
  const end = performance.now() + TURN_MS;
  const turn: Turn = { tries: new Map(), opening: null };
  for (;;) {
    job.signal.throwIfAborted();
    const row = await loadPreview(services, id);
    if (row === undefined || !isWanted(services, row)) return;
    try {
      await advanceOnce(services, row, job, turn);
    } catch (error) {
      if (error instanceof ApiError && error.code === "NOT_FOUND") return;
      if (error instanceof StepFailure) await wait(services, row, row.next_block_id, "failed");
      else if (error instanceof RenderError && error.kind === "input") {
        await wait(services, row, row.next_block_id, "failed");
      } else throw error;
    }
    if (performance.now() > end) return services.jobs.enqueue(LISTENING_QUEUE, id, {}, { urgency: 0 });
  }
}

export const isWanted = ({ clock }: Pick<Services, "clock">, row: PreviewRow): boolean =>
  row.state === "working" && row.wanted_until > clock() && row.next_index - row.asked_index <= SEGMENTS_AHEAD;

const wait = (services: Pick<Services, "db">, row: PreviewRow, blockId: string | null, reason: WaitingReason) =>
  updatePreview(services, row.id, { state: "waiting", waiting_block_id: blockId, waiting_reason: reason });

async function advanceOnce(services: ListeningServices, row: PreviewRow, job: Job, turn: Turn): Promise<void> {
  const { tries } = turn;
  const place = row.next_block_id === null ? 0 : await blockIndex(services, row.section_id, row.next_block_id);
  const opening = await openingFor(services, row, place, turn);
  const compiled = await compileSection(services, { accountId: row.account_id }, row.section_id, {
    withWords: true,
    opening,
    isNarrated: row.one_narrator,
  });
  if (compiled.kind === "too_large") return void (await wait(services, row, null, "too_long"));
  const { manifest } = compiled;
  // Preparing replaces the block of the raw text; a line that was deleted during playback ends the stream.
  if (place === null && row.next_index > 0) return void (await wait(services, row, row.next_block_id, "changed"));
  const fromIndex = place ?? 0;
  const all = followLines(manifest, fromIndex);
  // After the opening more lines come.
  const followed = opening === undefined ? all : { ...all, isEnd: false };
  const [gap] = followed.gaps;
  const demand: OnDemand = {
    services,
    accountId: row.account_id,
    sectionId: row.section_id,
    signal: job.signal,
    confined: job.confined,
    progressed: job.progressed,
  };
  if (gap !== undefined && (gap.reason === "unresolved" || gap.reason === "unassigned")) {
    if (count(tries, gap.block_id) > 1) return void (await wait(services, row, gap.block_id, "unassigned"));
    // The structuring thread leaves a processor free; the voice and the mixer load meanwhile.
    services.pieces.warm();
    services.engines.list()[0]?.warm?.();
    const written = await prepareOnDemand(demand);
    if (written !== null && row.next_block_id === null) turn.opening = openingOfScript(written);
    return;
  }
  if (opening !== undefined && gap === undefined) {
    // All of its lines are there already.
    turn.opening = "whole";
    return;
  }
  const times = opening === undefined ? estimatedTimes(manifest) : timesOfOpening(compiled, opening);
  const current = await withTimes(
    services,
    row,
    { times, hash: opening === undefined ? compiled.manifestHash : null },
    fromIndex,
  );
  const shift = shiftOf(current, followed);
  const pieces = piecesOf(current, manifest.duration_ms, followed, shift);
  const making = { compiled, followed, shift, pieces };
  if (row.next_index === 0 && pieces.length > 0) {
    // The first sound alone: speech would take the processors that mix it.
    await makePieces(services, current, { ...making, pieces: pieces.slice(0, 1) }, job.signal);
    await speakAhead(demand, current, followed);
    return;
  }
  const [spoken] = await Promise.all([
    speakAhead(demand, current, followed),
    makePieces(services, current, making, job.signal),
  ]);
  if (pieces.length > 0) return;
  if (gap === undefined) return void (await updatePreview(services, row.id, { state: "complete" }));
  const reason = stopReason(gap, spoken, tries);
  if (reason !== null) await wait(services, row, gap.block_id, reason);
}

/** What is remembered from round to round. */
interface Turn {
  /** How often a line was to be spoken or prepared. */
  readonly tries: Map<string, number>;
  /** Of the section as it is to be spoken; null until it is known, "whole" when the whole section is compiled. */
  opening: SectionOpening | "whole" | null;
}

/** The opening of a section whose first lines are wanted. */
async function openingFor(
  services: ListeningServices,
  row: PreviewRow,
  place: number | null,
  turn: Turn,
): Promise<SectionOpening | undefined> {
  if (row.next_index === 0 && row.next_block_id === null) turn.opening ??= await openingOf(services, row.section_id);
  const { opening } = turn;
  if (opening === null || opening === "whole" || place === null) return undefined;
  // The lines ahead of the listener are among its blocks.
  return place < opening.blocks / 2 ? opening : undefined;
}

function count(tries: Map<string, number>, key: string): number {
  const times = (tries.get(key) ?? 0) + 1;
  tries.set(key, times);
  return times;
}

function stopReason(gap: Gap, spoken: SpokenOnDemand | null, tries: Map<string, number>): WaitingReason | null {
  if (gap.reason === "unsupported") return "unsupported";
  if (spoken?.storageFull) return "storage";
  if (spoken?.priced === gap.block_id) return "price";
  const kind = spoken?.failed.get(gap.block_id);
  if (kind !== undefined) return kind === "quota" ? "quota" : "failed";
  return count(tries, gap.block_id) > MOST_TRIES ? "failed" : null;
}

/** Writes the times of the section, and the place of the first line when nothing was played yet. */
async function withTimes(
  services: ListeningServices,
  row: PreviewRow,
  { times, hash }: { readonly times: EstimatedTimes; readonly hash: string | null },
  fromIndex: number,
): Promise<PreviewRow> {
  const start = row.next_start_ms ?? times.startOf(fromIndex) ?? 0;
  const isFirst = row.next_index === 0;
  const change = {
    duration_ms: times.duration_ms,
    is_estimate: times.is_estimate,
    unmade: times.unmade,
    manifest_hash: hash,
    next_start_ms: start,
    next_sample: isFirst ? (fromIndex === 0 ? 0 : pieceStart(start)) : row.next_sample,
  };
  if (hash !== null && row.manifest_hash === hash) return { ...row, ...change };
  const narrator_takes = !times.is_estimate && (await sectionsNarrated(services, [row.section_id])).has(row.section_id);
  await updatePreview(services, row.id, { ...change, narrator_takes });
  return { ...row, ...change, narrator_takes };
}

/** ms from the manifest's time to the stream's: lines before the first one may have been estimated. */
const shiftOf = (row: PreviewRow, { lines: [first] }: FollowedLines): number =>
  first === undefined || row.next_start_ms === null ? 0 : row.next_start_ms - first.start_ms;

function piecesOf(row: PreviewRow, duration_ms: number, followed: FollowedLines, shift: number) {
  const lines = followed.lines.map((line) => ({ ...line, start_ms: line.start_ms + shift }));
  const room = SEGMENTS_AHEAD - (row.next_index - row.asked_index) + 1;
  const end_ms = followed.isEnd && lines.length > 0 ? duration_ms + shift : null;
  return cutPieces({ from: row.next_sample, index: row.next_index, lines, end_ms }, Math.max(1, room));
}

/** Speaks missing lines a window ahead; null when enough lines are there, or no line can be spoken. */
async function speakAhead(
  demand: OnDemand,
  row: PreviewRow,
  { lines, gaps }: FollowedLines,
): Promise<SpokenOnDemand | null> {
  const known = lines.reduce((sum, line) => sum + line.duration_ms, 0);
  const isFirst = row.next_index === 0 && lines.length === 0;
  const wanted = isFirst ? FIRST_WINDOW_MS : row.next_index < 2 ? SECOND_WINDOW_MS : WINDOW_MS;
  const window: string[] = [];
  let ahead = known;
  for (const gap of gaps) {
    const isSpeakable = gap.reason === "missing" || gap.reason === "stale" || gap.reason === "failed";
    // A piece ends where the next line is known: two lines at least.
    if (!isSpeakable || window.length >= MOST_LINES || (ahead >= wanted && lines.length + window.length >= 2)) break;
    window.push(gap.block_id);
    ahead += estimateOf(gap);
  }
  return window.length === 0 ? null : speakOnDemand(demand, window);
}

interface Making {
  readonly compiled: Compiled;
  readonly followed: FollowedLines;
  readonly shift: number;
  readonly pieces: readonly TimelinePiece[];
}

async function makePieces(
  services: ListeningServices,
  row: PreviewRow,
  { compiled, followed, shift, pieces }: Making,
  signal: AbortSignal,
): Promise<void> {
  if (pieces.length === 0) return;
  const timeline = soundsOf(row, renderTimeline(compiled.manifest, "m4b"), shift);
  const words = wordsOf(compiled, shift);
  let played = 0;
  for (const [offset, piece] of pieces.entries()) {
    const index = row.next_index + offset;
    const around = pieceTimeline(timeline, piece.from, piece.to);
    const made = await withAssets(services, around, signal, (assets) =>
      services.pieces.make({ timeline: around, assets, index, format: "m4b", ...piece }, signal),
    );
    const size = made.bytes.byteLength;
    await services.files.putAll([made]);
    played += piece.lines.length;
    const next = followed.lines[played];
    await services.db.transaction(async () => {
      const isKept = await updatePreview(services, row.id, {
        next_index: index + 1,
        next_sample: piece.to,
        next_block_id: next?.block_id ?? row.next_block_id,
        next_start_ms: next === undefined ? row.next_start_ms : next.start_ms + shift,
        ...(piece.isEnd ? { state: "complete" as const } : {}),
      });
      if (!isKept) return;
      await addSegments(services, [
        {
          preview_id: row.id,
          index,
          sha256: made.sha256,
          size_bytes: size,
          start_ms: msOf(piece.from),
          duration_ms: msOf(piece.to) - msOf(piece.from),
          lines: piece.lines.map((line): PlayedLine => ({ ...line, words: words.get(line.block_id) ?? [] })),
          created_at: services.clock(),
        },
      ]);
      await dropSegmentsBefore(services, row.id, row.asked_index - SEGMENTS_KEPT);
    });
  }
}

const msOf = (sample: number): number => Math.round((sample * 1000) / 44_100);

/** The timeline in the stream's time, with its sounds as the listener wants them. */
function soundsOf(row: PreviewRow, timeline: RenderTimeline, shift: number): RenderTimeline {
  const moved = <T extends { readonly start_ms: number }>(unit: T): T => ({ ...unit, start_ms: unit.start_ms + shift });
  return {
    ...timeline,
    gaps: [],
    duration_ms: timeline.duration_ms + shift,
    sequential_units: timeline.sequential_units.map((unit) => ("start_ms" in unit ? moved(unit) : unit)),
    overlay_units: row.voice_only
      ? []
      : timeline.overlay_units.map((unit) => ({
          ...moved(unit),
          gain_db: Math.min(24, Math.max(-60, unit.gain_db + row.sounds_gain_db)),
        })),
  };
}

function wordsOf({ manifest, wordTimings }: Compiled, shift: number): ReadonlyMap<string, PlayedLine["words"]> {
  const units = assetUnitsOf(manifest);
  return new Map(
    wordTimings.map((timing, at) => [
      units[at]?.block_id ?? timing.block_id,
      timing.words.map(({ start_utf16, end_utf16, start_ms, end_ms }) => ({
        start_utf16,
        end_utf16,
        start_ms: start_ms + shift,
        end_ms: end_ms + shift,
      })),
    ]),
  );
}
