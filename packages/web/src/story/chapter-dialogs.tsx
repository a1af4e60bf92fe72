// The dialogs of a chapter: a new one, another title, and the question before one is deleted.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId } from "react";
import { api, type SectionSummary } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { copyTexts } from "../i18n/copy-texts.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDraftText } from "../ui/drafts.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import styles from "./chapter.module.css";
import type { ChapterPlace } from "./chapter.tsx";
import { addChapter, deleteChapter, renameChapter } from "./chapter-changes.ts";
import { ChapterList } from "./chapter-list.tsx";
import { SaveCopy } from "./save-copy.tsx";

const LONGEST_TITLE = 500;

interface AddChapterProps {
  readonly projectId: string;
  readonly storyTitle: string;
  readonly isStandalone: boolean;
  readonly onClose: () => void;
}

export function AddChapter({ projectId, storyTitle, isStandalone, onClose }: AddChapterProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useId();
  const [title, setTitle] = useDraftText(`chapter-title.${projectId}`);
  const [text, setText] = useDraftText(`chapter-text.${projectId}`);
  const add = useMutation({
    mutationFn: () => addChapter({ projectId, storyTitle, isStandalone, title: title.trim(), text }),
    onSuccess: async (place) => {
      setTitle("");
      setText("");
      queries.setQueryData(keys.newScript(place.sectionId), true);
      void queries.invalidateQueries({ queryKey: keys.stories });
      await queries.invalidateQueries({ queryKey: keys.chapters(projectId) });
      onClose();
      void navigate({ to: "/stories/$projectId/chapters/$sectionId", params: place, hash: "script" });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.mutate();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t.story.addChapter}
      description={t.story.addChapterHint}
      actions={
        <Button look="primary" type="submit" form={form} disabled={add.isPending || text.trim() === ""}>
          {t.story.addChapter}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t.story.chapterTitle}
          value={title}
          maxLength={LONGEST_TITLE}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea label={t.story.chapterText} rows={9} value={text} onChange={(event) => setText(event.target.value)} />
        {add.isError && <Fault error={add.error} safe={t.newStory.safe} />}
      </form>
    </Dialog>
  );
}

interface ChapterDialogProps {
  readonly place: ChapterPlace;
  readonly title: string;
  readonly onClose: () => void;
}

export function RenameChapter({ place, title, onClose }: ChapterDialogProps) {
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => renameChapter(place, name),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.chapters(place.projectId) });
      void queries.invalidateQueries({ queryKey: keys.stories });
      onClose();
    },
  });
  return (
    <RenameDialog
      title={t.story.renameChapter}
      label={t.story.chapterTitle}
      name={title}
      maxLength={LONGEST_TITLE}
      rename={rename}
      onClose={onClose}
    />
  );
}

interface DeleteChapterProps extends ChapterDialogProps {
  /** The chapter that is shown next. */
  readonly nextId: string;
}

export function DeleteChapter({ place, title, nextId, onClose }: DeleteChapterProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const goes = useQuery({
    queryKey: ["story", place.projectId, "deletion", place.sectionId],
    queryFn: ({ signal }) => api.call("previewSectionDeletion", { params: { ...place }, signal }),
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => deleteChapter(place),
    onSuccess: async () => {
      onClose();
      // The screen of the chapter is left before the list is read again without it.
      const params = { projectId: place.projectId, sectionId: nextId };
      await navigate({ to: "/stories/$projectId/chapters/$sectionId", params, hash: "script" });
      void queries.invalidateQueries({ queryKey: keys.chapters(place.projectId) });
      void queries.invalidateQueries({ queryKey: keys.stories });
    },
  });
  const { data } = goes;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.story.deleteChapterTitle(title)}
      description={t.library.deleteHint}
      actions={
        <Button look="danger" disabled={remove.isPending || data === undefined} onClick={() => remove.mutate()}>
          {t.common.delete}
        </Button>
      }
    >
      {data !== undefined && (
        <>
          <h3>{t.library.deleteGoes}</h3>
          <ul className={styles.goes}>
            <li>{t.library.deleteLines(data.block_count)}</li>
            {data.generated_clip_count > 0 && <li>{t.library.deleteTakes(data.generated_clip_count)}</li>}
            {data.active_share_link_count > 0 && <li>{t.library.deleteLinks(data.active_share_link_count)}</li>}
          </ul>
          <SaveCopy projectId={place.projectId} label={copyTexts.save} />
        </>
      )}
      {goes.isError && <Fault error={goes.error} onRetry={() => void goes.refetch()} />}
      {remove.isError && <Fault error={remove.error} />}
    </Dialog>
  );
}

interface ChooseChapterProps {
  readonly projectId: string;
  readonly storyTitle: string | null;
  readonly sections: readonly SectionSummary[];
  readonly onAdd: (() => void) | null;
  readonly onClose: () => void;
}

/** The list of chapters on a phone, which has no room for it beside the script. */
export function ChooseChapter({ projectId, storyTitle, sections, onAdd, onClose }: ChooseChapterProps) {
  return (
    <Dialog open title={storyTitle ?? t.story.chapters} onClose={onClose}>
      <ChapterList inDialog {...{ projectId, storyTitle, sections, onAdd }} onChosen={onClose} />
    </Dialog>
  );
}
