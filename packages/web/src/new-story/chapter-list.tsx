// The chapters of a book before it is imported: a tick, a title to edit, its length and how it begins.

import { formatLength, formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import {
  type ChapterChoice,
  isTicked,
  type ShownChapter,
  ticked,
  titleOf,
  withAll,
  withTick,
  withTitle,
} from "./chapter-choice.ts";
import styles from "./new-story.module.css";
import { listeningMsOfWords } from "./text-size.ts";

const LONGEST_TITLE = 500;

interface ChapterListProps {
  readonly chapters: readonly (ShownChapter & { readonly reason: string | null; readonly opening: string })[];
  readonly choice: ChapterChoice;
  readonly onChange: (choice: ChapterChoice) => void;
}

export function ChapterList({ chapters, choice, onChange }: ChapterListProps) {
  const chosen = ticked(choice, chapters);
  const words = chosen.reduce((sum, chapter) => sum + chapter.words, 0);
  const length = formatLength(listeningMsOfWords(words));
  return (
    <section aria-labelledby="chapters">
      <div className={styles.listHead}>
        <h2 id="chapters">{t.newStory.chapters}</h2>
        <span className={styles.size} role="status">
          {t.newStory.chosen(chosen.length, chapters.length, formatNumber(words), length)}
        </span>
        <Button look="quiet" onClick={() => onChange(withAll(choice, chapters, true))}>
          {t.newStory.all}
        </Button>
        <Button look="quiet" onClick={() => onChange(withAll(choice, chapters, false))}>
          {t.newStory.none}
        </Button>
      </div>
      <ol className={styles.chapters} aria-labelledby="chapters">
        {chapters.map((chapter, at) => (
          <li key={chapter.index} className={styles.chapter} data-out={!isTicked(choice, chapter)}>
            <input
              type="checkbox"
              aria-label={t.newStory.include(titleOf(choice, chapter))}
              checked={isTicked(choice, chapter)}
              onChange={(event) => onChange(withTick(choice, chapter.index, event.target.checked))}
            />
            <input
              className={styles.chapterTitle}
              aria-label={t.newStory.chapterTitle(at + 1)}
              value={titleOf(choice, chapter)}
              maxLength={LONGEST_TITLE}
              dir="auto"
              onChange={(event) => onChange(withTitle(choice, chapter.index, event.target.value))}
            />
            <span className={styles.size}>{t.newStory.chapterWords(formatNumber(chapter.words))}</span>
            <p className={styles.reason} dir="auto">
              {chapter.reason === null
                ? chapter.opening
                : t.newStory.leftOut(t.newStory.reasons[chapter.reason] ?? chapter.reason)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
