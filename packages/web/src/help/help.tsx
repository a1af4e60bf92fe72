// The way to help from every screen: a button, and the key "?" wherever the screen has no keys of its own.

import { lazy, Suspense, useEffect, useState } from "react";
import { t } from "../i18n/i18n.ts";
import styles from "./help.module.css";

const HelpDialog = lazy(async () => ({ default: (await import("./help-dialog.tsx")).HelpDialog }));
const FeedbackDialog = lazy(async () => ({ default: (await import("./feedback-dialog.tsx")).FeedbackDialog }));

export function Help({ className }: { readonly className: string | undefined }) {
  const [open, setOpen] = useState<"help" | "feedback" | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const isTyping = target?.closest("input, textarea, select, [contenteditable], [role=dialog]") != null;
      if (event.key !== "?" || event.defaultPrevented || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setOpen("help");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={`${className ?? ""} ${styles.button}`}
        aria-haspopup="dialog"
        onClick={() => setOpen("help")}
      >
        {t.help.title}
      </button>
      <Suspense>
        {open === "help" && <HelpDialog onClose={() => setOpen(null)} onFeedback={() => setOpen("feedback")} />}
        {open === "feedback" && <FeedbackDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
