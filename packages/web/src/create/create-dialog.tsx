// The dialog of Create audio: what will be spoken and what it costs, then its progress, then how it ended.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, change, type SectionSummary } from "../api/api.ts";
import { chaptersQuery, enginesQuery, runQuery } from "../api/queries.ts";
import { UnspokenNotice } from "../cast/unspoken-notice.tsx";
import { createTexts } from "../i18n/create-texts.ts";
import { formatLength, formatNumber, t } from "../i18n/i18n.ts";
import { chapterSoundsQuery } from "../sounds/chapter-sounds.ts";
import { ChapterTicks } from "../story/chapter-ticks.tsx";
import buttonStyles from "../ui/button.module.css";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import { AudioProgress } from "./audio-progress.tsx";
import { batchesOf, MOST_CHAPTERS, MOST_OF_A_RUN } from "./batches.ts";
import styles from "./create.module.css";
import { mediaQuery } from "./media-query.ts";
import { priceWords, quoteQuery } from "./quote.ts";

const SCOPES = ["chapter", "some", "all", "chosen"] as const;
type Scope = (typeof SCOPES)[number];

/** The numbers stay, dimmed, while others are counted: the dialog keeps its size under the pointer. */
const placeholderData = keepPreviousData;

/** It has lines without audio. */
const isSilent = ({ activity_status }: SectionSummary) =>
  activity_status !== "audio_ready" && activity_status !== "blank";

/** The chapters of a scope, from the first one on. */
function chaptersOf(
  scope: Scope,
  of: {
    readonly sectionId: string;
    readonly silent: readonly string[];
    readonly chosen: ReadonlySet<string>;
  },
): readonly string[] {
  if (scope === "chapter") return [of.sectionId];
  if (scope === "some") return of.silent.slice(0, MOST_OF_A_RUN);
  return (scope === "all" ? of.silent : [...of.chosen]).slice(0, MOST_CHAPTERS);
}

interface CreateDialogProps {
  readonly projectId: string;
  readonly sectionId: string;
  readonly onStarted?: (sectionIds: readonly string[]) => void;
  readonly onClose: () => void;
}

