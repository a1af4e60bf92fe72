// The dialog that gives something another name.

import { type FormEvent, useId, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Fault } from "./notice.tsx";

interface RenameDialogProps {
  readonly title: string;
  /** Of the field. */
  readonly label: string;
  /** The present name. */
  readonly name: string;
  readonly maxLength: number;
  /** What the field states about an empty name. Absent: the button waits for a name. */
  readonly missing?: string;
  /** The mutation; it gets the name without spaces around it. */
  readonly rename: {
    readonly mutate: (name: string) => void;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
  };
  readonly onClose: () => void;
}

export function RenameDialog({ title, label, name: present, maxLength, missing, rename, onClose }: RenameDialogProps) {
  const form = useId();
  const [name, setName] = useState(present);
  const [fault, setFault] = useState<string | null>(null);
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== "") rename.mutate(wanted);
    else setFault(missing ?? null);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <Button
          look="primary"
          type="submit"
          form={form}
          disabled={rename.isPending || (missing === undefined && wanted === "")}
        >
          {t.common.rename}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={label}
          value={name}
          maxLength={maxLength}
          fault={fault}
          onChange={(event) => setName(event.target.value)}
        />
        {rename.isError && <Fault error={rename.error} />}
      </form>
    </Dialog>
  );
}
