// Shows the studio to a session, and the form for a key without one. A session that ends during work is
// renewed in a dialog over the page, so that nothing on the page is lost.

import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Fault } from "../ui/notice.tsx";
import styles from "./gate.module.css";
import { openSession } from "./session.ts";
import { useSessionState } from "./session-state.ts";

const Door = lazy(async () => ({ default: (await import("./door.tsx")).Door }));
const SessionEnded = lazy(async () => ({ default: (await import("./session-ended.tsx")).SessionEnded }));

export function Gate({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const state = useSessionState();
  const [fault, setFault] = useState<unknown>(null);
  const [isCodeRefused, setIsCodeRefused] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the session once more.
  useEffect(() => {
    setFault(null);
    openSession(queries).then((refusal) => setIsCodeRefused(refusal !== null), setFault);
  }, [queries, attempt]);

  if (state === "unknown") {
    return fault === null ? (
      <div className={styles.waiting} role="status">
        <span className="for-reader">{t.common.loading}</span>
      </div>
    ) : (
      <main className={styles.door}>
        <Fault error={fault} safe={t.session.serverAwaySafe} onRetry={() => setAttempt(attempt + 1)} />
      </main>
    );
  }
  if (state === "signed-out")
    return (
      <Suspense>
        <Door isCodeRefused={isCodeRefused} />
      </Suspense>
    );
  return (
    <>
      {children}
      <Suspense>{state === "ended" && <SessionEnded onDone={() => void queries.invalidateQueries()} />}</Suspense>
    </>
  );
}
