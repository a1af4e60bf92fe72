// The progress of a run that creates audio: how many lines, and how long still.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { createTexts } from "../i18n/create-texts.ts";
import { formatLength, formatNumber } from "../i18n/i18n.ts";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import { cancelAudio } from "./cancel-audio.ts";
import styles from "./create.module.css";
import { EndedRun } from "./ended-run.tsx";

type Workflow = NonNullable<Awaited<ReturnType<typeof latestRun>>>;
const latestRun = (projectId: string) => api.call("readLatestWorkflow", { params: { projectId } });

interface AudioProgressProps {
  readonly projectId: string;
  readonly sectionId: string;
  readonly workflow: Workflow;
  /** In the bar: without reasons, which this opens. */
  readonly onDetails?: () => void;
  /** In the dialog: the first line of this chapter that could not be spoken. */
  readonly failedLine?: string | undefined;
  readonly onLeave?: () => void;
}

const POLL_MS = 1_000;

export function AudioProgress(props: AudioProgressProps) {
  const { projectId, sectionId, workflow, onDetails, failedLine, onLeave = () => undefined } = props;
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
    mutationFn: () => cancelAudio(projectId, workflow),
    onSuccess: refresh,
  });
  if (highest.current.runId !== run.id) highest.current = { runId: run.id, percent: 0 };
  // Lines that are edited meanwhile count again; the bar does not go back.
  highest.current.percent = Math.max(highest.current.percent, progress.data?.percent ?? 0);
  const percent = Math.floor(highest.current.percent);
  const data = progress.data;
  const left = data?.estimated_remaining_ms;
  const words =
    data === undefined
      ? ""
      : createTexts.progressWords(formatNumber(data.blocks.ready), formatNumber(data.blocks.total));
  // At each quarter, in the bar: the dialog is over it.
  const isInBar = onDetails !== undefined;
  const quarter = Math.floor(percent / 25);
  const latestWords = useRef(words);
  latestWords.current = words;
  useEffect(() => {
    if (isInBar && isRunning && quarter > 0) announce(latestWords.current);
  }, [quarter, isRunning, isInBar]);
  return (
    <div className={onDetails === undefined ? styles.progress : styles.small}>
      {isRunning && (
        <div className={styles.run}>
          <div
            role="progressbar"
            tabIndex={-1}
            aria-label={createTexts.progress}
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
            {left != null && left > 0 && ` · ${createTexts.left(formatLength(left))}`}
          </span>
          <Button
            look="quiet"
            onClick={() => cancel.mutate()}
            disabled={cancel.isPending || run.cancel_requested_at !== null}
          >
            {createTexts.cancel}
          </Button>
        </div>
      )}
      {onDetails !== undefined && isRunning && waitsFor != null && (
        <Button look="quiet" className={styles.unfinished ?? ""} onClick={onDetails}>
          {createTexts.waits}
        </Button>
      )}
      {onDetails === undefined && isRunning && waitsFor != null && (
        <Notice tone="warn">
          <p>{waitsFor}</p>
        </Notice>
      )}
      {onDetails === undefined && !isRunning && (
        <EndedRun {...{ projectId, sectionId, workflow, failedLine, onLeave }} failed={data?.blocks.failed ?? 0} />
      )}
      {cancel.isError && <Fault error={cancel.error} />}
    </div>
  );
}
