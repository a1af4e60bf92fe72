// What to look at before publishing. It forbids nothing.

import { shareTexts } from "../i18n/share-texts.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./share.module.css";

interface Warning {
  readonly code: keyof typeof shareTexts.warnings;
  readonly subject: string;
}

export function PublishWarnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{shareTexts.lookAt}</p>
      <ul className={styles.warnings}>
        {warnings.map(({ code, subject }) => (
          <li key={`${code} ${subject}`} dir="auto">
            {shareTexts.warnings[code](subject)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
