// The place of the player at the foot of every screen. It stays mounted when the screen changes.

import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { bookQuery, chaptersQuery } from "../api/queries.ts";
import { CreateAudio } from "../create/create-audio.tsx";
import { t } from "../i18n/i18n.ts";
import { listeningMs } from "../new-story/text-size.ts";
import { isTyping } from "../script/keys.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { player, type Track } from "./player.ts";
import { PlayerBar } from "./player-bar.tsx";
import { usePlayer } from "./use-player.ts";

export function PlayerSlot() {
  usePlayerKeys();
  const { projectId, sectionId } = useParams({ strict: false });
  if (projectId !== undefined && sectionId !== undefined) {
    return <ChapterPlayer projectId={projectId} sectionId={sectionId} />;
  }
  return <LoadedPlayer />;
}

/** On other screens the bar shows what was chosen last. */
function LoadedPlayer() {
  const { track } = usePlayer();
  return track === null ? null : <PlayerBar open={null} />;
}

function ChapterPlayer({ projectId, sectionId }: { readonly projectId: string; readonly sectionId: string }) {
  const { data } = useQuery(chaptersQuery(projectId));
  const { data: book } = useQuery(bookQuery(projectId));
  const index = data?.sections.findIndex((one) => one.id === sectionId) ?? -1;
  const section = data?.sections[index];
  const track: Track = {
    projectId,
    sectionId,
    title: section?.title.trim() || t.story.untitledChapter(index + 1),
    storyTitle: book?.title ?? "",
  };
  if (section === undefined) return <LoadedPlayer />;
  const length = listeningMs(section.source_text_length) / 1000;
  if (!mayChangeStories()) return <PlayerBar open={track} length={length} />;
  return <PlayerBar open={track} length={length} aside={<CreateAudio {...{ projectId, sectionId }} />} />;
}

/**
 * Space pauses what plays, and f flags the line that is heard, wherever the page has no use of its own for the key. The
 * script plays from its marked line.
 */
function usePlayerKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { isPlaying, isStarting } = player.state();
      if (event.defaultPrevented || !(isPlaying || isStarting)) return;
      if (event.defaultPrevented) return;
      if (
        event.key === "f" &&
        mayChangeStories() &&
        !isTyping(event.target) &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey
      ) {
        event.preventDefault();
        void player.flag();
        return;
      }
      if (event.key !== " ") return;
      const isFree = event.target === document.body || (event.target as Element | null)?.id === "content";
      if (!isFree || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      player.pause();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
