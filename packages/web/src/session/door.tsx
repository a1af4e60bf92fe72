// The page without a session: the form for a key.

import { useEffect } from "react";
import { t } from "../i18n/i18n.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./gate.module.css";
import { SignInForm } from "./sign-in-form.tsx";

export function Door({ isCodeRefused }: { readonly isCodeRefused: boolean }) {
  useEffect(() => {
    document.title = t.common.pageTitle(t.session.signIn);
  }, []);
  return (
    <main className={styles.door}>
      <p className={styles.mark}>{t.common.productName}</p>
      <p className={styles.welcome}>{t.session.welcome}</p>
      <h1 className="for-reader">{t.session.signIn}</h1>
      {isCodeRefused && (
        <Notice tone="warn">
          <p>{t.session.codeRefused}</p>
        </Notice>
      )}
      <SignInForm onDone={() => undefined} />
    </main>
  );
}
