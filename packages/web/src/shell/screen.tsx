// A screen with a heading of level 1 and a page title of its own.

import { type ReactNode, useEffect } from "react";
import { t } from "../i18n/i18n.ts";
import styles from "./screen.module.css";

interface ScreenProps {
  readonly title: string;
  /** Stands beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, aside, children }: ScreenProps) {
  usePageTitle(title);
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = t.common.pageTitle(title);
  }, [title]);
}
