// Which chapters are chosen: for an export, or for their audio.

import type { SectionSummary } from "../api/api.ts";
import { chapterTexts } from "../i18n/chapter-texts.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import fieldStyles from "../ui/field.module.css";
import styles from "./chapter-ticks.module.css";

interface ChapterTicksProps {
  readonly label: string;
  /** The field before it shows the same words. */
  readonly isLabelHidden?: boolean;
  /** All chapters of the story, in their order. */
  readonly sections: readonly SectionSummary[];
  /** Those that can be chosen; all without it. */
  readonly isOffered?: (section: SectionSummary) => boolean;
  /** A word beside the title; null for none. */
  readonly noteOf?: (section: SectionSummary) => string | null;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function ChapterTicks({
  label,
  isLabelHidden = false,
  sections,
  isOffered = () => true,
  noteOf = () => null,
  chosen,
  onChoose,
}: ChapterTicksProps) {
  const offered = sections
    .map((section, at) => ({ section, title: section.title.trim() || t.story.untitledChapter(at + 1) }))
    .filter(({ section }) => isOffered(section));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <fieldset className={fieldStyles.set}>
      <legend className={isLabelHidden ? "for-reader" : undefined}>{label}</legend>
      <div className={styles.bulk}>
        <span className={styles.soft} role="status">
          {chapterTexts.chosen(chosen.size, offered.length)}
        </span>
        <Button look="quiet" onClick={() => onChoose(new Set(offered.map(({ section }) => section.id)))}>
          {chapterTexts.all}
        </Button>
        <Button look="quiet" onClick={() => onChoose(new Set())}>
          {chapterTexts.none}
        </Button>
      </div>
      <ol className={styles.ticks}>
        {offered.map(({ section, title }) => (
          <li key={section.id}>
            <label>
              <input type="checkbox" checked={chosen.has(section.id)} onChange={() => toggle(section.id)} />
              <span dir="auto">{title}</span>
              <span className={styles.soft}>{noteOf(section)}</span>
            </label>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
