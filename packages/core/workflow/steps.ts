// The kinds of steps, their states, and the stage of each kind.

export type StepKind =
  | "prepare_section"
  | "assign_speakers"
  | "cast_voices"
  | "direct_emotion"
  | "direct_section_delivery"
  | "place_project_sounds"
  | "direct_sfx"
  | "prepare_voices"
  | "generate_stale_audio"
  | "render_section";

export type StepStatus = "pending" | "active" | "succeeded" | "skipped" | "failed" | "conflict" | "cancelled";

export type Stage =
  | "preparing_sections"
  | "assigning_speakers"
  | "casting_voices"
  | "planning_emotion"
  | "directing_delivery"
  | "placing_project_sounds"
  | "directing_sfx"
  | "preparing_voices"
  | "generating_audio";

export type IssueKind = "document_changed" | "service_out_of_sync" | "assistant_failed" | "workflow_failed";

/** The stage that a step of this kind belongs to; rendering has none. */
export const STAGE_OF: { readonly [kind in StepKind]: Stage | null } = {
  prepare_section: "preparing_sections",
  assign_speakers: "assigning_speakers",
  cast_voices: "casting_voices",
  direct_emotion: "planning_emotion",
  direct_section_delivery: "directing_delivery",
  place_project_sounds: "placing_project_sounds",
  direct_sfx: "directing_sfx",
  prepare_voices: "preparing_voices",
  generate_stale_audio: "generating_audio",
  render_section: null,
};

/**
 * How the run counts each state. `unfinished` states can still change; the others are terminal.
 */
export const OUTCOME_OF: {
  readonly [status in StepStatus]: "unfinished" | "success" | "failure" | "cancelled";
} = {
  pending: "unfinished",
  active: "unfinished",
  succeeded: "success",
  skipped: "success",
  failed: "failure",
  conflict: "failure",
  cancelled: "cancelled",
};

/**
 * The steps of the same section that are cancelled after a failed step of this kind, because they need its result.
 * Directions and sounds are additions, so audio is made without them.
 */
export const BLOCKED_BY: { readonly [kind in StepKind]: readonly StepKind[] } = {
  prepare_section: [],
  assign_speakers: [
    "cast_voices",
    "direct_emotion",
    "direct_section_delivery",
    "place_project_sounds",
    "direct_sfx",
    "prepare_voices",
    "generate_stale_audio",
    "render_section",
  ],
  cast_voices: ["prepare_voices", "generate_stale_audio", "render_section"],
  direct_emotion: [],
  direct_section_delivery: [],
  place_project_sounds: [],
  direct_sfx: [],
  prepare_voices: ["generate_stale_audio", "render_section"],
  generate_stale_audio: ["render_section"],
  render_section: [],
};
