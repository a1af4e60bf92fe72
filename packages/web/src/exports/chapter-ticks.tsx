// Which chapters go into an export.

import type { SectionSummary } from "../api/api.ts";
import { exportTexts } from "../i18n/export-texts.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import styles from "./exports.module.css";

interface ChapterTicksProps {
  readonly label: string;
  readonly sections: readonly SectionSummary[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function ChapterTicks({ label, sections, chosen, onChoose }: ChapterTicksProps) {
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <fieldset className={styles.set}>
      <legend>{label}</legend>
      <div className={styles.bulk}>
        <span className={styles.soft} role="status">
          {exportTexts.chosen(chosen.size, sections.length)}
        </span>
        <Button look="quiet" onClick={() => onChoose(new Set(sections.map(({ id }) => id)))}>
          {exportTexts.all}
        </Button>
        <Button look="quiet" onClick={() => onChoose(new Set())}>
          {exportTexts.none}
        </Button>
      </div>
      <ol className={styles.ticks}>
        {sections.map((section, at) => (
          <li key={section.id}>
            <label>
              <input type="checkbox" checked={chosen.has(section.id)} onChange={() => toggle(section.id)} />
              <span dir="auto">{section.title.trim() === "" ? t.story.untitledChapter(at + 1) : section.title}</span>
              {section.activity_status !== "audio_ready" && (
                <span className={styles.soft}>{exportTexts.needsAudio}</span>
              )}
            </label>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
