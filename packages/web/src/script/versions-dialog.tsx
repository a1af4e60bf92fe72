// The versions of a script: a list, what differs since one of them, and the way back to it, which can be undone.

import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, change } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { formatAgo, formatMoment, formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./dialogs.module.css";
import { wordsOf } from "./line.ts";
import type { People } from "./people.ts";
import type { ScriptDesk } from "./script-desk.ts";
import { changesSince, type LineChange, summaryWords } from "./script-versions.ts";
import shared from "./shared.module.css";
import { wordChanges } from "./word-changes.ts";

const PAGE = 50;

export function VersionsDialog({ desk, onClose }: { readonly desk: ScriptDesk; readonly onClose: () => void }) {
  const { params } = desk;
  const current = desk.model.documentVersion;
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = useInfiniteQuery({
    queryKey: [...keys.script(params.sectionId), "versions", current],
    queryFn: ({ pageParam, signal }) =>
      api.call("listDocumentVersions", {
        params,
        query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const restore = useMutation({
    mutationFn: async (version: number) => {
      await desk.settled();
      await api.call("restoreDocument", {
        params,
        body: { ...change(), base_document_version: desk.model.documentVersion, document_version: version },
      });
      await desk.catchUp();
    },
    onSuccess: onClose,
  });
  const listed = versions.data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t.script.versions}
      description={t.script.versionsHint}
      actions={
        chosen !== null &&
        chosen !== current && (
          <Button look="primary" disabled={restore.isPending} onClick={() => restore.mutate(chosen)}>
            {t.script.bringBack}
          </Button>
        )
      }
    >
      {versions.isError && <Fault error={versions.error} onRetry={() => void versions.refetch()} />}
      {restore.isError && <Fault error={restore.error} />}
      <div className={styles.history}>
        <ol aria-label={t.script.versions} className={styles.versionList}>
          {listed.map((version) => {
            const isCurrent = version.document_version === current;
            return (
              <li key={version.document_version}>
                <button
                  type="button"
                  className={styles.version}
                  aria-pressed={chosen === version.document_version}
                  disabled={isCurrent}
                  onClick={() => setChosen(version.document_version)}
                >
                  <span>{summaryWords(version.summary)}</span>
                  <time className={shared.hint} dateTime={version.created_at} title={formatMoment(version.created_at)}>
                    {isCurrent ? t.script.versionNow : formatAgo(version.created_at)}
                  </time>
                </button>
              </li>
            );
          })}
          {versions.hasNextPage && (
            <li>
              <Button look="quiet" onClick={() => void versions.fetchNextPage()}>
                {t.common.more}
              </Button>
            </li>
          )}
        </ol>
        <section className={styles.changes} aria-label={t.script.differences}>
          {chosen === null ? (
            <p className={shared.hint}>{t.script.chooseVersion}</p>
          ) : (
            <Differences desk={desk} version={chosen} current={current} />
          )}
        </section>
      </div>
    </Dialog>
  );
}

interface DifferencesProps {
  readonly desk: ScriptDesk;
  readonly version: number;
  readonly current: number;
}

function Differences({ desk, version, current }: DifferencesProps) {
  const { sectionId } = desk.params;
  const found = useQuery({
    queryKey: [...keys.script(sectionId), "changes", version, current],
    queryFn: ({ signal }) => changesSince(sectionId, version, signal),
  });
  if (found.isError) return <Fault error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <p className={shared.hint}>{t.common.loading}</p>;
  const { changes, more, isReordered } = found.data;
  return (
    <>
      <p className={shared.hint} role="status">
        {changes.length === 0
          ? t.script.noDifference
          : t.script.changedSince(formatNumber(changes.length + more), changes.length + more)}
        {isReordered && ` ${t.script.reordered}`}
      </p>
      <ul className={styles.changeList}>
        {changes.map((one) => (
          <Change key={one.id} change={one} people={desk.people} />
        ))}
      </ul>
      {more > 0 && <p className={shared.hint}>{t.script.moreChanges(formatNumber(more))}</p>}
    </>
  );
}

function Change({ change: { before, after }, people }: { readonly change: LineChange; readonly people: People }) {
  const nameOf = (id: string | null) => (id === null ? t.script.unassigned : (people.byId.get(id)?.name ?? ""));
  const hasOtherSpeaker = before !== null && after !== null && before.speaker_id !== after.speaker_id;
  const runs = wordChanges(before === null ? "" : wordsOf(before).trim(), after === null ? "" : wordsOf(after).trim());
  return (
    <li className={styles.change}>
      {hasOtherSpeaker && (
        <p className={shared.hint}>
          <del dir="auto">{nameOf(before.speaker_id)}</del> → <ins dir="auto">{nameOf(after.speaker_id)}</ins>
        </p>
      )}
      {before !== null && after !== null && before.kind !== after.kind && (
        <p className={shared.hint}>{after.kind === "excluded" ? t.script.leftOut : t.script.otherKind}</p>
      )}
      <p dir="auto" className={styles.changeWords}>
        {runs.map((one, index) =>
          one.kind === "same" ? (
            one.text
          ) : one.kind === "gone" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line never move.
            <del key={index}>{one.text}</del>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line never move.
            <ins key={index}>{one.text}</ins>
          ),
        )}
      </p>
    </li>
  );
}
