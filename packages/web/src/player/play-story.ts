// Plays a story where the account left it on any device, else in the chapter that was open last, else from the first one.

import { api } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { lastChapter } from "../story/last-chapter.ts";
import { readPlace } from "./listening-place.ts";
import { player } from "./player.ts";

export async function playStory(projectId: string, storyTitle: string): Promise<void> {
  const [place, { sections }] = await Promise.all([
    readPlace(projectId),
    api.call("readProjectSections", { params: { projectId } }),
  ]);
  const last = place?.section_id ?? lastChapter(projectId);
  const at = Math.max(
    0,
    sections.findIndex(({ id }) => id === last),
  );
  const section = sections[at];
  if (section === undefined) return;
  const title = section.title.trim() || t.story.untitledChapter(at + 1);
  await player.play({ projectId, sectionId: section.id, title, storyTitle });
}
