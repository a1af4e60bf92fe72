// What an empty list of stories offers: a new story, or the example.

import type { ReactNode } from "react";
import { t } from "../i18n/i18n.ts";
import { useCreateStory } from "../new-story/create-story.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./stories.module.css";

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
    <div className={styles.empty}>
      <h2 className={styles.emptyTitle}>{t.library.none}</h2>
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
    </div>
  );
}
