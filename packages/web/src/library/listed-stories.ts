// A story is what a project or a standalone section is to a person.

import type { ProjectSummary, SectionSummary } from "../api/api.ts";

export interface ListedStory {
  readonly projectId: string;
  readonly title: string;
  readonly kind: "named" | "standalone";
  /** The only chapter of a standalone story; the chapters of a named one are read by its row. */
  readonly section: SectionSummary | null;
}

export function listedStories(answer: {
  readonly projects: readonly ProjectSummary[];
  readonly unassigned_sections: readonly { readonly project_id: string; readonly section: SectionSummary }[];
}): readonly ListedStory[] {
  const named = answer.projects.map(
    (project): ListedStory => ({ projectId: project.id, title: project.name, kind: "named", section: null }),
  );
  const standalone = answer.unassigned_sections.map(
    ({ project_id, section }): ListedStory => ({
      projectId: project_id,
      title: section.title,
      kind: "standalone",
      section,
    }),
  );
  return [...standalone, ...named];
}

/** Every word of the search stands somewhere in the title, without regard to case and accents. */
export function matchesSearch(title: string, search: string): boolean {
  const folded = fold(title);
  return fold(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export interface Progress {
  readonly state: SectionSummary["activity_status"];
  readonly ready: number;
  readonly total: number;
}

/** One state for all chapters: what needs a person's attention first. */
export function progressOf(sections: readonly Pick<SectionSummary, "activity_status">[]): Progress {
  const states = new Set(sections.map((section) => section.activity_status));
  const order = ["working", "audio_failed", "needs_audio", "audio_ready", "blank"] as const;
  return {
    state: order.find((state) => states.has(state)) ?? "blank",
    ready: sections.filter((section) => section.activity_status === "audio_ready").length,
    total: sections.filter((section) => section.activity_status !== "blank").length,
  };
}
