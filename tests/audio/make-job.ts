// Render jobs of computed sounds: an imitation of speech, and signals of exactly known level and position.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeUnitWav } from "../../packages/core/packaging/audio-files.ts";
import { analyse, unitGain } from "../../packages/core/sound/sound.ts";
import type {
  MasteringProfile,
  OverlayUnit,
  RenderManifest,
  SequentialUnit,
} from "../../packages/core/timeline/timeline.ts";
import type { RenderAsset, RenderJob, RenderPart } from "../../packages/server/codec/codec.ts";

export const PROFILE: MasteringProfile = {
  schema_version: 1,
  enabled: true,
  target_lufs: -19,
  strength: 1,
  max_boost_db: 12,
  max_reduction_db: 12,
  silence_threshold_lufs: -60,
  peak_ceiling_db: -1,
  speaker_adjustments_db: {},
  sfx_bus_gain_db: 0,
};

const id = (kind: number, index: number): string =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(index).padStart(12, "0")}`;

const HASH = "0".repeat(64);

/** Random numbers in [-1, 1), the same for the same seed. */
export function noiseSource(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2_147_483_648;
  };
}

/** Voiced syllables with a moving pitch, hisses and short gaps: a spectrum and a crest factor like speech. */
export function speechLike(seconds: number, sampleRate: number, seed: number, level = 0.5): Int16Array {
  const noise = noiseSource(seed);
  const pcm = new Int16Array(Math.round(seconds * sampleRate));
  const basePitch = 100 + (seed % 7) * 20;
  let phase = 0;
  let hiss = 0;
  for (let i = 0; i < pcm.length; i++) {
    const time = i / sampleRate;
    const syllable = Math.sin(Math.PI * ((time * 4.3) % 1)) ** 0.6;
    const voiced = Math.floor(time * 4.3) % 4 !== 3;
    phase += (basePitch * (1 + 0.15 * Math.sin(time * 2.1))) / sampleRate;
    let voice = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic++) {
      const formant = 1 / (1 + ((harmonic - 4) / 3) ** 2) + 0.3 / (1 + ((harmonic - 10) / 2) ** 2);
      voice += formant * Math.cos(2 * Math.PI * harmonic * phase);
    }
    const random = noise();
    hiss = random - 0.6 * hiss;
    const sample = syllable * (voiced ? voice * 0.18 + random * 0.01 : hiss * 0.12);
    pcm[i] = Math.max(-32_768, Math.min(32_767, Math.round(sample * level * 32_768)));
  }
  return pcm;
}

export interface JobUnit {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  /** Silence after the unit, ms. */
  readonly spacingMs?: number;
  readonly gainDb?: number;
}

export interface JobOverlay {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  readonly startMs: number;
  readonly gainDb?: number;
  readonly fadeInMs?: number;
  readonly fadeOutMs?: number;
  /** The sound repeats for this long. */
  readonly loopMs?: number;
}

/** A job whose parts come with their whole manifests. */
export interface MadeJob extends RenderJob {
  readonly parts: readonly (Omit<RenderPart, "manifest"> & { readonly manifest: RenderManifest })[];
}

/** A job of one part; the assets are written into `folder`. */
export function makeJob(
  folder: string,
  format: RenderJob["format"],
  units: readonly JobUnit[],
  options: {
    readonly overlays?: readonly JobOverlay[];
    readonly profile?: MasteringProfile;
    readonly concurrency?: number;
    readonly chapters?: RenderJob["parts"][number]["chapters"];
    readonly tags?: Partial<RenderJob["tags"]>;
    readonly output?: string;
  } = {},
): MadeJob {
  const profile = options.profile ?? PROFILE;
  mkdirSync(folder, { recursive: true });
  const assets: RenderAsset[] = [];
  const written = new Map<Int16Array, string>();
  const assetFor = (pcm: Int16Array, sampleRate: number): string => {
    const known = written.get(pcm);
    if (known !== undefined) return known;
    const assetId = id(1, assets.length);
    const path = join(folder, `${assetId}.wav`);
    writeFileSync(path, writeUnitWav(pcm, sampleRate));
    assets.push({ asset_id: assetId, path });
    written.set(pcm, assetId);
    return assetId;
  };

  const gainOf = ({ integrated_lufs, sample_peak_dbfs }: ReturnType<typeof analyse>): number =>
    unitGain({ lufs: integrated_lufs, samplePeakDbfs: sample_peak_dbfs, profile, speakerId: id(5, 0) });
  const sequential: SequentialUnit[] = [];
  let at = 0;
  units.forEach((unit, index) => {
    const common = { block_id: id(3, index), block_index: index, block_version: 1, block_kind: "narration" } as const;
    const analysis = analyse(unit.pcm, unit.sampleRate);
    const duration = Math.max(1, Math.round((unit.pcm.length / unit.sampleRate) * 1000));
    sequential.push({
      ...common,
      unit_type: "asset",
      unit_id: id(2, sequential.length),
      start_ms: at,
      duration_ms: duration,
      rendition_id: id(4, index),
      rendition_intent_hash: HASH,
      asset_id: assetFor(unit.pcm, unit.sampleRate),
      asset_content_hash: HASH,
      source_ranges: [{ start_utf16: 0, end_utf16: 1 }],
      speaker_id: id(5, 0),
      analysis_integrated_lufs: analysis.integrated_lufs,
      analysis_sample_peak_dbfs: analysis.sample_peak_dbfs,
      effective_gain_db: unit.gainDb ?? gainOf(analysis),
    });
    at += duration;
    if (unit.spacingMs === undefined || unit.spacingMs === 0) return;
    sequential.push({
      ...common,
      unit_type: "spacing",
      spacing_kind: "inter_passage",
      unit_id: id(2, sequential.length),
      start_ms: at,
      duration_ms: unit.spacingMs,
    });
    at += unit.spacingMs;
  });
  const overlays = (options.overlays ?? []).map(
    (overlay, index): OverlayUnit => ({
      unit_type: "sfx",
      unit_id: id(6, index),
      block_id: id(7, index),
      block_index: units.length + index,
      block_version: 1,
      intent_hash: HASH,
      asset_id: assetFor(overlay.pcm, overlay.sampleRate),
      asset_content_hash: HASH,
      start_ms: overlay.startMs,
      duration_ms: overlay.loopMs ?? Math.max(1, Math.round((overlay.pcm.length / overlay.sampleRate) * 1000)),
      gain_db: overlay.gainDb ?? 0,
      fade_in_ms: overlay.fadeInMs ?? 0,
      fade_out_ms: overlay.fadeOutMs ?? 0,
      ...(overlay.loopMs === undefined ? {} : { loop: true }),
    }),
  );
  const manifest: RenderManifest = {
    schema_version: "studio-render-manifest-2",
    project_id: id(8, 0),
    section_id: id(8, 1),
    document_version: 1,
    speaker_registry_version: 1,
    mastering_version: 1,
    mastering_profile_hash: HASH,
    mastering_profile: profile,
    completeness: "complete",
    duration_ms: Math.max(at, ...overlays.map((overlay) => overlay.start_ms + overlay.duration_ms)),
    sequential_units: sequential,
    overlay_units: overlays,
    timed_text_units: [],
    gaps: [],
  };
  return {
    format,
    parts: [{ title: "Part", manifest, chapters: options.chapters ?? [], word_timings: [] }],
    assets,
    tags: { title: "A Title", album: null, artist: null, language: null, ...options.tags },
    mastering: profile,
    output_path: options.output ?? join(folder, `out.${format}`),
    concurrency: options.concurrency ?? 2,
  };
}
