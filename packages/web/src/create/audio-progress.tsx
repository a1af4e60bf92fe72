// The progress of a run that creates audio: how many lines, how long still, what failed and what can be done.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { api, change } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { formatLength, formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./create.module.css";

type Workflow = NonNullable<Awaited<ReturnType<typeof latestRun>>>;
const latestRun = (projectId: string) => api.call("readLatestWorkflow", { params: { projectId } });

interface AudioProgressProps {
  readonly projectId: string;
  readonly sectionId: string;
  readonly workflow: Workflow;
  /** In the bar: without failures. */
  readonly isSmall?: boolean;
}

const POLL_MS = 1_000;

export function AudioProgress({ projectId, sectionId, workflow, isSmall = false }: AudioProgressProps) {
  const { run, steps } = workflow;
  // A disk that is full, for example: the step continues by itself.
  const waitsFor = steps.find((step) => step.status === "active")?.error_message;
  const isRunning = run.completed_at === null;
  const queries = useQueryClient();
  const highest = useRef({ runId: run.id, percent: 0 });
  const progress = useQuery({
    queryKey: ["progress", run.id],
    queryFn: async ({ signal }) => {
      const answer = await api.call("readWorkflowProgress", { params: { workflowRunId: run.id }, signal });
      if (["completed", "failed", "cancelled", "partially_completed"].includes(answer.status)) {
        void queries.invalidateQueries({ queryKey: keys.run(projectId, sectionId) });
      }
      return answer;
    },
    refetchInterval: isRunning ? POLL_MS : false,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: keys.run(projectId, sectionId) });
  const cancel = useMutation({
    mutationFn: () => api.call("cancelWorkflow", { params: { workflowRunId: run.id } }),
    onSuccess: refresh,
  });
  const resume = useMutation({
    mutationFn: () => api.call("resumeWorkflow", { params: { workflowRunId: run.id }, body: change() }),
    onSuccess: refresh,
  });
  if (highest.current.runId !== run.id) highest.current = { runId: run.id, percent: 0 };
  // Lines that are edited meanwhile count again; the bar does not go back.
  highest.current.percent = Math.max(highest.current.percent, progress.data?.percent ?? 0);
  const percent = Math.floor(highest.current.percent);
  const data = progress.data;
  const left = data?.estimated_remaining_ms;
  const words =
    data === undefined ? "" : t.create.progressWords(formatNumber(data.blocks.ready), formatNumber(data.blocks.total));
  return (
    <div className={isSmall ? styles.small : styles.progress}>
      {isRunning && (
        <div className={styles.run}>
          <div
            role="progressbar"
            tabIndex={-1}
            aria-label={t.create.progress}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={words}
            className={styles.meter}
          >
            <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 6">
              <rect width="100" height="6" className={styles.rest} />
              <rect width={percent} height="6" className={styles.done} />
            </svg>
          </div>
          <span className={styles.words}>
            {words}
            {left != null && left > 0 && ` · ${t.create.left(formatLength(left))}`}
          </span>
          <Button
            look="quiet"
            onClick={() => cancel.mutate()}
            disabled={cancel.isPending || run.cancel_requested_at !== null}
          >
            {t.create.cancel}
          </Button>
        </div>
      )}
      {!isSmall && isRunning && waitsFor != null && (
        <Notice tone="warn">
          <p>{waitsFor}</p>
        </Notice>
      )}
      {!isSmall && !isRunning && (
        <Ended
          {...{ projectId, sectionId, run }}
          failed={data?.blocks.failed ?? 0}
          onResume={() => resume.mutate()}
          isResuming={resume.isPending}
        />
      )}
      {!isSmall && resume.isError && <Fault error={resume.error} safe={t.create.safe} />}
      {cancel.isError && <Fault error={cancel.error} />}
    </div>
  );
}

interface EndedProps {
  readonly projectId: string;
  readonly sectionId: string;
  /** Lines that could not be spoken. */
  readonly failed: number;
  readonly run: Workflow["run"];
  readonly onResume: () => void;
  readonly isResuming: boolean;
}

/** What failed, grouped by its cause, with one thing to press. */
function Ended({ projectId, sectionId, failed, run, onResume, isResuming }: EndedProps) {
  const resume = run.resumable && (
    <Button onClick={onResume} disabled={isResuming}>
      {t.create.resume}
    </Button>
  );
  if (run.error_summary.length === 0) {
    const isCancelled = run.status === "cancelled";
    return (
      <Notice tone="info" action={isCancelled && resume}>
        <p>{isCancelled ? t.create.cancelled : t.create.ended}</p>
      </Notice>
    );
  }
  const byCause = Map.groupBy(run.error_summary, (failure) => failure.code ?? "");
  return (
    <>
      {[...byCause].map(([code, failures]) => (
        <Notice key={code} tone="warn" action={resume}>
          <p>
            <strong>{t.create.failed}</strong>
          </p>
          <p>{failures[0]?.message}</p>
          {byCause.size === 1 && failed > 0 && <p>{t.create.failures(failed)}</p>}
          <WayOut {...{ projectId, sectionId, code }} />
          <p>
            {t.create.safe} {t.create.again}
          </p>
        </Notice>
      ))}
    </>
  );
}

/** Where the cause can be removed: trying again alone would fail again. */
function WayOut({
  projectId,
  sectionId,
  code,
}: Pick<EndedProps, "projectId" | "sectionId"> & { readonly code: string }) {
  if (/INSUFFICIENT_FUNDS|PLAN_NOT_SUFFICIENT|STORAGE_QUOTA/.test(code)) {
    return <Link to="/account">{t.create.toAccount}</Link>;
  }
  if (/PROVIDER_/.test(code)) return <Link to="/account">{t.create.toEngines}</Link>;
  const hash = /VOICE_UNAVAILABLE/.test(code)
    ? "cast"
    : /REJECTED|AUDIO_FAILED|AUDIO_INVALID/.test(code)
      ? "script"
      : null;
  if (hash === null) return null;
  return (
    <Link to="/stories/$projectId/chapters/$sectionId" params={{ projectId, sectionId }} hash={hash}>
      {hash === "cast" ? t.create.toCast : t.create.toScript}
    </Link>
  );
}
