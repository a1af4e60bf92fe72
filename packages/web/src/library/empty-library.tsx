// What an empty list of stories offers: a new story, or the example.

import type { ReactNode } from "react";
import { t } from "../i18n/i18n.ts";
import { useCreateStory } from "../new-story/create-story.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./stories.module.css";

/** Heights of the bars of a drawn sound, in pixels. */
const WAVES: readonly (readonly number[])[] = [
  [4, 9, 14, 8, 16, 11, 6, 13, 18, 9, 5, 12, 15, 7, 10, 4, 8, 13, 6, 4],
  [6, 14, 20, 12, 17, 8, 4],
  [5, 11, 16, 9, 6, 4],
  [7, 13, 9, 18, 14, 20, 10, 6, 12, 16, 8, 4],
];
const SPEAKERS = ["narrator", "speaker-3", "speaker-1", "speaker-3"] as const;

/** What a script looks like: the names, and a sound for each line. A picture for the eye only. */
function SampleScript() {
  return (
    <div className={styles.sample} aria-hidden="true">
      {t.library.sample.map(([name, words], at) => (
        <div key={words} className={styles.sampleLine} style={{ "--voice": `var(--${SPEAKERS[at]})` } as object}>
          <b>{name}</b>
          <span>{words}</span>
          <svg aria-hidden="true" height="22" width="100%">
            {(WAVES[at] ?? []).map((height, bar) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change.
              <rect key={bar} x={bar * 6} y={11 - height / 2} width="3" height={height} rx="1.5" />
            ))}
          </svg>
        </div>
      ))}
    </div>
  );
}

export function EmptyLibrary({ newStory }: { readonly newStory: ReactNode }) {
  const create = useCreateStory();
  if (!mayChangeStories()) {
    return (
      <div className={styles.empty}>
        <h2 className={styles.emptyTitle}>{t.library.none}</h2>
        <p>{t.library.noneToHear}</p>
      </div>
    );
  }
  return (
    <div className={styles.welcome}>
      <div className={styles.empty}>
        <h2 className={styles.emptyTitle}>{t.library.welcome}</h2>
        <p>{t.library.noneHint}</p>
        <div className={styles.emptyActions}>
          {newStory}
          <Button
            disabled={create.isPending}
            onClick={() =>
              create.mutate(async () => {
                const { exampleStory } = await import("../new-story/example-story.ts");
                return exampleStory();
              })
            }
          >
            {create.isPending ? t.newStory.creating : t.library.example}
          </Button>
        </div>
        {create.isError && <Fault error={create.error} />}
        <ol className={styles.steps}>
          {t.library.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <SampleScript />
    </div>
  );
}
