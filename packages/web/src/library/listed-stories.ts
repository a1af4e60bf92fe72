// A story is what a project or a standalone section is to a person: the short list that choices of a story show.

import type { ProjectSummary, SectionSummary } from "../api/api.ts";

export interface ListedStory {
  readonly projectId: string;
  readonly title: string;
}

export function listedStories(answer: {
  readonly projects: readonly ProjectSummary[];
  readonly unassigned_sections: readonly { readonly project_id: string; readonly section: SectionSummary }[];
}): readonly ListedStory[] {
  const named = answer.projects.map((project): ListedStory => ({ projectId: project.id, title: project.name }));
  const standalone = answer.unassigned_sections.map(
    ({ project_id, section }): ListedStory => ({ projectId: project_id, title: section.title }),
  );
  return [...standalone, ...named];
}
