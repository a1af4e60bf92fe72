// The tour of a first story: one sentence above each screen on the way. It covers nothing, and the step is where the
// person is. At the stories it offers the way back to the place where the person left it.

import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useLayoutEffect } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import styles from "./help.module.css";
import { endTour, rememberPlace, tourIsShown, tourPlace } from "./tour-state.ts";
import { isWalked, placeAfter, stepAt, stepToResume } from "./tour-steps.ts";

export function Tour() {
  const { pathname, hash } = useRouterState({ select: (state) => state.location });
  const navigate = useNavigate();
  const here = stepAt(pathname, hash);
  const left = tourPlace();
  useLayoutEffect(tourIsShown, []);
  useEffect(() => {
    const place = placeAfter(tourPlace(), { pathname, hash });
    if (isWalked(place, stepAt(pathname, hash))) endTour();
    else if (place !== null) rememberPlace(place);
  }, [pathname, hash]);
  const resumed = here === 0 ? stepToResume(left) : null;
  const step = resumed ?? here;
  const words = step === null ? undefined : t.help.tourSteps[step];
  if (step === null || words === undefined) return null;
  const steps = t.help.tourSteps.length;
  const goOn: (() => unknown) | null =
    resumed !== null && left !== null
      ? () => navigate({ to: left.pathname, hash: left.hash })
      : step === 0
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
        <b>{title}.</b> {resumed === null ? text : t.help.resumeHint}
      </p>
      {goOn !== null && (
        <Button onClick={() => void goOn()}>{resumed === null ? t.help.goOn : t.help.resumeTour}</Button>
      )}
      <Button look="quiet" onClick={endTour}>
        {step === steps - 1 ? t.help.finish : t.help.skip}
      </Button>
    </section>
  );
}
