// The mix of the audio that a section has, for any number of listeners without a key. Its segments are the same for all of
// them, are made by the mixer of the exports when they are requested, and stay in memory for a while. Nothing is spoken
// and nothing is stored. Lines without audio are left out.

import { createHash } from "node:crypto";
import { ApiError } from "@fullcast/contract";
import { FRAGMENT_HEADER } from "@fullcast/core/audio-files";
import { assetUnitsOf, cutPieces, type TimelinePiece } from "@fullcast/core/timeline";
import {
  type PieceProcesses,
  pieceTimeline,
  RenderError,
  type RenderTimeline,
  renderTimeline,
} from "../codec/codec.ts";
import { createFairQueue } from "../compute/compute.ts";
import type { Services } from "../services.ts";
import { compileSection } from "../timelines/timelines.ts";
import { withAssets } from "./piece-assets.ts";

export interface MixOutline {
  /** Changes with everything that is heard. */
  readonly mix: string;
  readonly duration_ms: number;
  /** In order and without holes; the block is the line that is heard at the start. */
  readonly segments: readonly (readonly [start_ms: number, duration_ms: number, block_id: string])[];
}

export interface HeardSection {
  readonly accountId: string;
  readonly sectionId: string;
  /** The version of its script: what was taken out of it is not heard any more. */
  readonly version: number;
  /** Without sounds. Every line is heard at the same time as in the mix with them. */
  readonly voicesOnly: boolean;
  /** Every line that has a take in the narrator's voice is heard in it. */
  readonly isNarrated: boolean;
}

export interface SectionMixes {
  /** @throws ApiError NOT_FOUND, and SERVICE_UNAVAILABLE when the section is longer than a timeline holds */
  outline(section: HeardSection): Promise<MixOutline>;
  /** When a line, or the one that follows it, begins; null when the section does not have it. ms */
  startOf(section: HeardSection, blockId: string): Promise<number | null>;
  /**
   * A segment without its header.
   * @throws ApiError NOT_FOUND when the section has another mix by now, and SERVICE_UNAVAILABLE when too many wait
   */
  segment(section: HeardSection, mix: string, index: number): Promise<Uint8Array>;
}

/** A new take of an unchanged script is heard by those who listen after this time. */
const CURRENT_MS = 30_000;
/** Units of all timelines in memory: a long chapter has 20,000. The last timeline stays whatever its length. */
const MOST_UNITS = 100_000;
/** Bytes of all segments in memory; an hour of audio has 58 MB. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Owners whose listeners get new segments at the same time, and segments that wait. */
const OWNERS_AT_ONCE = 2;
const MOST_WAITING = 40;

interface Mix {
  readonly outline: MixOutline;
  readonly timeline: RenderTimeline;
  /** The sounds of the section, whether this mix has them or not. */
  readonly sounds: RenderTimeline["overlay_units"];
  readonly pieces: readonly TimelinePiece[];
  /** Lines and gaps in order, with the time at which they begin. */
  readonly starts: ReadonlyMap<string, number>;
  readonly version: number;
  readonly at: number;
}

type Mixer = Pick<Services, "db" | "engines" | "files"> & { readonly pieces: PieceProcesses };

export function createSectionMixes(services: Mixer, now: () => number = () => performance.now()): SectionMixes {
  const mixes = new Map<string, Mix>();
  const beginning = new Map<string, Promise<Mix>>();
  const units = new Map<string, number>();
  const segments = new Map<string, Promise<Uint8Array>>();
  const sizes = new Map<string, number>();
  const queue = createFairQueue({ atOnce: OWNERS_AT_ONCE });
  let waiting = 0;

  const keyOf = ({ accountId, sectionId, voicesOnly, isNarrated }: HeardSection) =>
    `${accountId} ${sectionId} ${voicesOnly} ${isNarrated}`;
  const known = (section: HeardSection): Mix | undefined => {
    const mix = mixes.get(keyOf(section));
    return mix !== undefined && mix.version === section.version && now() - mix.at < CURRENT_MS ? mix : undefined;
  };

  async function current(section: HeardSection): Promise<Mix> {
    const key = keyOf(section);
    const found = known(section);
    if (found !== undefined) return found;
    // Other requests wait for the same one.
    const begun = beginning.get(key);
    if (begun !== undefined) return begun;
    // With and without sounds, a section has the same lines.
    const other = known({ ...section, voicesOnly: !section.voicesOnly });
    const made =
      other === undefined ? compiled(services, section, now()) : Promise.resolve(heardAs(other, section.voicesOnly));
    beginning.set(key, made);
    try {
      const mix = await made;
      mixes.delete(key);
      mixes.set(key, mix);
      units.set(key, mix.timeline.sequential_units.length + mix.timeline.overlay_units.length);
      keepWithin(MOST_UNITS, mixes, units);
      return mix;
    } finally {
      beginning.delete(key);
    }
  }

  async function make(section: HeardSection, mix: Mix, piece: TimelinePiece, index: number): Promise<Uint8Array> {
    if (waiting >= MOST_WAITING) throw new ApiError("SERVICE_UNAVAILABLE", { reason: "too many listeners wait" });
    waiting += 1;
    try {
      return await queue.run(section.accountId, async () => {
        // A segment takes tenths of a second and is kept, so it is made to its end.
        const { signal } = new AbortController();
        const around = pieceTimeline(mix.timeline, piece.from, piece.to);
        const made = await withAssets(services, around, signal, (assets) =>
          services.pieces.make({ timeline: around, assets, index, format: "m4b", ...piece }, signal),
        );
        return made.bytes.subarray(FRAGMENT_HEADER.length);
      });
    } catch (error) {
      if (error instanceof RenderError) throw new ApiError("SERVICE_UNAVAILABLE", { reason: "the sound was not made" });
      throw error;
    } finally {
      waiting -= 1;
    }
  }

  return {
    async outline(section) {
      // The client is about to play.
      services.pieces.warm();
      return (await current(section)).outline;
    },
    async startOf(section, blockId) {
      return (await current(section)).starts.get(blockId) ?? null;
    },
    async segment(section, mixName, index) {
      const mix = await current(section);
      const piece = mix.pieces[index];
      if (mix.outline.mix !== mixName || piece === undefined) throw new ApiError("NOT_FOUND", { resource: "segment" });
      const key = `${mixName} ${index}`;
      const made = segments.get(key) ?? make(section, mix, piece, index);
      segments.delete(key);
      segments.set(key, made);
      try {
        const bytes = await made;
        sizes.set(key, bytes.byteLength);
        keepWithin(MOST_BYTES, segments, sizes);
        return bytes;
      } catch (error) {
        if (segments.get(key) === made) segments.delete(key);
        throw error;
      }
    },
  };
}

