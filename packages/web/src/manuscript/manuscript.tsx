// The check of a story's text before it becomes audio: findings by kind, each with its words in context. Nothing changes
// until a person asks for it.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ClientError } from "../api/api.ts";
import { chaptersQuery } from "../api/queries.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { manuscriptTexts } from "../i18n/manuscript-texts.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { NotFound } from "../shell/not-found.tsx";
import { Screen } from "../shell/screen.tsx";
import { titleOfChapter } from "../story/chapter-list.tsx";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import passages from "../ui/passages.module.css";
import {
  checkQuery,
  type FindingKind,
  ignorePlaces,
  isSafe,
  type Mended,
  mendPlaces,
  type StoryFinding,
  undoMends,
  withIgnored,
} from "./findings.ts";
import { FoundWords } from "./found-words.tsx";
import styles from "./manuscript.module.css";

/** Findings of a kind that are shown at first. */
const FIRST = 20;

export function Manuscript() {
  const { projectId } = useParams({ from: "/stories/$projectId/check" });
  const queries = useQueryClient();
  const chapters = useQuery(chaptersQuery(projectId));
  const check = useQuery(checkQuery(projectId));
  const [mended, setMended] = useState<Mended | null>(null);
  const again = () => queries.invalidateQueries({ queryKey: ["story", projectId] });
  const mend = useMutation({
    mutationFn: (findings: readonly StoryFinding[]) => {
      if (check.data === undefined) throw new Error("the text is not checked yet");
      return mendPlaces(projectId, check.data, findings);
    },
    onSuccess: (done) => {
      setMended(done);
      return again();
    },
    onError: () => void check.refetch(),
  });
  const undo = useMutation({
    mutationFn: undoMends,
    onSuccess: () => {
      setMended(null);
      return again();
    },
  });
  const ignore = useMutation({
    mutationFn: (findings: readonly StoryFinding[]) => ignorePlaces(projectId, findings),
    onSuccess: (_, findings) =>
      queries.setQueryData(checkQuery(projectId).queryKey, (held) => held && withIgnored(held, findings)),
  });
  const restore = useMutation({
    mutationFn: () => api.call("restoreFindings", { params: { projectId } }),
    onSuccess: () => check.refetch(),
  });
  if (check.error instanceof ClientError && [400, 403, 404].includes(check.error.status)) return <NotFound />;
  const all = check.data?.findings ?? [];
  const shown = all.filter((one) => !one.ignored);
  const titles = new Map(
    chapters.data?.sections.map((section, index) => [section.id, titleOfChapter(section.title, index)]),
  );
  const isBusy = mend.isPending || undo.isPending || ignore.isPending || check.isFetching;
  return (
    <Screen
      title={manuscriptTexts.title}
      aside={
        <Link to="/stories/$projectId" params={{ projectId }}>
          {manuscriptTexts.back}
        </Link>
      }
    >
      <p className={styles.hint}>{manuscriptTexts.hint}</p>
      {check.isError && <Fault error={check.error} onRetry={() => void check.refetch()} />}
      {mend.isError && <Fault error={mend.error} safe={manuscriptTexts.safe} />}
      {undo.isError && <Fault error={undo.error} />}
      {ignore.isError && <Fault error={ignore.error} />}
      {restore.isError && <Fault error={restore.error} />}
      <div role="status" className={styles.sum}>
        <span>
          {check.data === undefined
            ? check.isError
              ? ""
              : manuscriptTexts.checking
            : shown.length === 0
              ? manuscriptTexts.nothing
              : manuscriptTexts.found(shown.length)}
          {mended !== null && ` ${manuscriptTexts.mended(mended.place_count, mended.stale_block_count)}`}
        </span>
        {mended !== null && (
          <Button look="quiet" disabled={isBusy} onClick={() => undo.mutate(mended)}>
            {t.common.undo}
          </Button>
        )}
        {shown.length < all.length && mayChangeStories() && (
          <Button look="quiet" disabled={restore.isPending} onClick={() => restore.mutate()}>
            {manuscriptTexts.showIgnored(all.length - shown.length)}
          </Button>
        )}
      </div>
      {check.data !== undefined && check.data.next_from !== null && <Notice>{manuscriptTexts.more}</Notice>}
      {(check.data?.kinds ?? []).map(({ kind }) => {
        const own = shown.filter((one) => one.kind === kind);
        return own.length === 0 ? null : (
          <Kind
            key={kind}
            kind={kind}
            findings={own}
            titles={titles.size > 1 ? titles : null}
            projectId={projectId}
            isBusy={isBusy}
            onMend={(findings) => mend.mutate(findings)}
            onIgnore={(findings) => ignore.mutate(findings)}
          />
        );
      })}
    </Screen>
  );
}

interface KindProps {
  readonly kind: FindingKind;
  readonly findings: readonly StoryFinding[];
  /** By section; null for a story of one chapter. */
  readonly titles: ReadonlyMap<string, string> | null;
  readonly projectId: string;
  readonly isBusy: boolean;
  readonly onMend: (findings: readonly StoryFinding[]) => void;
  readonly onIgnore: (findings: readonly StoryFinding[]) => void;
}

function Kind({ kind, findings, titles, projectId, isBusy, onMend, onIgnore }: KindProps) {
  const [isWhole, setWhole] = useState(false);
  const mayMend = mayChangeStories();
  const mendable = findings.filter((one) => one.mend !== null);
  const [name, why] = manuscriptTexts.kinds[kind];
  return (
    <section className={styles.kind} aria-label={name}>
      <div className={styles.head}>
        <h2>
          {name} <span className={styles.count}>{formatNumber(findings.length)}</span>
        </h2>
        {mayMend && isSafe(kind) && mendable.length > 1 && (
          <Button disabled={isBusy} onClick={() => onMend(mendable)}>
            {manuscriptTexts.mendAll(mendable.length)}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{why}</p>
      <ul className={passages.list}>
        {findings.slice(0, isWhole ? undefined : FIRST).map((one) => (
          <li key={`${one.block_id} ${one.start_utf16} ${one.end_utf16}`} className={passages.item}>
            <div className={passages.place}>
              {titles !== null && (
                <span className={passages.chapter} dir="auto">
                  {titles.get(one.section_id)}
                </span>
              )}
              <FoundWords id={wordsId(one)} finding={one} />
            </div>
            <div className={passages.actions}>
              {mayMend && one.mend !== null && (
                <Button disabled={isBusy} aria-describedby={wordsId(one)} onClick={() => onMend([one])}>
                  {manuscriptTexts.mend}
                </Button>
              )}
              <Link
                to="/stories/$projectId/chapters/$sectionId"
                params={{ projectId, sectionId: one.section_id }}
                search={{ line: one.block_id }}
                hash="script"
                className={passages.show}
                aria-describedby={wordsId(one)}
              >
                {manuscriptTexts.showLine}
              </Link>
              {mayMend && (
                <Button look="quiet" disabled={isBusy} aria-describedby={wordsId(one)} onClick={() => onIgnore([one])}>
                  {manuscriptTexts.ignore}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {findings.length > FIRST && !isWhole && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {manuscriptTexts.showAll(findings.length)}
        </Button>
      )}
    </section>
  );
}

const wordsId = ({ block_id, start_utf16, end_utf16 }: StoryFinding) => `words-${block_id}-${start_utf16}-${end_utf16}`;
