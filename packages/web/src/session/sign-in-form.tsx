// The form that exchanges a key, or a code of another device, for a session.

import { type FormEvent, useRef, useState } from "react";
import { ClientError } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { faultWords } from "../ui/notice.tsx";
import styles from "./gate.module.css";
import { readProof } from "./proof.ts";
import { signIn } from "./session.ts";

export function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const proof = readProof(field.current?.value ?? "");
    if (proof === null) {
      setFault(t.session.keyMissing);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      await signIn(proof);
      onDone();
    } catch (error) {
      setFault(proof.kind === "code" && isUnknown(error) ? t.session.codeRefused : faultWords(error));
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        ref={field}
        label={t.session.key}
        hint={t.session.keyHint}
        fault={fault}
        type="password"
        autoComplete="off"
        spellCheck={false}
        name="key"
        dir="ltr"
      />
      <Button look="primary" type="submit" disabled={busy}>
        {t.session.signIn}
      </Button>
      <p className={styles.note}>{t.session.keyNotStored}</p>
    </form>
  );
}

const isUnknown = (error: unknown) => error instanceof ClientError && error.status === 401;
