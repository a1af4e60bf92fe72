// One story of the list: cover, title, state, and what can be done with it.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useId, useState } from "react";
import { bookQuery, chaptersQuery } from "../api/queries.ts";
import { formatAgo, formatLength, t } from "../i18n/i18n.ts";
import { listeningMs } from "../new-story/text-size.ts";
import { IconButton } from "../ui/button.tsx";
import { BinIcon, PencilIcon } from "../ui/icons.tsx";
import { Cover } from "./cover.tsx";
import { type ListedStory, progressOf } from "./listed-stories.ts";
import styles from "./stories.module.css";

const RenameStory = lazy(async () => ({ default: (await import("./rename-story.tsx")).RenameStory }));
const DeleteStory = lazy(async () => ({ default: (await import("./delete-story.tsx")).DeleteStory }));

export function StoryRow({ story }: { readonly story: ListedStory }) {
  const titleId = useId();
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const chapters = useQuery({ ...chaptersQuery(story.projectId), enabled: story.section === null });
  const book = useQuery({ ...bookQuery(story.projectId), enabled: story.section === null });
  const sections = story.section === null ? chapters.data?.sections : [story.section];
  const title = story.title.trim() === "" ? t.library.untitled : story.title;
  const progress = sections === undefined ? null : progressOf(sections);
  const changed = sections
    ?.map((section) => section.updated_at)
    .sort()
    .at(-1);
  const units = sections?.reduce((sum, section) => sum + section.source_text_length, 0) ?? 0;
  const percent = progress === null || progress.total === 0 ? 0 : (progress.ready / progress.total) * 100;
  return (
    <li className={styles.row}>
      <Cover title={title} author={book.data?.author ?? null} assetId={book.data?.cover_asset_id ?? null} />
      <div className={styles.words}>
        <Link
          id={titleId}
          to="/stories/$projectId"
          params={{ projectId: story.projectId }}
          className={styles.title}
          dir="auto"
        >
          {title}
        </Link>
        <p className={styles.facts}>
          {book.data?.author != null && <span>{book.data.author}</span>}
          {sections !== undefined && sections.length > 1 && <span>{t.common.chapters(sections.length)}</span>}
          {units > 0 && <span>{t.common.about(formatLength(listeningMs(units)))}</span>}
          {changed !== undefined && <span>{formatAgo(changed)}</span>}
        </p>
      </div>
      <div className={styles.state} data-state={progress?.state ?? "blank"}>
        {progress !== null && (
          <>
            <span>{t.library.states[progress.state]}</span>
            {progress.total > 1 && progress.ready < progress.total && (
              <>
                <span className={styles.meter} aria-hidden="true">
                  <span style={{ width: `${percent}%` }} />
                </span>
                <span className={styles.facts}>{t.library.partReady(progress.ready, progress.total)}</span>
              </>
            )}
          </>
        )}
      </div>
      <span className={styles.actions}>
        <IconButton label={t.common.rename} aria-describedby={titleId} onClick={() => setOpen("rename")}>
          <PencilIcon />
        </IconButton>
        <IconButton label={t.common.delete} aria-describedby={titleId} onClick={() => setOpen("delete")}>
          <BinIcon />
        </IconButton>
      </span>
      <Suspense>
        {open === "rename" && <RenameStory story={story} onClose={() => setOpen(null)} />}
        {open === "delete" && <DeleteStory story={story} title={title} onClose={() => setOpen(null)} />}
      </Suspense>
    </li>
  );
}
