// Listening to a story without opening it. The player is loaded at the press.

import { wantPlayer } from "../shell/player-wanted.ts";

export async function listenTo(projectId: string, storyTitle: string): Promise<void> {
  wantPlayer();
  const { playStory } = await import("../player/play-story.ts");
  await playStory(projectId, storyTitle);
}
