// A story from its copy: one file with all of it (docs/studio.md).

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { keys } from "../api/queries.ts";
import { copyTexts } from "../i18n/copy-texts.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./new-story.module.css";

export function OpenCopy({ file }: { readonly file: File }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Sent again, the same file makes no second story.
  const [key] = useState(newId);
  const open = useMutation({
    mutationFn: () =>
      api.call("importBundle", {
        headers: { "idempotency-key": key },
        upload: { contentType: "application/vnd.fullcast.bundle+zip", bytes: file },
      }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: keys.stories });
      if (made.withheld_take_count === 0) show(made.project.id);
    },
  });
  const show = (projectId: string) => void navigate({ to: "/stories/$projectId", params: { projectId } });
  const { data } = open;
  return (
    <>
      <p>{copyTexts.openHint}</p>
      {open.isPending && <p role="status">{copyTexts.opening}</p>}
      {open.isError && <Fault error={open.error} safe={copyTexts.noStory} onRetry={() => open.mutate()} />}
      {data !== undefined && data.withheld_take_count > 0 && (
        <Notice tone="warn" action={<Button onClick={() => show(data.project.id)}>{copyTexts.toStory}</Button>}>
          <p>{copyTexts.withheld(data.withheld_take_count)}</p>
        </Notice>
      )}
      <div className={`${styles.foot} ${styles.follows}`}>
        <Button look="primary" disabled={open.isPending || data !== undefined} onClick={() => open.mutate()}>
          {copyTexts.open}
        </Button>
      </div>
    </>
  );
}
