// An address to give to other people: to select, to copy, to open.

import { useState } from "react";
import { shareTexts } from "../i18n/share-texts.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
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
          {copied === url ? shareTexts.copied : shareTexts.copy}
        </Button>
        {opens && (
          <a href={url} target="_blank" rel="noreferrer">
            {shareTexts.open}
          </a>
        )}
        {note !== "" && <span className={styles.soft}>{note}</span>}
      </div>
      {isOfThisComputer(url) && (
        <Notice tone="warn">
          <p>{shareTexts.thisComputer}</p>
          <p>
            <code>FULLCAST_HOST=0.0.0.0 npm start</code>
          </p>
          <p>{shareTexts.forTheInternet}</p>
        </Notice>
      )}
    </div>
  );
}

/** Whether the address leads to the computer of the person who opens it, whichever that is. */
function isOfThisComputer(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
