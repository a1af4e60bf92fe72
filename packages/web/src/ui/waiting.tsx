// "Loading…" in place of a part that is not there yet. It appears after a moment, so that a quick answer shows no flash.

import { t } from "../i18n/i18n.ts";
import styles from "./waiting.module.css";

export function Waiting() {
  return (
    <p role="status" className={styles.waiting}>
      {t.common.loading}
    </p>
  );
}
