// What is going on with audio, in the words of the interface: for one block, and for a whole section.

export type BlockActivity = "idle" | "generating" | "failed";

/** `latest` is the state of the block's latest request for audio, null when none is open or failed. */
export function blockActivity(latest: "pending" | "failed" | null): BlockActivity {
  if (latest === null) return "idle";
  return latest === "failed" ? "failed" : "generating";
}

export type SectionActivity = "blank" | "working" | "needs_audio" | "audio_ready" | "audio_failed";

/** What the activity of a section is decided from. */
export interface SectionAudioFacts {
  /** A workflow with unfinished steps of this section, or audio that is asked for. */
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
 * `activity_status` of a section (interface.md, "Section summary"). What goes on now comes before what went wrong, and
 * that before what is missing.
 */
export function sectionActivity(facts: SectionAudioFacts): SectionActivity {
  if (facts.working) return "working";
  if (facts.failed) return "audio_failed";
  if (facts.lacking || facts.unparsed) return "needs_audio";
  return facts.generatable ? "audio_ready" : "blank";
}

export type BoundarySilenceHandling = "timeline" | "fixed_in_asset" | "unsupported" | "unavailable";

/**
 * How the pauses at the ends of a block are made. Always on the timeline here: no audio of this service has them baked
 * in, so the two middle values never occur.
 */
export function boundarySilenceHandling(block: { readonly hasMedia: boolean }): BoundarySilenceHandling {
  return block.hasMedia ? "timeline" : "unavailable";
}
