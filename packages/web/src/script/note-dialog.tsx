// The dialog that adds a note after the marked line. Notes are for people; they are not spoken.

import { type FormEvent, useId } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDraftText } from "../ui/drafts.ts";
import { TextArea } from "../ui/field.tsx";

interface NoteDialogProps {
  /** The line above the note. */
  readonly lineId: string;
  readonly onClose: () => void;
  readonly onAdd: (text: string) => void;
}

const MOST_UNITS = 20_000;

export function NoteDialog({ lineId, onClose, onAdd }: NoteDialogProps) {
  const form = useId();
  const [text, setText] = useDraftText(`note.${lineId}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    setText("");
    onAdd(text.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.script.addNote}
      description={t.script.noteHint}
      actions={
        <Button look="primary" type="submit" form={form} disabled={text.trim() === ""}>
          {t.script.add}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextArea
          label={t.script.noteText}
          value={text}
          rows={4}
          maxLength={MOST_UNITS}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
