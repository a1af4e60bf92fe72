// The chapters of the story that plays, and the bookmarks in it.

import { useQuery } from "@tanstack/react-query";
import { chaptersQuery } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { BinIcon } from "../ui/icons.tsx";
import styles from "./player.module.css";
import { player, type Track } from "./player.ts";
import { usePlayer } from "./use-player.ts";

export function PlayerChapters({ track, onClose }: { readonly track: Track; readonly onClose: () => void }) {
  const { data } = useQuery(chaptersQuery(track.projectId));
  const { bookmarks } = usePlayer();
  const sections = data?.sections ?? [];
  const titleOf = (sectionId: string) => {
    const at = sections.findIndex((one) => one.id === sectionId);
    return sections[at]?.title.trim() || t.story.untitledChapter(at + 1);
  };
  const play = (sectionId: string, blockId: string | null, offsetMs = 0) => {
    void player.play({ ...track, sectionId, title: titleOf(sectionId) }, blockId, offsetMs);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t.player.chapters}>
      <ol className={styles.chapters}>
        {sections.map((section) => (
          <li key={section.id}>
            <Button
              look="quiet"
              aria-current={section.id === track.sectionId}
              onClick={() => play(section.id, null)}
              dir="auto"
            >
              {titleOf(section.id)}
            </Button>
          </li>
        ))}
      </ol>
      {bookmarks.length > 0 && (
        <>
          <h3>{t.player.bookmarks}</h3>
          <ol className={styles.chapters}>
            {bookmarks.map((bookmark, index) => (
              <li key={`${bookmark.block_id} ${bookmark.offset_ms}`}>
                <Button look="quiet" onClick={() => play(bookmark.section_id, bookmark.block_id, bookmark.offset_ms)}>
                  {t.player.bookmarkIn(index + 1, titleOf(bookmark.section_id))}
                </Button>
                <IconButton label={t.player.removeBookmark(index + 1)} onClick={() => player.removeBookmark(bookmark)}>
                  <BinIcon />
                </IconButton>
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}
