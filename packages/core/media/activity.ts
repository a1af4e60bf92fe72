// The activity of audio in the terms of the interface: for one block, and for a whole section.

export type BlockActivity = "idle" | "generating" | "failed";

/** `latest` is the state of the block's latest request for audio, null when none is open or failed. */
export function blockActivity(latest: "pending" | "failed" | null): BlockActivity {
  if (latest === null) return "idle";
  return latest === "failed" ? "failed" : "generating";
}

export type SectionActivity = "blank" | "working" | "needs_audio" | "audio_ready" | "audio_failed";

/** The facts that decide the activity of a section. */
export interface SectionAudioFacts {
  /** A workflow with unfinished steps of this section, or audio that is requested. */
  readonly working: boolean;
  /** The latest attempt to make audio of some block failed. */
  readonly failed: boolean;
  /** Unparsed text with more than white space. */
  readonly unparsed: boolean;
  /** Some block wants audio (isGeneratable). */
  readonly generatable: boolean;
  /** Some block that wants audio has no current audio. */
  readonly lacking: boolean;
}

/**
 * `activity_status` of a section (interface.md, "Section summary"). Work in progress comes before failures, failures before
 * missing audio.
 */
export function sectionActivity(facts: SectionAudioFacts): SectionActivity {
  if (facts.working) return "working";
  if (facts.failed) return "audio_failed";
  if (facts.lacking || facts.unparsed) return "needs_audio";
  return facts.generatable ? "audio_ready" : "blank";
}

export type BoundarySilenceHandling = "timeline" | "fixed_in_asset" | "unsupported" | "unavailable";

/**
 * How the pauses at the ends of a block are made. In this service they are always on the timeline and never in the audio,
 * so the two middle values never occur.
 */
export function boundarySilenceHandling(block: { readonly hasMedia: boolean }): BoundarySilenceHandling {
  return block.hasMedia ? "timeline" : "unavailable";
}
