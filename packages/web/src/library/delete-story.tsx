// The question before a story is deleted, with everything that goes.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type StoryEntry } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { copyTexts } from "../i18n/copy-texts.ts";
import { t } from "../i18n/i18n.ts";
import { SaveCopy } from "../story/save-copy.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./stories.module.css";

interface DeleteStoryProps {
  readonly story: StoryEntry;
  readonly title: string;
  readonly onClose: () => void;
}

export function DeleteStory({ story, title, onClose }: DeleteStoryProps) {
  const queries = useQueryClient();
  const params = { projectId: story.project_id };
  const goes = useQuery({
    queryKey: ["story", story.project_id, "deletion"],
    queryFn: ({ signal }) => api.call("previewProjectDeletion", { params, signal }),
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: () =>
      api.call("deleteProject", {
        params,
        body: { schema_version: 1, expected_project_kind: story.kind, delete_ai_designed_voices: false },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.stories });
      onClose();
      announce(t.library.deleted(title));
    },
  });
  const { data } = goes;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.library.deleteTitle(title)}
      description={t.library.deleteHint}
      actions={
        <Button look="danger" disabled={remove.isPending || data === undefined} onClick={() => remove.mutate()}>
          {t.library.deleteForGood}
        </Button>
      }
    >
      {data !== undefined && (
        <>
          <h3>{t.library.deleteGoes}</h3>
          <ul className={styles.goes}>
            <li>{t.library.deleteChapters(data.section_count)}</li>
            <li>{t.library.deleteLines(data.block_count)}</li>
            {data.clip_count > 0 && <li>{t.library.deleteTakes(data.clip_count)}</li>}
            {data.studio_media_count > 0 && <li>{t.library.deleteFiles(data.studio_media_count)}</li>}
            {data.active_share_link_count > 0 && <li>{t.library.deleteLinks(data.active_share_link_count)}</li>}
          </ul>
          <SaveCopy projectId={story.project_id} label={copyTexts.saveFirst} />
        </>
      )}
      {goes.isError && <Fault error={goes.error} onRetry={() => void goes.refetch()} />}
      {remove.isError && <Fault error={remove.error} />}
    </Dialog>
  );
}
