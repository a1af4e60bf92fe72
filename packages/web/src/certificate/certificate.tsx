// The listening certificate: how many words a recogniser confirmed, and the lines that were heard differently.

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api, ClientError } from "../api/api.ts";
import { chaptersQuery } from "../api/queries.ts";
import { certificateTexts } from "../i18n/certificate-texts.ts";
import { t } from "../i18n/i18n.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { NotFound } from "../shell/not-found.tsx";
import { Screen } from "../shell/screen.tsx";
import { titleOfChapter } from "../story/chapter-list.tsx";
import { announce, useAnnounced } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import passages from "../ui/passages.module.css";
import styles from "./certificate.module.css";
import { DivergentPlace } from "./divergent-place.tsx";

const LOOK_MS = 1_000;
const PAGE = 50;

export function CertificateScreen() {
  const { projectId } = useParams({ from: "/stories/$projectId/certificate" });
  const params = { projectId };
  const queries = useQueryClient();
  const chapters = useQuery(chaptersQuery(projectId));
  const stateKey = ["certificate", projectId];
  const wordsKey = ["certificate-words", projectId];
  const state = useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) => api.call("readCertificate", { params, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? LOOK_MS : false),
  });
  const words = useInfiniteQuery({
    queryKey: wordsKey,
    queryFn: ({ pageParam, signal }) =>
      api.call("readConfirmedWords", { params, query: { from: pageParam, limit: PAGE }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next_from,
  });
  const now = state.data;
  const refresh = () => Promise.all([stateKey, wordsKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
  // The words of a check that ended, and of the lines that were heard meanwhile.
  const heard = now === undefined ? null : `${now.state} ${now.heard_lines}`;
  useEffect(() => {
    if (heard !== null) void queries.invalidateQueries({ queryKey: ["certificate-words", projectId] });
  }, [heard, projectId, queries]);
  const ended = now !== undefined && now.state !== "running" ? now.state : null;
  // The sums change with every line; they are said at the end.
  useAnnounced(now?.state === "running" ? certificateTexts.listening : "");
  const wasRunning = useRef(false);
  const { data: pages, isFetching } = words;
  useEffect(() => {
    if (ended === null) wasRunning.current = now?.state === "running";
    else if (wasRunning.current && !isFetching) {
      wasRunning.current = false;
      const last = pages?.pages.at(-1);
      if (last !== undefined) announce(certificateTexts.confirmed(last.confirmed_words, last.words));
    }
  }, [ended, now?.state, isFetching, pages]);
  const turn = useMutation({
    mutationFn: (operation: "startCertificate" | "cancelCertificate") => api.call(operation, { params }),
    onSuccess: (answer) => queries.setQueryData(stateKey, answer),
  });
  if (state.error instanceof ClientError && [400, 403, 404].includes(state.error.status)) return <NotFound />;
  const titles = new Map(
    chapters.data?.sections.map((section, index) => [section.id, titleOfChapter(section.title, index)]),
  );
  const sums = words.data?.pages.at(-1);
  const places = words.data?.pages.flatMap(({ divergences }) => divergences) ?? [];
  const isRunning = now?.state === "running";
  return (
    <Screen
      title={certificateTexts.title}
      aside={
        <Link to="/stories/$projectId" params={params}>
          {certificateTexts.back}
        </Link>
      }
    >
      <p className={styles.hint}>{certificateTexts.hint}</p>
      {state.isPending && <p role="status">{t.common.loading}</p>}
      {state.isError && <Fault error={state.error} onRetry={() => void state.refetch()} />}
      {turn.isError && <Fault error={turn.error} safe={certificateTexts.safe} />}
      {now?.recogniser === null && (
        <Notice>
          <p>{certificateTexts.missing}</p>
        </Notice>
      )}
      {now?.lines === 0 && (
        <Notice>
          <p>{certificateTexts.noAudio}</p>
        </Notice>
      )}
      {now?.state === "failed" && (
        <Notice tone="warn">
          <p>
            {certificateTexts.failed} {now.fault}
          </p>
        </Notice>
      )}
      {now?.state === "cancelled" && (
        <Notice>
          <p>{certificateTexts.cancelled}</p>
        </Notice>
      )}
      {now !== undefined && now.lines > 0 && (
        <div className={styles.sum}>
          {sums !== undefined && sums.heard_lines > 0 && (
            <strong>{certificateTexts.confirmed(sums.confirmed_words, sums.words)}</strong>
          )}
          <span>{isRunning && certificateTexts.listening}</span>
          {isRunning && (
            <progress aria-label={certificateTexts.progress} max={Math.max(1, now.lines)} value={now.heard_lines} />
          )}
          <span className={styles.soft}>
            {certificateTexts.heard(now.heard_lines, now.lines)}
            {now.recogniser !== null && ` · ${certificateTexts.by(now.recogniser)}`}
          </span>
          {mayChangeStories() && now.recogniser !== null && (isRunning || now.heard_lines < now.lines) && (
            <Button
              look={isRunning ? "plain" : "primary"}
              disabled={turn.isPending}
              onClick={() => turn.mutate(isRunning ? "cancelCertificate" : "startCertificate")}
            >
              {isRunning
                ? certificateTexts.stop
                : now.heard_lines === 0
                  ? certificateTexts.start
                  : certificateTexts.again}
            </Button>
          )}
        </div>
      )}
      {words.isError && <Fault error={words.error} onRetry={() => void words.refetch()} />}
      {sums !== undefined && sums.heard_lines > 0 && (
        <section aria-labelledby="differences">
          <h2 id="differences">
            {sums.divergence_count === 0 ? certificateTexts.none : certificateTexts.differences(sums.divergence_count)}
          </h2>
          {places.length > 0 && (
            <ul className={`${passages.list} ${styles.differences}`} aria-labelledby="differences">
              {places.map((place) => (
                <DivergentPlace
                  key={`${place.block_id} ${place.start_utf16} ${place.end_utf16}`}
                  projectId={projectId}
                  place={place}
                  chapter={titles.size > 1 ? (titles.get(place.section_id) ?? null) : null}
                  onUsed={refresh}
                />
              ))}
            </ul>
          )}
          {words.hasNextPage && (
            <Button disabled={words.isFetching} onClick={() => void words.fetchNextPage()}>
              {certificateTexts.more}
            </Button>
          )}
        </section>
      )}
    </Screen>
  );
}
