// Undo and redo beside the cast and the book: the same history as the script's, kept by the server.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ClientError, change } from "../api/api.ts";
import { readAfterStep } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { summaryWords } from "../script/script-versions.ts";
import { announce } from "../ui/announce.ts";
import { IconButton } from "../ui/button.tsx";
import { RedoIcon, UndoIcon } from "../ui/icons.tsx";
import { faultWords } from "../ui/notice.tsx";
import styles from "./story-history.module.css";
import { type Conflict, conflictOf, UndoConflict } from "./undo-conflict.tsx";

interface StoryHistoryProps {
  readonly projectId: string;
  readonly sectionId: string;
  /** The open script, where the screen shows lines of it: its edits are sent before a step, and it is read again after one. */
  readonly desk?: { settled(): Promise<void>; catchUp(): Promise<void> };
}

export function StoryHistory({ projectId, sectionId, desk }: StoryHistoryProps) {
  const queries = useQueryClient();
  const [said, setWords] = useState("");
  const setSaid = (words: string) => {
    setWords(words);
    announce(words);
  };
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const step = useMutation({
    mutationFn: async (direction: "undo" | "redo") => {
      await desk?.settled();
      const params = { sectionId };
      const { document } = await api.call("readDocument", { params, query: { limit: 1 } });
      const done = await api.call(direction === "undo" ? "undoDocument" : "redoDocument", {
        params,
        body: { ...change(), base_document_version: document.document_version },
      });
      const words = summaryWords(done.entry.summary);
      return direction === "undo" ? t.script.undone(words) : t.script.redone(words);
    },
    onMutate: () => setConflict(null),
    onSuccess: (words) => {
      setSaid(words);
      void desk?.catchUp();
      readAfterStep(queries, { projectId, sectionId }, "project");
    },
    onError: (error, direction) => {
      const found = conflictOf(error, direction);
      setConflict(found);
      if (found !== null) return setSaid("");
      const isEmpty = error instanceof ClientError && error.code === "NOTHING_TO_UNDO";
      const nothing = direction === "undo" ? t.script.nothingToUndo : t.script.nothingToRedo;
      setSaid(isEmpty ? nothing : faultWords(error));
    },
  });
  return (
    <>
      <div className={styles.history}>
        <IconButton label={t.common.undo} disabled={step.isPending} onClick={() => step.mutate("undo")}>
          <UndoIcon />
        </IconButton>
        <IconButton label={t.common.redo} disabled={step.isPending} onClick={() => step.mutate("redo")}>
          <RedoIcon />
        </IconButton>
        <span className={styles.said}>{said}</span>
      </div>
      {conflict !== null && (
        <UndoConflict
          place={{ projectId, sectionId }}
          conflict={conflict}
          onSkipped={(direction) => step.mutate(direction)}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  );
}
