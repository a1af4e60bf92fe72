// An entry of the history that cannot be undone or redone: what changed since, and the way past it.

import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, ClientError } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { shareTexts } from "../i18n/share-texts.ts";
import { summaryWords } from "../script/script-versions.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import type { ChapterPlace } from "./chapter.tsx";
import styles from "./story-history.module.css";

export interface Conflict {
  readonly direction: "undo" | "redo";
  readonly entryId: string;
  readonly summary: string;
  readonly changed: readonly string[];
  readonly sectionId: string | null;
  readonly blockIds: readonly string[];
}

/** What the server states of a conflict; null for other errors. */
export function conflictOf(error: unknown, direction: "undo" | "redo"): Conflict | null {
  if (!(error instanceof ClientError) || error.code !== "UNDO_CONFLICT") return null;
  const { entry_id, summary, changed, section_id, block_ids } = error.details;
  const texts = (list: unknown) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
  return {
    direction,
    entryId: String(entry_id),
    summary: String(summary),
    changed: texts(changed),
    sectionId: typeof section_id === "string" ? section_id : null,
    blockIds: texts(block_ids),
  };
}

interface UndoConflictProps {
  readonly place: ChapterPlace;
  readonly conflict: Conflict;
  /** The entry is skipped: the step is made again, with the entry before it. */
  readonly onSkipped: (direction: "undo" | "redo") => void;
  readonly onClose: () => void;
}

export function UndoConflict({ place, conflict, onSkipped, onClose }: UndoConflictProps) {
  const { direction, entryId, summary, changed, sectionId, blockIds } = conflict;
  const skip = useMutation({
    mutationFn: () =>
      api.call("changeHistoryEntry", {
        params: { sectionId: place.sectionId, entryId },
        body: { schema_version: 1, skipped: true },
      }),
    onSuccess: () => onSkipped(direction),
  });
  const [line] = blockIds;
  const words = t.script.stuck;
  return (
    <>
      <Notice
        tone="warn"
        action={
          <span className={styles.answers}>
            <Button disabled={skip.isPending} onClick={() => skip.mutate()}>
              {direction === "undo" ? words.skipUndo : words.skipRedo}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t.common.close}
            </Button>
          </span>
        }
      >
        <p>{(direction === "undo" ? words.undo : words.redo)(summaryWords(summary))}</p>
        <p className={styles.reason}>
          {changed.map((one) => words.because[one]?.(blockIds.length) ?? "").join(" ")}{" "}
          {line !== undefined && sectionId !== null && (
            <Link
              to="/stories/$projectId/chapters/$sectionId"
              params={{ projectId: place.projectId, sectionId }}
              search={{ line }}
              hash="script"
            >
              {shareTexts.commentLine}
            </Link>
          )}
        </p>
      </Notice>
      {skip.isError && <Fault error={skip.error} />}
    </>
  );
}
