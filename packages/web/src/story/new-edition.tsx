// The dialog for a new edition of the book: a file is compared with the story, what would change is shown, and then the
// story is updated.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { api, type EditionUpdate } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { keys } from "../api/queries.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { BOOK_FILES, bookTypeOf } from "../new-story/pasted-text.ts";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import fieldStyles from "../ui/field.module.css";
import { Fault, Notice } from "../ui/notice.tsx";
import type { ChapterPlace } from "./chapter.tsx";
import styles from "./new-edition.module.css";
import { prepareChapters } from "./prepare-chapter.ts";

interface NewEditionProps {
  readonly place: ChapterPlace;
  /** The title of the story. A story of one chapter becomes one of several under this name. */
  readonly storyTitle: string;
  readonly isStandalone: boolean;
  readonly onClose: () => void;
}

export function NewEdition({ place, storyTitle, isStandalone, onClose }: NewEditionProps) {
  const { projectId } = place;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const fileId = useId();
  const [file, setFile] = useState<File | null>(null);
  const send = (book: File, query: { readonly mode: "preview" | "apply"; readonly comparison?: string }) =>
    api.call("updateFromBook", {
      params: { projectId },
      headers: { "idempotency-key": newId() },
      query: { ...query, filename: book.name },
      upload: { contentType: bookTypeOf(book.name), bytes: book },
    });
  const compare = useMutation({ mutationFn: (book: File) => send(book, { mode: "preview" }) });
  const update = useMutation({
    mutationFn: async (book: File) => {
      const isSeveral = (compare.data?.chapters.filter((one) => one.change !== "deleted").length ?? 0) > 1;
      if (isStandalone && isSeveral)
        await api.call("changeProject", { params: { projectId }, body: { schema_version: 1, name: storyTitle } });
      const done = await send(book, { mode: "apply", comparison: compare.data?.comparison ?? "" });
      await prepareNew(projectId, done);
      return done;
    },
    onSuccess: async ({ chapters }) => {
      void queries.invalidateQueries({ queryKey: keys.stories });
      await queries.invalidateQueries({ queryKey: keys.chapters(projectId) });
      announce(t.story.updated);
      onClose();
      if (!chapters.some((one) => one.section_id === place.sectionId))
        void navigate({ to: "/stories/$projectId", params: { projectId } });
    },
  });
  const shown = compare.data;
  const hasChanges = shown?.chapters.some(isChange) === true;
  const share = useQuery({
    queryKey: [...keys.share(projectId), "story"],
    queryFn: ({ signal }) => api.call("readProjectShare", { params: { projectId }, signal }),
    enabled: hasChanges,
  });
  const page = share.data?.page ?? null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t.story.newEdition}
      description={t.story.newEditionHint}
      actions={
        <Button
          look="primary"
          disabled={!hasChanges || file === null || update.isPending}
          onClick={() => file !== null && update.mutate(file)}
        >
          {update.isPending ? t.story.updating : t.story.updateStory}
        </Button>
      }
    >
      <div className={styles.edition}>
        <div className={fieldStyles.field}>
          <label htmlFor={fileId} className={fieldStyles.label}>
            {t.newStory.file}
          </label>
          <input
            id={fileId}
            type="file"
            accept={BOOK_FILES}
            className={fieldStyles.file}
            onChange={(event) => {
              const chosen = event.target.files?.[0] ?? null;
              setFile(chosen);
              update.reset();
              compare.reset();
              if (chosen !== null) compare.mutate(chosen);
            }}
          />
        </div>
        {compare.isPending && <p role="status">{t.story.comparing}</p>}
        {compare.isError && <Fault error={compare.error} safe={t.story.editionSafe} />}
        {shown !== undefined && <Changes edition={shown} hasChanges={hasChanges} />}
        {hasChanges && page !== null && (
          <p>{page.follow_edits ? t.story.editionPageFollows : t.story.editionPageWaits}</p>
        )}
        {update.isError && (
          <Fault
            error={update.error}
            safe={t.story.editionSafe}
            onRetry={
              file === null
                ? undefined
                : () => {
                    update.reset();
                    compare.mutate(file);
                  }
            }
          />
        )}
      </div>
    </Dialog>
  );
}

