// Undo and redo of the cast: the same history as the script's, kept by the server.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, ClientError, change } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { summaryWords } from "../script/script-versions.ts";
import { IconButton } from "../ui/button.tsx";
import { RedoIcon, UndoIcon } from "../ui/icons.tsx";
import { faultWords } from "../ui/notice.tsx";
import styles from "./cast.module.css";

export function CastHistory({ sectionId, onDone }: { readonly sectionId: string; readonly onDone: () => void }) {
  const [said, setSaid] = useState("");
  const step = useMutation({
    mutationFn: async (direction: "undo" | "redo") => {
      const params = { sectionId };
      const { document } = await api.call("readDocument", { params, query: { limit: 1 } });
      const done = await api.call(direction === "undo" ? "undoDocument" : "redoDocument", {
        params,
        body: { ...change(), base_document_version: document.document_version },
      });
      const words = summaryWords(done.entry.summary);
      return direction === "undo" ? t.script.undone(words) : t.script.redone(words);
    },
    onSuccess: (words) => {
      setSaid(words);
      onDone();
    },
    onError: (error, direction) => {
      const isEmpty = error instanceof ClientError && error.code === "NOTHING_TO_UNDO";
      const nothing = direction === "undo" ? t.script.nothingToUndo : t.script.nothingToRedo;
      setSaid(isEmpty ? nothing : faultWords(error));
    },
  });
  return (
    <div className={styles.history}>
      <IconButton label={t.common.undo} disabled={step.isPending} onClick={() => step.mutate("undo")}>
        <UndoIcon />
      </IconButton>
      <IconButton label={t.common.redo} disabled={step.isPending} onClick={() => step.mutate("redo")}>
        <RedoIcon />
      </IconButton>
      <span role="status" className={styles.hint}>
        {said}
      </span>
    </div>
  );
}
