// The parts of a section's manifest that a render needs. A file may hold a hundred sections, so the other parts are freed
// before the next section is compiled.

import type { AssetUnit, RenderManifest } from "@fullcast/core/timeline";
import type { HeardUnit, RenderTimeline } from "./heard-units.ts";
import type { RenderJob } from "./render-job.ts";

/** Formats that show the spoken text. */
const SHOWS_TEXT: Readonly<Record<RenderJob["format"], boolean>> = {
  mp3: false,
  wav: false,
  m4b: false,
  opus: false,
  epub: true,
  srt: true,
  vtt: true,
};

/** Whether a file of this format needs the times of words. */
export const showsText = (format: RenderJob["format"]): boolean => SHOWS_TEXT[format];

/** The timeline of a manifest as a file of this format needs it. */
export function renderTimeline(manifest: RenderManifest, format: RenderJob["format"]): RenderTimeline {
  return {
    duration_ms: manifest.duration_ms,
    mastering_profile: manifest.mastering_profile,
    gaps: manifest.gaps,
    overlay_units: manifest.overlay_units,
    timed_text_units: SHOWS_TEXT[format] ? manifest.timed_text_units : [],
    sequential_units: manifest.sequential_units.flatMap((unit) => (unit.unit_type === "asset" ? [heard(unit)] : [])),
  };
}

const heard = (unit: AssetUnit): HeardUnit => ({
  unit_type: unit.unit_type,
  start_ms: unit.start_ms,
  duration_ms: unit.duration_ms,
  asset_id: unit.asset_id,
  speaker_id: unit.speaker_id,
  analysis_integrated_lufs: unit.analysis_integrated_lufs,
  effective_gain_db: unit.effective_gain_db,
});
