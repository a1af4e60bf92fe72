// Create audio: what will be spoken and what it costs, then its progress. It stands in the player's bar of a chapter.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, change } from "../api/api.ts";
import { useStoryEvents } from "../api/events.ts";
import { chaptersQuery, keys, runQuery } from "../api/queries.ts";
import { formatLength, formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import { AudioProgress } from "./audio-progress.tsx";
import styles from "./create.module.css";

interface Place {
  readonly projectId: string;
  readonly sectionId: string;
}

const QUOTE_AFTER_MS = 2_000;

/** False for the first moments of a chapter. */
function useHasRested(sectionId: string, ms: number): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(sectionId), ms);
    return () => clearTimeout(timer);
  }, [sectionId, ms]);
  return rested === sectionId;
}

/** Calls once after the last of several calls, when no other came for this time. */
function afterQuiet<T>(ms: number, call: (value: T) => void): (value: T) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(value), ms);
  };
}

const quoteKey = (sectionId: string) => ["quote", sectionId];
/** The API takes as many in one run; the others follow in the next one. */
const MOST_CHAPTERS = 16;

export const priceWords = (snowcoins: number): string =>
  snowcoins === 0 ? t.create.free : t.create.snowcoins(formatNumber(snowcoins));

export function CreateAudio({ projectId, sectionId }: Place) {
  const [isOpen, setIsOpen] = useState(false);
  const queries = useQueryClient();
  const run = useQuery(runQuery(projectId, sectionId));
  // A quote of a long chapter is work for the server: it waits until the script is there, and until edits have ended.
  const hasRested = useHasRested(sectionId, QUOTE_AFTER_MS);
  const [refreshQuote] = useState(() =>
    afterQuiet(QUOTE_AFTER_MS, (id: string) => void queries.invalidateQueries({ queryKey: quoteKey(id) })),
  );
  const quote = useQuery({
    enabled: hasRested || isOpen,
    queryKey: quoteKey(sectionId),
    queryFn: ({ signal }) =>
      api.call("quoteWorkflow", {
        params: { projectId },
        body: { schema_version: 2, workflow_kind: "create_audio", section_ids: [sectionId] },
        signal,
      }),
  });
  useStoryEvents(projectId, (event) => {
    const what: string = event.event;
    if (["run", "document", "speakers"].includes(what)) refreshQuote(sectionId);
    if (what === "run") void queries.invalidateQueries({ queryKey: keys.run(projectId, sectionId) });
  });
  const chapters = useQuery(chaptersQuery(projectId)).data?.sections ?? [];
  const othersNeedAudio = chapters.some(
    ({ id, activity_status }) => id !== sectionId && activity_status !== "audio_ready" && activity_status !== "blank",
  );
  const latest = run.data ?? null;
  const isRunning = latest !== null && latest.run.workflow_kind === "create_audio" && latest.run.completed_at === null;
  return (
    <>
      {isRunning && <AudioProgress projectId={projectId} sectionId={sectionId} workflow={latest} isSmall />}
      {!isRunning && quote.data !== undefined && (
        <span className={styles.summary}>
          {quote.data.blocks === 0
            ? t.create.nothing
            : t.create.summary(t.common.lines(quote.data.blocks), priceWords(quote.data.snowcoins))}
        </span>
      )}
      {!isRunning && (
        <Button
          onClick={() => setIsOpen(true)}
          disabled={quote.data?.blocks === 0 && latest?.run.resumable !== true && !othersNeedAudio}
        >
          {t.create.createAudio}
        </Button>
      )}
      {isOpen && <CreateDialog {...{ projectId, sectionId }} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CreateDialog({ projectId, sectionId, onClose }: Place & { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const latest = useQuery(runQuery(projectId, sectionId)).data ?? null;
  const sections = useQuery(chaptersQuery(projectId)).data?.sections ?? [];
  const silent = sections
    .filter((one) => one.activity_status !== "audio_ready" && one.activity_status !== "blank")
    .map(({ id }) => id);
  const next = silent.slice(0, MOST_CHAPTERS);
  const hasMany = next.some((id) => id !== sectionId);
  const [wantsAll, setWantsAll] = useState(false);
  const isAll = wantsAll && hasMany;
  const sectionIds = isAll ? next : [sectionId];
  const quote = useQuery<Awaited<ReturnType<typeof quoteOf>>>({
    queryKey: isAll ? [...quoteKey(sectionId), "all", ...next] : quoteKey(sectionId),
    queryFn: () => quoteOf(projectId, sectionIds),
  });
  const media = useQuery({
    queryKey: ["media", sectionId],
    queryFn: ({ signal }) => api.call("readSectionMedia", { params: { sectionId }, signal }),
  });
  const start = useMutation({
    mutationFn: () =>
      api.call("startWorkflow", {
        params: { projectId },
        body: { ...change(), schema_version: 2, workflow_kind: "create_audio", section_ids: sectionIds },
      }),
    // Every chapter of the run shows its progress.
    onSuccess: () => queries.invalidateQueries({ queryKey: ["story", projectId, "run"] }),
  });
  const fresh = media.data?.blocks.filter((block) => block.freshness === "current").length ?? 0;
  const isRunning = latest !== null && latest.run.workflow_kind === "create_audio" && latest.run.completed_at === null;
  // What was started here has been made: nothing is left to show.
  const isMade = start.data !== undefined && latest?.run.id === start.data.run.id && latest.run.status === "completed";
  useEffect(() => {
    if (isMade) onClose();
  }, [isMade, onClose]);
  const hasEnded = latest !== null && latest.run.workflow_kind === "create_audio" && latest.run.completed_at !== null;
  const data = quote.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.create.createAudio}
      actions={
        !isRunning && (
          <Button
            look="primary"
            disabled={data === undefined || data.blocks === 0 || start.isPending}
            onClick={() => start.mutate()}
          >
            {t.create.start}
          </Button>
        )
      }
    >
      {hasMany && !isRunning && (
        <Choice
          label={t.create.scope}
          value={isAll ? "all" : "chapter"}
          onChoose={(value) => setWantsAll(value === "all")}
          options={[
            { value: "chapter", label: t.create.thisChapter },
            {
              value: "all",
              label:
                silent.length > next.length ? t.create.nextChapters(next.length) : t.create.allChapters(next.length),
            },
          ]}
        />
      )}
      {isRunning ? (
        <AudioProgress {...{ projectId, sectionId }} workflow={latest} />
      ) : (
        data !== undefined && (
          <dl className={styles.quote}>
            <dt>{t.create.lines}</dt>
            <dd>{formatNumber(data.blocks)}</dd>
            <dt>{t.create.characters}</dt>
            <dd>{formatNumber(data.characters)}</dd>
            <dt>{t.create.audio}</dt>
            <dd>{t.common.about(formatLength(data.estimated_audio_ms))}</dd>
            <dt>{t.create.time}</dt>
            <dd>{formatLength(data.estimated_seconds * 1000)}</dd>
            <dt>{t.create.price}</dt>
            <dd>
              <strong>{priceWords(data.snowcoins)}</strong>
              {data.by_provider.length > 1 &&
                data.by_provider.map((one) => (
                  <span key={one.provider} className={styles.by}>
                    {t.create.by(one.provider, t.common.lines(one.blocks), priceWords(one.snowcoins))}
                  </span>
                ))}
            </dd>
            {!isAll && (
              <>
                <dt>{t.create.stays}</dt>
                <dd>{t.create.staysLines(formatNumber(fresh))}</dd>
              </>
            )}
          </dl>
        )
      )}
      {quote.isError && <Fault error={quote.error} onRetry={() => void quote.refetch()} />}
      {start.isError && <Fault error={start.error} safe={t.create.safe} onRetry={() => start.mutate()} />}
      {hasEnded && <AudioProgress {...{ projectId, sectionId }} workflow={latest} />}
    </Dialog>
  );
}

const quoteOf = (projectId: string, sectionIds: readonly string[]) =>
  api.call("quoteWorkflow", {
    params: { projectId },
    body: { schema_version: 2, workflow_kind: "create_audio", section_ids: [...sectionIds] },
  });
