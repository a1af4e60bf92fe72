// The way to help from every screen: a button, and the key "?" wherever the screen has no keys of its own.

import { lazy, Suspense, useEffect, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { IconButton } from "../ui/button.tsx";
import { HelpIcon } from "../ui/icons.tsx";
import styles from "./help.module.css";

const HelpDialog = lazy(async () => ({ default: (await import("./help-dialog.tsx")).HelpDialog }));
const FeedbackDialog = lazy(async () => ({ default: (await import("./feedback-dialog.tsx")).FeedbackDialog }));

interface HelpProps {
  readonly className?: string | undefined;
  /** An icon in place of the word. */
  readonly short?: boolean;
}

export function Help({ className, short = false }: HelpProps) {
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
      {short ? (
        <IconButton label={t.help.title} aria-haspopup="dialog" onClick={() => setOpen("help")}>
          <HelpIcon />
        </IconButton>
      ) : (
        <button
          type="button"
          className={`${className ?? ""} ${styles.button}`}
          aria-haspopup="dialog"
          onClick={() => setOpen("help")}
        >
          {t.help.title}
        </button>
      )}
      <Suspense>
        {open === "help" && <HelpDialog onClose={() => setOpen(null)} onFeedback={() => setOpen("feedback")} />}
        {open === "feedback" && <FeedbackDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
