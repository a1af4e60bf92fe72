// A place that was heard differently: its words, its sound, and what can be done.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, change } from "../api/api.ts";
import { certificateTexts } from "../i18n/certificate-texts.ts";
import { soundLine, stopLine, usePlayingLine } from "../script/line-audio.ts";
import { takesQuery, useSpeakAgain } from "../script/speak-again.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import passages from "../ui/passages.module.css";
import styles from "./certificate.module.css";

type Place = Awaited<ReturnType<typeof api.call<"readConfirmedWords">>>["divergences"][number];

/** Heard before the words, so that the ear finds its way, seconds. */
const LEAD = 0.8;

interface DivergentPlaceProps {
  readonly projectId: string;
  readonly place: Place;
  /** Null in a story of one chapter. */
  readonly chapter: string | null;
  /** A new take plays: what was heard of the line no longer counts. */
  readonly onUsed: () => Promise<unknown>;
}

const nothing = () => Promise.resolve();

export function DivergentPlace({ projectId, place, chapter, onUsed }: DivergentPlaceProps) {
  const { section_id: sectionId, block_id: blockId, start_ms } = place;
  const queries = useQueryClient();
  const soundId = `certificate ${blockId} ${place.start_utf16}`;
  const isSounding = usePlayingLine() === soundId;
  const wordsId = `words-${blockId}-${place.start_utf16}-${place.end_utf16}`;
  const play = useMutation({
    mutationFn: async () => {
      const { takes, active_take_id } = await queries.fetchQuery({ ...takesQuery(sectionId, blockId), staleTime: 0 });
      return takes.find(({ id }) => id === active_take_id) ?? takes[0];
    },
    onSuccess: (take) => {
      if (take !== undefined) soundLine(soundId, `${take.url}#t=${Math.max(0, start_ms / 1000 - LEAD).toFixed(2)}`);
    },
  });
  const again = useSpeakAgain({ params: { sectionId }, settled: nothing, readMedia: nothing }, blockId);
  const made = again.data ?? null;
  const use = useMutation({
    mutationFn: (takeId: string) =>
      api.call("activateTake", { params: { sectionId, blockId, takeId }, body: change() }),
    onSuccess: () => {
      // The place leaves the list.
      announce(certificateTexts.used);
      return onUsed();
    },
  });
  const fault = play.error ?? again.error ?? use.error;
  return (
    <li className={passages.item}>
      <div className={passages.place}>
        {chapter !== null && (
          <span className={passages.chapter} dir="auto">
            {chapter}
          </span>
        )}
        <p id={wordsId} className={passages.words} dir="auto">
          {place.before}
          <mark>{place.words === "" ? "⌃" : place.words}</mark>
          {place.after}
        </p>
        <dl className={styles.compared}>
          <div>
            <dt>{certificateTexts.expected}</dt>
            <dd dir="auto">{place.expected === "" ? certificateTexts.unsaid : place.expected}</dd>
          </div>
          <div>
            <dt>{certificateTexts.heardAs}</dt>
            <dd dir="auto">{place.heard === "" ? certificateTexts.unsaid : place.heard}</dd>
          </div>
        </dl>
        {use.isSuccess && <p>{certificateTexts.used}</p>}
        {fault !== null && <Fault error={fault} />}
      </div>
      <div className={passages.actions}>
        <Button
          disabled={play.isPending}
          aria-describedby={wordsId}
          onClick={() => (isSounding ? stopLine() : play.mutate())}
        >
          {isSounding ? certificateTexts.pause : certificateTexts.play}
        </Button>
        {mayChangeStories() && (
          <Button disabled={again.isPending} aria-describedby={wordsId} onClick={() => again.mutate()}>
            {again.isPending ? certificateTexts.speaking : certificateTexts.speakAgain}
          </Button>
        )}
        {made !== null && !use.isSuccess && (
          <Button look="primary" disabled={use.isPending} onClick={() => use.mutate(made.id)}>
            {certificateTexts.use}
          </Button>
        )}
        <Link
          to="/stories/$projectId/chapters/$sectionId"
          params={{ projectId, sectionId }}
          search={{ line: blockId }}
          hash="script"
          className={passages.show}
          aria-describedby={wordsId}
        >
          {certificateTexts.goToLine}
        </Link>
      </div>
    </li>
  );
}
