// Both sides wrote other words into the same line: a person chooses.

import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./dialogs.module.css";
import { withText } from "./edit-text.ts";
import { textOperation } from "./line-edits.ts";
import type { ScriptDesk } from "./script-desk.ts";
import type { TextConflict } from "./script-edits.ts";

interface ConflictDialogProps {
  readonly conflict: TextConflict;
  readonly desk: ScriptDesk;
  readonly newId: () => string;
}

export function ConflictDialog({ conflict, desk, newId }: ConflictDialogProps) {
  const keepTheirs = () => desk.answerConflict(conflict.blockId);
  const block = desk.model.find(conflict.blockId);
  const write = (text: string) => {
    if (block?.content.type === "text") desk.edit([textOperation(block, withText(block.content, text))]);
    desk.answerConflict(conflict.blockId);
  };
  const keepBoth = () => {
    if (block?.content.type === "text") {
      desk.edit([
        {
          op: "insert_block",
          after_block_id: block.id,
          block: {
            id: newId(),
            kind: block.kind,
            content: { ...block.content, text: conflict.mine, annotations: [], points: [], delivery_control_sets: [] },
            ...(block.speaker_id === null ? {} : { speaker_id: block.speaker_id }),
          },
        },
      ]);
    }
    desk.answerConflict(conflict.blockId);
  };
  return (
    <Dialog
      open
      wide
      onClose={keepTheirs}
      title={t.script.conflictTitle}
      description={t.script.conflictHint}
      actions={
        <>
          <Button onClick={keepTheirs}>{t.script.keepTheirs}</Button>
          <Button onClick={keepBoth}>{t.script.keepBoth}</Button>
          <Button look="primary" onClick={() => write(conflict.mine)}>
            {t.script.keepMine}
          </Button>
        </>
      }
    >
      <div className={styles.versions}>
        <figure>
          <figcaption>{t.script.mine}</figcaption>
          <blockquote dir="auto">{conflict.mine}</blockquote>
        </figure>
        <figure>
          <figcaption>{t.script.theirs}</figcaption>
          <blockquote dir="auto">{conflict.theirs}</blockquote>
        </figure>
      </div>
    </Dialog>
  );
}
