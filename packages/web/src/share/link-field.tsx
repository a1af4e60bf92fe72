// An address to give to other people: to select, to copy, to open.

import { useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { TextField } from "../ui/field.tsx";
import styles from "./share.module.css";

interface LinkFieldProps {
  readonly label: string;
  readonly url: string;
  readonly note?: string;
  /** Whether the page can be opened from here. */
  readonly opens?: boolean;
}

export function LinkField({ label, url, note = "", opens = false }: LinkFieldProps) {
  const [copied, setCopied] = useState("");
  return (
    <div className={styles.link}>
      <TextField label={label} value={url} readOnly onFocus={(event) => event.target.select()} />
      <div className={styles.row}>
        <Button onClick={() => void copyText(url).then((done) => setCopied(done ? url : ""))}>
          {copied === url ? t.share.copied : t.share.copy}
        </Button>
        {opens && (
          <a href={url} target="_blank" rel="noreferrer">
            {t.share.open}
          </a>
        )}
        {note !== "" && <span className={styles.soft}>{note}</span>}
      </div>
    </div>
  );
}
