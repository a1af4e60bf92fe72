// Create audio in the bar of a chapter: its short quote or its progress, and the button that opens the dialog.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { afterQuiet } from "../api/after-quiet.ts";
import { useStoryEvents } from "../api/events.ts";
import { chaptersQuery, keys, runQuery } from "../api/queries.ts";
import { createTexts } from "../i18n/create-texts.ts";
import { t } from "../i18n/i18n.ts";
import { firstSound } from "../player/first-sound.ts";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { AudioProgress } from "./audio-progress.tsx";
import styles from "./create.module.css";
import { CreateDialog } from "./create-dialog.tsx";
import { priceWords, quoteKey, quoteQuery } from "./quote.ts";

interface Place {
  readonly projectId: string;
  readonly sectionId: string;
}

const QUOTE_AFTER_MS = 2_000;
/** The events of a step come together. */
const TOGETHER_MS = 150;

/** False for the first moments of a chapter. */
function useHasRested(sectionId: string, ms: number): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(sectionId), ms);
    return () => clearTimeout(timer);
  }, [sectionId, ms]);
  return rested === sectionId;
}

function endWords({
  status,
  error_summary,
}: {
  readonly status: string;
  readonly error_summary: readonly unknown[];
}): string {
  if (status === "cancelled") return createTexts.cancelled;
  return error_summary.length > 0 ? createTexts.failed : createTexts.finished;
}

export function CreateAudio({ projectId, sectionId }: Place) {
  const [isOpen, setIsOpen] = useState(false);
  const queries = useQueryClient();
  const run = useQuery(runQuery(projectId, sectionId));
  // A quote of a long chapter is work for the server: it waits until the script is there, and until edits have ended.
  const hasRested = useHasRested(sectionId, QUOTE_AFTER_MS);
  const [refreshQuote] = useState(() =>
    afterQuiet(QUOTE_AFTER_MS, (id: string) => void queries.invalidateQueries({ queryKey: quoteKey(id) })),
  );
  const [refreshState] = useState(() =>
    afterQuiet(QUOTE_AFTER_MS, () => {
      void queries.invalidateQueries({ queryKey: keys.chapters(projectId) });
      void queries.invalidateQueries({ queryKey: keys.stories });
    }),
  );
  const isAwaited = useSyncExternalStore(firstSound.subscribe, firstSound.isAwaited);
  const quote = useQuery({
    enabled: (hasRested && !isAwaited) || isOpen,
    ...quoteQuery(projectId, sectionId),
  });
  const [readTogether] = useState(() =>
    afterQuiet(TOGETHER_MS, ({ projectId, sectionId }: Place) => {
      void queries.invalidateQueries({ queryKey: keys.story(projectId) });
      void queries.invalidateQueries({ queryKey: keys.script(sectionId) });
      void queries.invalidateQueries({ queryKey: keys.stories });
    }),
  );
  // What is missed while a first sound is awaited is read once it is there.
  const isBehind = useRef(false);
  const readAgain = () => {
    isBehind.current = firstSound.isAwaited();
    if (!isBehind.current) readTogether({ projectId, sectionId });
  };
  useEffect(() => {
    if (isAwaited || !isBehind.current) return;
    isBehind.current = false;
    readTogether({ projectId, sectionId });
  }, [isAwaited, readTogether, projectId, sectionId]);
  useStoryEvents(
    projectId,
    (event) => {
      const what: string = event.event;
      if (["run", "document", "speakers"].includes(what)) refreshQuote(sectionId);
      // Play speaks lines without a run.
      if (event.event === "block") {
        if (event.data.section_id === sectionId) refreshQuote(sectionId);
        refreshState(null);
      }
      // All parts of the chapter show what a run made: its voices, its lines, its state.
      if (what === "run" || what === "reset") readAgain();
      // Another tab or program changed the name, the book, the order of chapters or the lexicon.
      if (what === "project") {
        void queries.invalidateQueries({ queryKey: keys.story(projectId) });
        void queries.invalidateQueries({ queryKey: keys.stories });
      }
      if (what === "speakers") void queries.invalidateQueries({ queryKey: keys.speakers(projectId) });
    },
    readAgain,
  );
  const chapters = useQuery(chaptersQuery(projectId)).data?.sections ?? [];
  const othersNeedAudio = chapters.some(
    ({ id, activity_status }) => id !== sectionId && activity_status !== "audio_ready" && activity_status !== "blank",
  );
  const latest = run.data ?? null;
  const isRunning = latest !== null && latest.run.workflow_kind === "create_audio" && latest.run.completed_at === null;
  // A run whose dialog is closed states in the bar that it did not reach its end.
  const isUnfinished = !isRunning && latest !== null && latest.run.error_summary.length > 0 && latest.run.resumable;
  // The audio of other chapters is announced too.
  const [awaitsOthers, setAwaitsOthers] = useState(false);
  // The first look only remembers; a short run can have ended before a second one.
  const seen = useRef<string | null>(null);
  const { isSuccess } = run;
  useEffect(() => {
    if (!isSuccess) return;
    const state = latest === null ? "" : `${latest.run.id} ${isRunning}`;
    if (seen.current !== null && seen.current !== state && latest?.run.workflow_kind === "create_audio") {
      const words = isRunning ? createTexts.started : endWords(latest.run);
      // The start of a run for other chapters is said already, and its end when they are ready.
      const isSaid = awaitsOthers && (isRunning || words === createTexts.finished);
      if (!isSaid) announce(words);
      if (!isSaid && awaitsOthers) setAwaitsOthers(false);
    }
    seen.current = state;
  }, [isSuccess, isRunning, latest, awaitsOthers]);
  const hasNothing = quote.data?.blocks === 0 && latest?.run.resumable !== true && !othersNeedAudio;
  useEffect(() => {
    if (!awaitsOthers || othersNeedAudio) return;
    setAwaitsOthers(false);
    announce(createTexts.finished);
  }, [awaitsOthers, othersNeedAudio]);
  return (
    // The button and the progress of a run take each other's place.
    <div className={styles.part} data-keeps-focus>
      {isRunning && <AudioProgress {...{ projectId, sectionId }} workflow={latest} onDetails={() => setIsOpen(true)} />}
      {!isRunning && !isUnfinished && quote.data !== undefined && (
        <span className={styles.summary}>
          {quote.data.blocks === 0
            ? createTexts.nothing
            : createTexts.summary(t.common.lines(quote.data.blocks), priceWords(quote.data.snowcoins))}
        </span>
      )}
      {!isRunning && (
        <Button
          className={isUnfinished ? (styles.unfinished ?? "") : ""}
          // A disabled button would lose the focus of a person whose audio is ready.
          onClick={() => !hasNothing && setIsOpen(true)}
          aria-disabled={hasNothing}
        >
          {isUnfinished ? createTexts.unfinished : createTexts.createAudio}
        </Button>
      )}
      {isOpen && (
        <CreateDialog
          {...{ projectId, sectionId }}
          onStarted={(sectionIds) => {
            if (sectionIds.includes(sectionId)) return;
            announce(createTexts.started);
            setAwaitsOthers(true);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