/** Drops what was used longest ago until the sum of the sizes is within the limit. The newest stays. */
function keepWithin(most: number, kept: Map<string, unknown>, sizes: Map<string, number>): void {
  for (const key of sizes.keys()) if (!kept.has(key)) sizes.delete(key);
  let sum = [...sizes.values()].reduce((total, size) => total + size, 0);
  for (const key of kept.keys()) {
    if (sum <= most || kept.size <= 1) return;
    sum -= sizes.get(key) ?? 0;
    kept.delete(key);
    sizes.delete(key);
  }
}

async function compiled(services: Mixer, section: HeardSection, at: number): Promise<Mix> {
  const { accountId, sectionId, voicesOnly, isNarrated } = section;
  const made = await compileSection(services, { accountId }, sectionId, { withWords: false, isNarrated });
  if (made.kind === "too_large") throw new ApiError("SERVICE_UNAVAILABLE", { reason: "the section is too long" });
  const { manifest } = made;
  const timeline = { ...renderTimeline(manifest, "m4b"), gaps: [] };
  const units = assetUnitsOf(manifest);
  const lines = units.map(({ block_id, start_ms, duration_ms }) => ({ block_id, start_ms, duration_ms }));
  const end_ms = lines.length === 0 ? null : manifest.duration_ms;
  const pieces = cutPieces({ from: 0, index: 0, lines, end_ms }, Number.POSITIVE_INFINITY);
  let line = lines[0]?.block_id ?? "";
  const segments = pieces.map(({ from, to, lines: own }) => {
    // What begins in a pause begins with the next line; the middle of a long line belongs to it.
    line = own[0]?.block_id ?? line;
    const start = msOf(from);
    const segment = [start, msOf(to) - start, line] as const;
    line = own.at(-1)?.block_id ?? line;
    return segment;
  });
  const mix: Mix = {
    outline: { mix: "", duration_ms: manifest.duration_ms, segments },
    timeline,
    sounds: timeline.overlay_units,
    pieces,
    starts: startsOf(units, manifest.gaps, manifest.duration_ms),
    version: made.section.document_version,
    at,
  };
  return heardAs(mix, voicesOnly);
}

/** The same lines with the section's sounds, or without them. */
function heardAs(mix: Mix, voicesOnly: boolean): Mix {
  const timeline = { ...mix.timeline, overlay_units: voicesOnly ? [] : mix.sounds };
  return { ...mix, timeline, outline: { ...mix.outline, mix: nameOf(timeline) } };
}

/** The hash of what is heard: a note or another title does not change it. */
function nameOf(timeline: RenderTimeline): string {
  const hash = createHash("sha256").update(JSON.stringify([timeline.duration_ms, timeline.mastering_profile]));
  for (const unit of timeline.sequential_units) hash.update(JSON.stringify(unit));
  for (const unit of timeline.overlay_units) hash.update(JSON.stringify(unit));
  return hash.digest("base64url");
}

/** Of lines without audio, when the next line with audio begins. */
function startsOf(
  units: readonly { readonly block_id: string; readonly block_index: number; readonly start_ms: number }[],
  gaps: readonly { readonly block_id: string; readonly block_index: number }[],
  end_ms: number,
): ReadonlyMap<string, number> {
  const starts = new Map(units.map(({ block_id, start_ms }) => [block_id, start_ms]));
  let at = 0;
  for (const gap of gaps) {
    while (at < units.length && units[at]!.block_index < gap.block_index) at += 1;
    starts.set(gap.block_id, units[at]?.start_ms ?? end_ms);
  }
  return starts;
}

const msOf = (sample: number): number => Math.round((sample * 1000) / 44_100);
