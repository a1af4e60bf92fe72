// The dialog that gives a story another title.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, change, type StoryEntry } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { RenameDialog } from "../ui/rename-dialog.tsx";

const LONGEST_NAME = 120;

export function RenameStory({ story, onClose }: { readonly story: StoryEntry; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => renameStory(story, name),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.stories });
      onClose();
    },
  });
  return (
    <RenameDialog
      title={t.library.renameTitle}
      label={t.library.name}
      name={story.title}
      maxLength={LONGEST_NAME}
      missing={t.library.nameMissing}
      rename={rename}
      onClose={onClose}
    />
  );
}

/** A standalone story is named by its only chapter; it stays standalone. */
async function renameStory(story: StoryEntry, name: string): Promise<void> {
  const params = { projectId: story.project_id };
  if (story.kind === "named") {
    await api.call("changeProject", { params, body: { schema_version: 1, name } });
    return;
  }
  const { sections } = await api.call("readProjectSections", { params });
  const sectionId = sections[0]?.id ?? "";
  const document = await api.call("readDocument", { params: { sectionId }, query: { limit: 1 } });
  await api.call("editDocument", {
    params: { sectionId },
    body: {
      ...change(),
      base_document_version: document.document.document_version,
      operations: [{ op: "set_title", title: name }],
    },
  });
}
