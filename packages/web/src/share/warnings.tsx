// What to look at before publishing. It forbids nothing.

import { t } from "../i18n/i18n.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./share.module.css";

interface Warning {
  readonly code: keyof typeof t.share.warnings;
  readonly subject: string;
}

export function PublishWarnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t.share.lookAt}</p>
      <ul className={styles.warnings}>
        {warnings.map(({ code, subject }) => (
          <li key={`${code} ${subject}`} dir="auto">
            {t.share.warnings[code](subject)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
