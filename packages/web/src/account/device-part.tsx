// What this browser can do here, and what https is needed for.

import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import styles from "./account.module.css";
import { install, useInstallation } from "./installation.ts";

export function DevicePart() {
  const installation = useInstallation();
  return (
    <section aria-labelledby="device">
      <h2 id="device">{t.account.device}</h2>
      {window.isSecureContext ? (
        <p>{t.account.secure}</p>
      ) : (
        <>
          <p>{t.account.insecure}</p>
          <p className={styles.soft}>{t.account.insecureWay}</p>
        </>
      )}
      {installation === "offered" && <Button onClick={() => void install()}>{t.account.install}</Button>}
      {installation === "done" && <p className={styles.soft}>{t.account.installed}</p>}
    </section>
  );
}
