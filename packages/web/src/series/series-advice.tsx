// People of earlier books in the cast of a story: proposals with their evidence, and the series that the book names.

import { shownName } from "@fullcast/core/document";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import styles from "../cast/cast.module.css";
import { sentence } from "../cast/misfits.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { t } from "../i18n/i18n.ts";
import { seriesTexts } from "../i18n/series-texts.ts";
import { Button } from "../ui/button.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import { seriesKey, storySeriesQuery, useJoinSeries } from "./series-queries.ts";

/** Proposals that are shown before the user opens all. */
const FIRST = 3;
/** Most answers in one request. */
const MOST_ANSWERS = 200;

type Proposal = Awaited<ReturnType<typeof api.call<"readProjectSeries">>>["proposals"][number];

interface SeriesAdviceProps {
  readonly projectId: string;
  readonly people: readonly Speaker[];
  readonly registryVersion: number;
  /** The cast or the proposals changed. */
  readonly onChanged: () => void;
}

export function SeriesAdvice({ projectId, people, registryVersion, onChanged }: SeriesAdviceProps) {
  const queries = useQueryClient();
  const state = useQuery(storySeriesQuery(projectId));
  const join = useJoinSeries(projectId);
  const [showsAll, setShowsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const answer = useMutation({
    mutationFn: ({ proposals, same }: { readonly proposals: readonly Proposal[]; readonly same: boolean }) =>
      api.call("answerSeriesProposals", {
        params: { projectId },
        body: {
          ...change(),
          base_speaker_registry_version: registryVersion,
          answers: proposals.map((one) => ({ speaker_id: one.speaker_id, person_id: one.person.id, same })),
        },
      }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: seriesKey });
      onChanged();
    },
  });
  if (state.data === undefined) return null;
  const { series, offered } = state.data;
  if (series === null && offered === null) return null;
  const nameOf = ({ speaker_id }: Proposal) => people.find(({ id }) => id === speaker_id)?.name;
  const proposals = state.data.proposals.filter((one) => nameOf(one) !== undefined);
  const shown = showsAll ? proposals : proposals.slice(0, FIRST);
  /** A notice leaves with its answer; the keyboard stays here. */
  const send = (some: readonly Proposal[], same: boolean) => () => {
    section.current?.focus();
    answer.mutate({ proposals: some, same });
  };
  return (
    <section ref={section} tabIndex={-1} className={styles.advice} aria-labelledby={headingId}>
      <div className={proposals.length === 0 && offered === null ? "for-reader" : styles.adviceHead}>
        <h2 id={headingId}>{seriesTexts.fromEarlier(proposals.length)}</h2>
        <span className={styles.answers}>
          {proposals.length > FIRST && (
            <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? castTexts.fewerAdvice : castTexts.allAdvice}
            </Button>
          )}
          {proposals.length > 1 && (
            <Button disabled={answer.isPending} onClick={send(proposals.slice(0, MOST_ANSWERS), true)}>
              {seriesTexts.takeAll}
            </Button>
          )}
        </span>
      </div>
      {offered !== null && (
        <Notice
          action={
            <Button
              disabled={join.isPending}
              onClick={() =>
                join.mutate(offered.series_id === null ? { name: offered.name } : { id: offered.series_id })
              }
            >
              {seriesTexts.join}
            </Button>
          }
        >
          <p>{seriesTexts.offered(offered.name)}</p>
        </Notice>
      )}
      {shown.map((one) => {
        const name = nameOf(one) ?? "";
        const { person } = one;
        return (
          <Notice
            key={`${one.speaker_id} ${person.id}`}
            action={
              <span className={styles.answers}>
                <Button disabled={answer.isPending} aria-label={seriesTexts.takeFor(name)} onClick={send([one], true)}>
                  {seriesTexts.take}
                </Button>
                <Button
                  look="quiet"
                  disabled={answer.isPending}
                  aria-label={seriesTexts.notSameFor(name)}
                  onClick={send([one], false)}
                >
                  {seriesTexts.notSame}
                </Button>
              </span>
            }
          >
            <p>
              {sentence(
                seriesTexts.known(
                  name,
                  shownName(person, t.common.narrator),
                  seriesTexts.books(person.known_in.map(titleOf)),
                ),
              )}
            </p>
            <p className={styles.hint}>
              {[...one.reasons.map(({ kind, name }) => seriesTexts.reasons[kind](name ?? "")), takenOver(one)].join(
                " ",
              )}
            </p>
          </Notice>
        );
      })}
      {join.isError && <Fault error={join.error} />}
      {answer.isError && <Fault error={answer.error} />}
    </section>
  );
}

const titleOf = ({ name }: { readonly name: string }): string => name;

function takenOver({ person, takes_over: { voice, aliases, pronunciation_count } }: Proposal): string {
  return seriesTexts.takesOver(voice ? (person.voice?.voice_name ?? null) : null, aliases, pronunciation_count);
}
