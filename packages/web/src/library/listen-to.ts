// Listening to a story without opening it: in the chapter that was open last, else from the first one.

import { api } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { lastChapter } from "../story/last-chapter.ts";

export async function listenTo(projectId: string, storyTitle: string): Promise<void> {
  const [{ player }, { sections }] = await Promise.all([
    import("../player/player.ts"),
    api.call("readProjectSections", { params: { projectId } }),
  ]);
  const last = lastChapter(projectId);
  const at = Math.max(
    0,
    sections.findIndex(({ id }) => id === last),
  );
  const section = sections[at];
  if (section === undefined) return;
  const title = section.title.trim() || t.story.untitledChapter(at + 1);
  await player.play({ projectId, sectionId: section.id, title, storyTitle });
}
