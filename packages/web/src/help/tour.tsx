// The tour of a first story: one sentence above each screen on the way. It covers nothing, and the step is where the
// person is.

import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import styles from "./help.module.css";
import { endTour } from "./tour-state.ts";
import { isWalked, stepAt } from "./tour-steps.ts";

export function Tour() {
  const { pathname, hash } = useRouterState({ select: (state) => state.location });
  const navigate = useNavigate();
  const step = stepAt(pathname, hash);
  // A tour that begins once more with the first step would look endless.
  const furthest = useRef(0);
  useEffect(() => {
    furthest.current = Math.max(furthest.current, step ?? 0);
    if (isWalked(furthest.current, step)) endTour();
  }, [step]);
  const words = step === null ? undefined : t.help.tourSteps[step];
  if (step === null || words === undefined) return null;
  const steps = t.help.tourSteps.length;
  const goOn: (() => unknown) | null =
    step === 0
      ? () => navigate({ to: "/new" })
      : step === 2
        ? () => navigate({ to: ".", hash: "cast" })
        : step === 3
          ? () => navigate({ to: ".", hash: "export" })
          : null;
  const [title, text] = words;
  return (
    <section className={styles.tour} aria-label={t.help.tour}>
      <p className={styles.tourWords} role="status">
        <span className={styles.tourStep}>{t.help.tourStep(step + 1, steps)}</span>
        <b>{title}.</b> {text}
      </p>
      {goOn !== null && <Button onClick={() => void goOn()}>{t.help.goOn}</Button>}
      <Button look="quiet" onClick={endTour}>
        {step === steps - 1 ? t.help.finish : t.help.skip}
      </Button>
    </section>
  );
}
