// What went wrong (what happened, what is safe, and one thing to press), other notices, and what is on its way.

import { type ReactNode, useEffect, useState } from "react";
import { ClientError } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { Button } from "./button.tsx";
import styles from "./notice.module.css";

interface NoticeProps {
  readonly tone?: "info" | "warn" | "danger";
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Notice({ tone = "info", children, action }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === "danger" ? "alert" : "status"}>
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}

/** A shorter wait shows nothing. */
const QUICK_MS = 400;

/** "Loading…" in place of a part that is not there yet. It appears, and is said, after a moment: a quick answer shows no flash. */
export function Waiting() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), QUICK_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={styles.waiting}>
      {isSlow && t.common.loading}
    </p>
  );
}

interface FaultProps {
  readonly error: unknown;
  /** What is safe: "Your text is still in the field." */
  readonly safe?: string;
  readonly onRetry?: (() => void) | undefined;
}

export function Fault({ error, safe, onRetry }: FaultProps) {
  return (
    <Notice tone="danger" action={onRetry !== undefined && <Button onClick={onRetry}>{t.common.tryAgain}</Button>}>
      <p>{faultWords(error)}</p>
      {safe !== undefined && <p className={styles.safe}>{safe}</p>}
    </Notice>
  );
}

/** One or two sentences for a person. Codes without a text of their own use the server's explanation, or its message. */
export function faultWords(error: unknown): string {
  if (!(error instanceof ClientError)) return t.faults.unexpected;
  const { code, details, message } = error;
  const ofReason = typeof details.reason === "string" ? t.faults.byReason[code]?.[details.reason] : undefined;
  const explanation = typeof details.explanation === "string" ? details.explanation : "";
  return ofReason ?? t.faults.byCode[code] ?? (explanation || message || t.faults.unexpected);
}
