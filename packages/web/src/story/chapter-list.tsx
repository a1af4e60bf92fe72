// The chapters of a story: where each stands, and a way to add one.

import { Link } from "@tanstack/react-router";
import type { SectionSummary } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { PlusIcon } from "../ui/icons.tsx";
import styles from "./chapter.module.css";

interface ChapterListProps {
  readonly projectId: string;
  /** Null while it is not known. */
  readonly storyTitle: string | null;
  readonly sections: readonly SectionSummary[];
  /** Null on a device that changes nothing. */
  readonly onAdd: (() => void) | null;
  /** A list that stands in a dialog, one chapter under the other. */
  readonly inDialog?: boolean;
  readonly onChosen?: () => void;
}

export function ChapterList({ projectId, storyTitle, sections, onAdd, inDialog = false, onChosen }: ChapterListProps) {
  return (
    <nav className={inDialog ? styles.allChapters : styles.chapters} aria-label={t.story.chapters}>
      {!inDialog && (
        <p className={styles.storyTitle} dir="auto">
          {storyTitle}
        </p>
      )}
      <ol aria-label={t.story.chapters}>
        {sections.map((one, at) => (
          <li key={one.id}>
            <Link
              to="/stories/$projectId/chapters/$sectionId"
              params={{ projectId, sectionId: one.id }}
              hash="script"
              className={styles.link}
              onClick={onChosen}
            >
              <span dir="auto">{titleOfChapter(one.title, at)}</span>
              <span
                className={styles.mark}
                data-state={one.activity_status}
                title={t.library.states[one.activity_status]}
              >
                <span className="for-reader">{t.library.states[one.activity_status]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {onAdd !== null && (
        <Button look="quiet" className={styles.add ?? ""} onClick={onAdd}>
          <PlusIcon />
          {t.story.addChapter}
        </Button>
      )}
    </nav>
  );
}

export const titleOfChapter = (title: string, index: number): string =>
  title.trim() === "" ? t.story.untitledChapter(index + 1) : title;