export function CreateDialog({ projectId, sectionId, onStarted, onClose }: CreateDialogProps) {
  const queries = useQueryClient();
  const latest = useQuery(runQuery(projectId, sectionId)).data ?? null;
  const sections = useQuery(chaptersQuery(projectId)).data?.sections ?? [];
  const silent = sections.filter(isSilent).map(({ id }) => id);
  const hasMany = silent.some((id) => id !== sectionId);
  const [wanted, setWanted] = useState<Scope>("chapter");
  const scope = hasMany ? wanted : "chapter";
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set([sectionId]));
  const chosen = new Set(silent.filter((id) => ticked.has(id)));
  const sectionIds = chaptersOf(scope, { sectionId, silent, chosen });
  const isOwn = sectionIds.length === 1 && sectionIds[0] === sectionId;
  const hasChapters = sectionIds.length > 0;
  const quote = useQuery({ ...quoteQuery(projectId, sectionId, sectionIds), placeholderData, enabled: hasChapters });
  const engines = useQuery({ ...enginesQuery, enabled: quote.data !== undefined });
  const engineOf = (provider: string) => engines.data?.engines.find((engine) => engine.provider === provider);
  const engineName = (provider: string) => engineOf(provider)?.name ?? provider;
  // Engines that cannot speak now. A person chooses: their lines wait, or other voices speak them.
  const away = (quote.data?.by_provider ?? []).filter(
    ({ provider }) => (engineOf(provider)?.status ?? "available") !== "available",
  );
  const awayProviders = away.map(({ provider }) => provider);
  const [wantsOthers, setWantsOthers] = useState(false);
  const hasOthers = wantsOthers && away.length > 0;
  const withOthers = useQuery({
    ...quoteQuery(projectId, sectionId, sectionIds, awayProviders),
    placeholderData,
    enabled: hasOthers && hasChapters,
  });
  const asked = hasOthers ? withOthers : quote;
  const data = hasChapters ? asked.data : undefined;
  const isCounting = hasChapters && (asked.isPending || asked.isPlaceholderData);
  const price = data?.snowcoins ?? 0;
  const balance = useQuery({
    queryKey: ["balance", "available"],
    queryFn: async ({ signal }) => (await api.call("readBalance", { signal })).balance.available_snowcoins,
    enabled: price > 0,
  });
  const isPoor = price > 0 && balance.data !== undefined && balance.data < price;
  const media = useQuery(mediaQuery(sectionId));
  const sounds = useQuery(chapterSoundsQuery(sectionId));
  const isRunning = latest !== null && latest.run.workflow_kind === "create_audio" && latest.run.completed_at === null;
  const hasEnded = latest !== null && latest.run.workflow_kind === "create_audio" && latest.run.completed_at !== null;
  // A run that did not reach its end continues; another one would do the same work.
  const continued = hasEnded && isOwn && latest.run.resumable ? latest.run.id : null;
  // Where one of several runs is refused, the next press starts those that are missing: the others keep their ids.
  const [changes] = useState(() => new Map<string, ReturnType<typeof change>>());
  const changeOf = (batch: readonly string[]) => {
    const key = batch.join(" ");
    const known = changes.get(key) ?? change();
    changes.set(key, known);
    return known;
  };
  const start = useMutation({
    mutationFn: async () => {
      if (continued !== null) {
        await api.call("resumeWorkflow", { params: { workflowRunId: continued }, body: change() });
        return;
      }
      const others = away.length === 0 ? {} : { other_voices_for: wantsOthers ? awayProviders : [] };
      for (const batch of batchesOf(sectionIds)) {
        await api.call("startWorkflow", {
          params: { projectId },
          body: {
            ...changeOf(batch),
            schema_version: 2,
            workflow_kind: "create_audio",
            section_ids: [...batch],
            ...others,
          },
        });
      }
    },
    // Every chapter of the run shows its progress. The page is free again: a person listens while the rest is made.
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["story", projectId, "run"] });
      onStarted?.(sectionIds);
      onClose();
    },
  });
  const fresh = media.data?.blocks.filter((block) => block.freshness === "current").length ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={createTexts.createAudio}
      actions={
        !isRunning && (
          <Button
            look="primary"
            disabled={data === undefined || isCounting || data.blocks === 0 || isPoor || start.isPending}
            onClick={() => start.mutate()}
          >
            {continued === null ? createTexts.start : createTexts.continue}
          </Button>
        )
      }
    >
      {hasMany && !isRunning && (
        <Choice
          label={createTexts.scope}
          value={scope}
          onChoose={(value) => setWanted(SCOPES.find((one) => one === value) ?? "chapter")}
          options={[
            { value: "chapter", label: createTexts.thisChapter },
            ...(silent.length > MOST_OF_A_RUN
              ? [{ value: "some", label: createTexts.nextChapters(MOST_OF_A_RUN) }]
              : []),
            {
              value: "all",
              label:
                silent.length > MOST_CHAPTERS
                  ? createTexts.nextChapters(MOST_CHAPTERS)
                  : createTexts.allChapters(silent.length),
            },
            { value: "chosen", label: createTexts.chosenChapters },
          ]}
        />
      )}
      {scope === "chosen" && !isRunning && (
        <div className={styles.ticks}>
          <ChapterTicks
            label={createTexts.chosenChapters}
            isLabelHidden
            sections={sections}
            isOffered={isSilent}
            chosen={chosen}
            onChoose={setTicked}
          />
        </div>
      )}
      {isRunning ? (
        <AudioProgress {...{ projectId, sectionId }} workflow={latest} />
      ) : (
        data !== undefined && (
          <dl className={styles.quote} aria-busy={isCounting}>
            <dt>{createTexts.lines}</dt>
            <dd>{formatNumber(data.blocks)}</dd>
            <dt>{createTexts.characters}</dt>
            <dd>{formatNumber(data.characters)}</dd>
            <dt>{createTexts.audio}</dt>
            <dd>{t.common.about(formatLength(data.estimated_audio_ms))}</dd>
            <dt>{createTexts.time}</dt>
            <dd>{formatLength(data.estimated_seconds * 1000)}</dd>
            <dt>{createTexts.price}</dt>
            <dd>
              <strong>{priceWords(data.snowcoins)}</strong>
              {(data.by_provider.length > 1 || price > 0) &&
                data.by_provider.map((one) => (
                  <span key={one.provider} className={styles.by}>
                    {createTexts.by(engineName(one.provider), t.common.lines(one.blocks), priceWords(one.snowcoins))}
                  </span>
                ))}
            </dd>
            {isOwn && sounds.data !== undefined && (
              <>
                <dt>{createTexts.sounds}</dt>
                <dd>
                  {sounds.data ? createTexts.soundsAdded : createTexts.soundsOff}{" "}
                  <Link
                    to="/stories/$projectId/chapters/$sectionId"
                    params={{ projectId, sectionId }}
                    hash="sounds"
                    aria-label={`${createTexts.soundsChange}: ${createTexts.sounds}`}
                    onClick={onClose}
                  >
                    {createTexts.soundsChange}
                  </Link>
                </dd>
              </>
            )}
            {balance.data !== undefined && price > 0 && (
              <>
                <dt>{createTexts.balance}</dt>
                <dd>{createTexts.snowcoins(formatNumber(balance.data))}</dd>
              </>
            )}
            {isOwn && fresh > 0 && (
              <>
                <dt>{createTexts.stays}</dt>
                <dd>{createTexts.staysLines(formatNumber(fresh))}</dd>
              </>
            )}
          </dl>
        )
      )}
      {!isRunning && isCounting && <p role="status">{createTexts.counting}</p>}
      {!isRunning && continued === null && away.length > 0 && (
        <Notice tone="warn">
          {away.map(({ provider, blocks }) => (
            <p key={provider}>
              <strong>{createTexts.awayLines(engineName(provider), t.common.lines(blocks))}</strong>
            </p>
          ))}
          <Choice
            label={createTexts.awayChoice}
            value={wantsOthers ? "others" : "wait"}
            onChoose={(value) => setWantsOthers(value === "others")}
            options={[
              { value: "wait", label: createTexts.awayWait },
              { value: "others", label: createTexts.awayOthers },
            ]}
          />
        </Notice>
      )}
      {withOthers.isError && <Fault error={withOthers.error} onRetry={() => void withOthers.refetch()} />}
      {!isRunning && <UnspokenNotice unspoken={data?.unspoken_language} />}
      {!isRunning && isPoor && (
        <Notice
          tone="warn"
          action={
            <Link
              to="/stories/$projectId/chapters/$sectionId"
              params={{ projectId, sectionId }}
              hash="cast"
              className={`${buttonStyles.button} ${buttonStyles.plain}`}
              onClick={onClose}
            >
              {createTexts.toCast}
            </Link>
          }
        >
          <p>
            <strong>{createTexts.poor(formatNumber(price), formatNumber(balance.data ?? 0))}</strong>
          </p>
          <p>{createTexts.poorHint}</p>
        </Notice>
      )}
      {quote.isError && <Fault error={quote.error} onRetry={() => void quote.refetch()} />}
      {start.isError && <Fault error={start.error} safe={createTexts.safe} onRetry={() => start.mutate()} />}
      {hasEnded && latest.run.status !== "completed" && (
        <AudioProgress
          {...{ projectId, sectionId }}
          workflow={latest}
          failedLine={media.data?.blocks.find(({ activity }) => activity === "failed")?.block_id}
          onLeave={onClose}
        />
      )}
    </Dialog>
  );
}
