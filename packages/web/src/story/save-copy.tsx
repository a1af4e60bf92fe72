// The whole story as one file. The browser saves it itself: such a file can be larger than the memory of a page.

import { useId, useState } from "react";
import { copyTexts } from "../i18n/copy-texts.ts";
import buttonStyles from "../ui/button.module.css";
import fieldStyles from "../ui/field.module.css";
import styles from "./save-copy.module.css";

interface SaveCopyProps {
  readonly projectId: string;
  readonly label: string;
}

export function SaveCopy({ projectId, label }: SaveCopyProps) {
  const hint = useId();
  const [isSaving, setIsSaving] = useState(false);
  return (
    <div className={styles.copy}>
      <a
        className={`${buttonStyles.button} ${buttonStyles.plain}`}
        href={`/v1/studio/projects/${projectId}/bundle`}
        // The server names the file.
        download=""
        aria-describedby={hint}
        onClick={() => setIsSaving(true)}
      >
        {label}
      </a>
      <p id={hint} className={fieldStyles.hint}>
        {copyTexts.saveHint}
      </p>
      <p role="status">{isSaving ? copyTexts.saving : ""}</p>
    </div>
  );
}
