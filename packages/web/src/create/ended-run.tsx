// How a run that creates audio ended: what failed, by its cause, and where each cause is removed.

import { Link } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import buttonStyles from "../ui/button.module.css";
import { Notice } from "../ui/notice.tsx";
import { type Cause, causesOf, type Run, type Step } from "./run-causes.ts";

interface EndedRunProps {
  readonly projectId: string;
  readonly sectionId: string;
  readonly workflow: { readonly run: Run; readonly steps: readonly Step[] };
  /** Lines that could not be spoken. */
  readonly failed: number;
}

export function EndedRun({ projectId, sectionId, workflow: { run, steps }, failed }: EndedRunProps) {
  if (run.error_summary.length === 0) {
    if (run.status !== "cancelled") return null;
    return (
      <Notice tone="info">
        <p>{t.create.cancelled}</p>
      </Notice>
    );
  }
  return causesOf(run, steps, failed).map((cause) => (
    <Notice
      key={`${cause.code} ${cause.engine}`}
      tone="warn"
      action={<WayOut {...{ projectId, sectionId, code: cause.code }} />}
    >
      <p>
        <strong>{cause.lines > 0 ? t.create.failedLines(cause.lines) : t.create.failed}</strong>
      </p>
      <p>{causeWords(cause) ?? cause.message}</p>
      <p>
        {t.create.safe} {t.create.again}
      </p>
    </Notice>
  ));
}

function causeWords({ code, engine }: Cause): string | undefined {
  return t.create.causes.find(([pattern]) => code.includes(pattern))?.[1](engine ?? t.create.someEngine);
}

/** Where the cause can be removed: trying again alone would fail again. */
function WayOut({ projectId, sectionId, code }: Pick<EndedRunProps, "projectId" | "sectionId"> & { code: string }) {
  const look = `${buttonStyles.button} ${buttonStyles.plain}`;
  if (/INSUFFICIENT_FUNDS|PLAN_NOT_SUFFICIENT|STORAGE_QUOTA/.test(code)) {
    return (
      <Link to="/account" className={look}>
        {t.create.toAccount}
      </Link>
    );
  }
  if (/PROVIDER_/.test(code)) {
    return (
      <Link to="/account" className={look}>
        {t.create.toEngines}
      </Link>
    );
  }
  const hash = /VOICE_UNAVAILABLE/.test(code)
    ? "cast"
    : /REJECTED|AUDIO_FAILED|AUDIO_INVALID/.test(code)
      ? "script"
      : null;
  if (hash === null) return null;
  return (
    <Link to="/stories/$projectId/chapters/$sectionId" params={{ projectId, sectionId }} hash={hash} className={look}>
      {hash === "cast" ? t.create.toCast : t.create.toScript}
    </Link>
  );
}