const isChange = ({ change, is_moved }: EditionUpdate["chapters"][number]) =>
  is_moved || (change !== "same" && change !== "not_in_file");

function Changes({ edition, hasChanges }: { readonly edition: EditionUpdate; readonly hasChanges: boolean }) {
  const { counts, chapters, characters_to_speak, snowcoins } = edition;
  if (!hasChanges) return <p role="status">{t.story.nothingNew}</p>;
  return (
    <>
      {edition.is_other_book && (
        <Notice tone="warn">
          <p>{t.story.editionOtherBook}</p>
        </Notice>
      )}
      <p role="status">{t.story.editionSums(counts.lines_kept, formatNumber(characters_to_speak))}</p>
      {snowcoins > 0 && <p>{t.story.editionPrice(formatNumber(snowcoins))}</p>}
      {counts.paragraphs_kept_as_edited > 0 && <p>{t.story.editionKept(counts.paragraphs_kept_as_edited)}</p>}
      <ul className={styles.changes} aria-label={t.story.editionChanges}>
        {chapters.map((one, at) =>
          !isChange(one) ? null : (
            <li key={one.section_id ?? `new-${at}`} className={styles.change}>
              <span dir="auto" className={styles.title}>
                {one.title}
              </span>
              <span className={styles.what}>{wordsOf(one)}</span>
              <Passages all={edition.passages} chapter={at} />
            </li>
          ),
        )}
      </ul>
      {edition.passages_left_out > 0 && <p>{t.story.editionMore(formatNumber(edition.passages_left_out))}</p>}
    </>
  );
}

/** With so few passages, all of them are open. */
const FEW = 8;

/** The words of one chapter: what the story says now, and what it will say. */
function Passages({ all, chapter }: { readonly all: EditionUpdate["passages"]; readonly chapter: number }) {
  const own = all.filter((one) => one.chapter_index === chapter);
  if (own.length === 0) return null;
  return (
    <details className={styles.passages} open={all.length <= FEW}>
      <summary>{t.story.editionWords(own.length)}</summary>
      {own.map(({ before, after }) => (
        <p key={`${before}\n${after}`} dir="auto">
          {before !== null && (
            <del>
              <span className="for-reader">{t.story.editionBefore} </span>
              {before}
            </del>
          )}
          {after !== null && (
            <ins>
              <span className="for-reader">{t.story.editionAfter} </span>
              {after}
            </ins>
          )}
        </p>
      ))}
    </details>
  );
}

function wordsOf({ change: what, is_moved, counts }: EditionUpdate["chapters"][number]): string {
  if (what === "deleted") return t.story.editionMerged;
  const parts = [
    what === "new" ? t.story.editionNewChapter : null,
    is_moved ? t.story.editionElsewhere : null,
    counts.lines_changed > 0 ? t.story.editionChanged(counts.lines_changed) : null,
    counts.paragraphs_new > 0 ? t.story.editionNew(counts.paragraphs_new) : null,
    counts.lines_gone > 0 ? t.story.editionGone(counts.lines_gone) : null,
    counts.lines_moved > 0 ? t.story.editionMoved(counts.lines_moved) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t.story.editionOther : parts.join(" · ");
}

/** Starts the preparation of the sections with new paragraphs. */
async function prepareNew(projectId: string, { chapters }: EditionUpdate): Promise<void> {
  const ids = chapters.flatMap((one) =>
    one.section_id !== null && one.counts.paragraphs_new > 0 ? [one.section_id] : [],
  );
  await prepareChapters(projectId, ids);
}
