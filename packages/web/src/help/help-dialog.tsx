// Help: the steps, the keys, and where to read and write more.

import { useNavigate } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { mayChangeAccount, mayChangeStories } from "../session/session-state.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./help.module.css";
import { startTour } from "./tour-state.ts";

interface HelpDialogProps {
  readonly onClose: () => void;
  readonly onFeedback: () => void;
}

export function HelpDialog({ onClose, onFeedback }: HelpDialogProps) {
  const navigate = useNavigate();
  const tour = () => {
    startTour();
    onClose();
    void navigate({ to: "/" });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.help.title}
      description={t.help.hint}
      wide
      actions={
        <>
          {mayChangeStories() && (
            <Button look="quiet" onClick={tour}>
              {t.help.startTour}
            </Button>
          )}
          {mayChangeAccount() && <Button onClick={onFeedback}>{t.help.feedback}</Button>}
        </>
      }
    >
      <div className={styles.help}>
        <section>
          <h3>{t.help.steps}</h3>
          <ol className={styles.steps}>
            {t.help.tourSteps.map(([title, text]) => (
              <li key={title}>
                <b>{title}</b>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section>
          <h3>{t.help.keys}</h3>
          <dl className={styles.keys}>
            {t.help.keyRows.map(([keys, meaning]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <h3>{t.help.more}</h3>
          <p>
            <a href="/docs" target="_blank" rel="noreferrer">
              {t.help.reference}
            </a>
            <span className={styles.soft}>{t.help.referenceHint}</span>
          </p>
        </section>
      </div>
    </Dialog>
  );
}
