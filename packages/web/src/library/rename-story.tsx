// The dialog that gives a story another title.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api, change, type StoryEntry } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";

const LONGEST_NAME = 120;

export function RenameStory({ story, onClose }: { readonly story: StoryEntry; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const form = useId();
  const [name, setName] = useState(story.title);
  const [fault, setFault] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: () => renameStory(story, name.trim()),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.stories });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") setFault(t.library.nameMissing);
    else rename.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.library.renameTitle}
      actions={
        <Button look="primary" type="submit" form={form} disabled={rename.isPending}>
          {t.common.rename}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={t.library.name}
          value={name}
          maxLength={LONGEST_NAME}
          fault={fault}
          onChange={(event) => setName(event.target.value)}
        />
        {rename.isError && <Fault error={rename.error} />}
      </form>
    </Dialog>
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
