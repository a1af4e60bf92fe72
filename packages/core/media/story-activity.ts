// One state for a story of several sections.

import type { SectionActivity } from "./activity.ts";

export interface StoryActivity {
  /** What needs a person's attention first. */
  readonly state: SectionActivity;
  /** Sections whose audio is complete. */
  readonly ready: number;
  /** Sections that have something to speak. */
  readonly total: number;
}

const ORDER: readonly SectionActivity[] = ["working", "audio_failed", "needs_audio", "audio_ready", "blank"];

export function storyActivity(sections: readonly SectionActivity[]): StoryActivity {
  return {
    state: ORDER.find((state) => sections.includes(state)) ?? "blank",
    ready: sections.filter((state) => state === "audio_ready").length,
    total: sections.filter((state) => state !== "blank").length,
  };
}
