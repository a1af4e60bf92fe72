// How much the account stores.

import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { formatBytes, t } from "../i18n/i18n.ts";
import { Fault } from "../ui/notice.tsx";
import styles from "./account.module.css";

export function StoragePart() {
  const storage = useQuery({ queryKey: ["storage"], queryFn: ({ signal }) => api.call("readStorage", { signal }) });
  const { stored_bytes: stored = 0, quota_bytes: quota = null } = storage.data?.storage ?? {};
  return (
    <section aria-labelledby="storage">
      <h2 id="storage">{t.account.storage}</h2>
      {storage.data !== undefined && (
        <>
          <p className={styles.figure}>
            {quota === null
              ? t.account.stored(formatBytes(stored))
              : t.account.storedOf(formatBytes(stored), formatBytes(quota))}
          </p>
          {quota !== null && (
            <meter
              className={styles.meter}
              aria-label={t.account.storage}
              max={quota}
              high={quota * 0.9}
              value={stored}
            />
          )}
          <p className={styles.soft}>{t.account.storageHint}</p>
        </>
      )}
      {storage.isError && <Fault error={storage.error} onRetry={() => void storage.refetch()} />}
    </section>
  );
}
