// One story of the list: cover, title, state, and what can be done with it.

import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useId, useState } from "react";
import type { StoryEntry } from "../api/api.ts";
import { formatAgo, formatLength, t } from "../i18n/i18n.ts";
import { listeningMs } from "../new-story/text-size.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { IconButton } from "../ui/button.tsx";
import { BinIcon, BookIcon, MoreIcon, PencilIcon, PlayIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { Fault } from "../ui/notice.tsx";
import { usePhone } from "../ui/use-phone.ts";
import { Cover } from "./cover.tsx";
import { listenTo } from "./listen-to.ts";
import styles from "./stories.module.css";

const RenameStory = lazy(async () => ({ default: (await import("./rename-story.tsx")).RenameStory }));
const StoryDetails = lazy(async () => ({ default: (await import("./story-details.tsx")).StoryDetails }));
const DeleteStory = lazy(async () => ({ default: (await import("./delete-story.tsx")).DeleteStory }));

export function StoryRow({ story }: { readonly story: StoryEntry }) {
  const titleId = useId();
  const isPhone = usePhone();
  const [open, setOpen] = useState<"rename" | "details" | "delete" | null>(null);
  const title = story.title.trim() === "" ? t.library.untitled : story.title;
  const { section_count: chapters, spoken_section_count: spoken, ready_section_count: ready } = story;
  const state = story.activity_status;
  const start = useMutation({ mutationFn: () => listenTo(story.project_id, title) });
  const listen = state !== "blank" && (
    <IconButton
      className={styles.listen ?? ""}
      label={t.library.listen}
      aria-describedby={titleId}
      disabled={start.isPending}
      onClick={() => start.mutate()}
    >
      <PlayIcon />
    </IconButton>
  );
  return (
    <li className={styles.row}>
      <Cover title={title} author={story.author} assetId={story.cover_asset_id} />
      <div className={styles.words}>
        <Link
          id={titleId}
          to="/stories/$projectId"
          params={{ projectId: story.project_id }}
          className={styles.title}
          dir="auto"
        >
          {title}
        </Link>
        <p className={styles.facts}>
          {story.author !== null && <span dir="auto">{story.author}</span>}
          {chapters > 1 && <span>{t.common.chapters(chapters)}</span>}
          {story.source_text_length > 0 && (
            <span>{t.common.about(formatLength(listeningMs(story.source_text_length)))}</span>
          )}
          <span>{formatAgo(story.changed_at)}</span>
        </p>
        {start.isError && <Fault error={start.error} />}
      </div>
      <div className={styles.state} data-state={state}>
        <span>{t.library.states[state]}</span>
        {spoken > 1 && ready < spoken && (
          <>
            <span className={styles.meter} aria-hidden="true">
              <span style={{ width: `${(ready / spoken) * 100}%` }} />
            </span>
            <span className={styles.facts}>{t.library.partReady(ready, spoken)}</span>
          </>
        )}
      </div>
      <span className={styles.actions}>
        {listen}
        {mayChangeStories() && isPhone && (
          <Menu
            trigger={
              <IconButton label={t.common.more} aria-describedby={titleId}>
                <MoreIcon />
              </IconButton>
            }
            groups={[
              [
                { label: t.library.details, onSelect: () => setOpen("details") },
                { label: t.common.rename, onSelect: () => setOpen("rename") },
              ],
              [{ label: t.common.delete, danger: true, onSelect: () => setOpen("delete") }],
            ]}
          />
        )}
        {mayChangeStories() && !isPhone && (
          <>
            <IconButton label={t.library.details} aria-describedby={titleId} onClick={() => setOpen("details")}>
              <BookIcon />
            </IconButton>
            <IconButton label={t.common.rename} aria-describedby={titleId} onClick={() => setOpen("rename")}>
              <PencilIcon />
            </IconButton>
            <IconButton label={t.common.delete} aria-describedby={titleId} onClick={() => setOpen("delete")}>
              <BinIcon />
            </IconButton>
          </>
        )}
      </span>
      <Suspense>
        {open === "rename" && <RenameStory story={story} onClose={() => setOpen(null)} />}
        {open === "details" && (
          <StoryDetails projectId={story.project_id} title={title} onClose={() => setOpen(null)} />
        )}
        {open === "delete" && <DeleteStory story={story} title={title} onClose={() => setOpen(null)} />}
      </Suspense>
    </li>
  );
}
