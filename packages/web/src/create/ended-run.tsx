// How a run that creates audio ended: what failed, by its cause, and where each cause is removed.

import { Link } from "@tanstack/react-router";
import { createTexts } from "../i18n/create-texts.ts";
import buttonStyles from "../ui/button.module.css";
import { Notice } from "../ui/notice.tsx";
import { OtherVoices } from "./other-voices.tsx";
import { type Cause, causesOf, type EndedWorkflow } from "./run-causes.ts";

interface EndedRunProps {
  readonly projectId: string;
  readonly sectionId: string;
  readonly workflow: EndedWorkflow;
  /** Lines that could not be spoken. */
  readonly failed: number;
  /** The first of them in this chapter. */
  readonly failedLine?: string | undefined;
  /** A way out was taken: what covers the page leaves. */
  readonly onLeave: () => void;
}

export function EndedRun({ projectId, sectionId, workflow, failed, failedLine, onLeave }: EndedRunProps) {
  const { run, steps } = workflow;
  if (run.error_summary.length === 0) {
    if (run.status !== "cancelled") return null;
    return (
      <Notice tone="info">
        <p>{createTexts.cancelled}</p>
      </Notice>
    );
  }
  return causesOf(run, steps, failed).map((cause) => (
    <Notice
      key={`${cause.code} ${cause.engine}`}
      tone="warn"
      action={<WayOut {...{ projectId, sectionId, failedLine, onLeave, code: cause.code }} />}
    >
      <p>
        <strong>{cause.lines > 0 ? createTexts.failedLines(cause.lines) : createTexts.failed}</strong>
      </p>
      <p>{causeWords(cause) ?? cause.message}</p>
      <p>
        {createTexts.safe} {createTexts.again}
      </p>
      {run.resumable && cause.provider !== null && ENGINE_IS_AWAY.test(cause.code) && (
        <OtherVoices
          projectId={projectId}
          runId={run.id}
          sectionIds={[...new Set(steps.map(({ section_id }) => section_id))]}
          provider={cause.provider}
          onStarted={onLeave}
        />
      )}
    </Notice>
  ));
}

/** What another voice helps against. */
const ENGINE_IS_AWAY = /PROVIDER_(UNAVAILABLE|QUOTA_EXCEEDED|ACCESS_DENIED|RATE_LIMITED|BUSY|AUDIO_INVALID)/;

function causeWords({ code, engine }: Cause): string | undefined {
  return createTexts.causes.find(([pattern]) => code.includes(pattern))?.[1](engine ?? createTexts.someEngine);
}

/** Where the cause can be removed: trying again alone would fail again. */
function WayOut({
  projectId,
  sectionId,
  failedLine,
  onLeave,
  code,
}: Omit<EndedRunProps, "workflow" | "failed"> & { readonly code: string }) {
  const look = `${buttonStyles.button} ${buttonStyles.plain}`;
  if (/PLAN_NOT_SUFFICIENT|STORAGE_QUOTA/.test(code)) {
    return (
      <Link to="/account" className={look} onClick={onLeave}>
        {createTexts.toAccount}
      </Link>
    );
  }
  if (/PROVIDER_/.test(code)) {
    return (
      <Link to="/account" className={look} onClick={onLeave}>
        {createTexts.toEngines}
      </Link>
    );
  }
  // Only free voices, and snowcoins from the person who runs the server, help.
  const hash = /VOICE_UNAVAILABLE|INSUFFICIENT_FUNDS/.test(code)
    ? "cast"
    : /REJECTED|AUDIO_FAILED|AUDIO_INVALID/.test(code)
      ? "script"
      : null;
  if (hash === null) return null;
  return (
    <Link
      to="/stories/$projectId/chapters/$sectionId"
      params={{ projectId, sectionId }}
      search={hash === "script" && failedLine !== undefined ? { line: failedLine } : {}}
      hash={hash}
      className={look}
      onClick={onLeave}
    >
      {hash === "cast" ? createTexts.toCast : failedLine === undefined ? createTexts.toScript : createTexts.toLine}
    </Link>
  );
}
