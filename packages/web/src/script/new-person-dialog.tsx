// The dialog that adds a person and gives the marked lines to them.

import { type FormEvent, useId, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDraftText } from "../ui/drafts.ts";
import { TextField } from "../ui/field.tsx";
import { faultWords } from "../ui/notice.tsx";

interface NewPersonDialogProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onCreate: (name: string) => Promise<void>;
}

export function NewPersonDialog({ count, onClose, onCreate }: NewPersonDialogProps) {
  const form = useId();
  const [name, setName] = useDraftText("new-person", sessionStorage);
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    onCreate(name.trim()).then(
      () => setName(""),
      (error: unknown) => setFault(faultWords(error)),
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.script.newPerson}
      description={t.script.newPersonHint(count)}
      actions={
        <Button look="primary" type="submit" form={form} disabled={name.trim() === ""}>
          {t.script.add}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t.script.newPersonName}
          value={name}
          fault={fault}
          onChange={(e) => setName(e.target.value)}
        />
      </form>
    </Dialog>
  );
}
