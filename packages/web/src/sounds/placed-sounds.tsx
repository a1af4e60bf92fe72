// The sounds of a chapter: whether they play, and each one with its line, to hear it, go to it or take it away.

import type { Block } from "@fullcast/core/document";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useId } from "react";
import { chaptersQuery, keys } from "../api/queries.ts";
import { formatLength, formatNumber } from "../i18n/i18n.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { editAloud } from "../script/edit-aloud.ts";
import { wordsOf } from "../script/line.ts";
import { stopLine, toggleLine, usePlayingLine } from "../script/line-audio.ts";
import { deleteLine } from "../script/new-lines.ts";
import type { ScriptDesk } from "../script/script-desk.ts";
import { useDesk } from "../script/use-desk.ts";
import { useLinesAround } from "../script/use-lines-around.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { StoryHistory } from "../story/story-history.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { PauseIcon, PlayIcon } from "../ui/icons.tsx";
import { Fault, Waiting } from "../ui/notice.tsx";
import { chapterSoundsQuery, setChapterSounds } from "./chapter-sounds.ts";
import styles from "./sounds.module.css";

/** Lines around a sound that are read with it: the line that it begins with stands beside it. */
const AROUND = 3;
const MOST_SHOWN = 100;
const WORDS_SHOWN = 120;

export function PlacedSounds(place: ChapterPlace) {
  const desk = useDesk(place);
  const ids = desk.sounds();
  const shown = ids.slice(0, MOST_SHOWN);
  useLinesAround(desk, shown, { above: AROUND, below: AROUND, withAudio: true });
  useEffect(() => stopLine, []);
  return (
    <section aria-label={soundTexts.ofChapter} className={styles.section}>
      <h2>{soundTexts.ofChapter}</h2>
      <StoryHistory {...place} desk={desk} />
      <SoundsPlay {...place} desk={desk} />
      {desk.fault !== null && <Fault error={desk.fault} onRetry={() => void desk.open()} />}
      {desk.fault === null && ids.length === 0 && !desk.scanned && <Waiting />}
      {ids.length === 0 && desk.scanned && <p role="status">{soundTexts.noneOfChapter}</p>}
      <ol className={styles.list} aria-label={soundTexts.ofChapter}>
        {shown.map((id) => {
          const block = desk.model.find(id);
          return block === undefined ? null : <PlacedSound key={id} place={place} desk={desk} block={block} />;
        })}
      </ol>
      {ids.length > shown.length && (
        <p className={styles.soft}>{soundTexts.notListed(formatNumber(ids.length - shown.length))}</p>
      )}
    </section>
  );
}

/** Whether the sounds play, in this chapter or in all. */
function SoundsPlay({ projectId, sectionId, desk }: ChapterPlace & { readonly desk: ScriptDesk }) {
  const queries = useQueryClient();
  const hint = useId();
  const isOn = useQuery(chapterSoundsQuery(sectionId));
  const sections = useQuery(chaptersQuery(projectId)).data?.sections ?? [];
  const set = useMutation({
    mutationFn: async ({
      sectionIds,
      enabled,
    }: {
      readonly sectionIds: readonly string[];
      readonly enabled: boolean;
    }) => {
      await desk.settled();
      await setChapterSounds(sectionIds, enabled);
    },
    onSuccess: (_, { enabled }) => queries.setQueryData(chapterSoundsQuery(sectionId).queryKey, enabled),
    onSettled: () => {
      void desk.catchUp();
      void queries.invalidateQueries({ queryKey: ["script"] });
      void queries.invalidateQueries({ queryKey: keys.chapters(projectId) });
    },
  });
  const enabled = set.isPending ? set.variables.enabled : isOn.data;
  if (enabled === undefined)
    return isOn.isError ? <Fault error={isOn.error} onRetry={() => void isOn.refetch()} /> : null;
  return (
    <>
      <div className={styles.foot}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={enabled}
            disabled={set.isPending}
            aria-describedby={hint}
            onChange={(event) => set.mutate({ sectionIds: [sectionId], enabled: event.target.checked })}
          />
          {soundTexts.playInChapter}
        </label>
        {sections.length > 1 && (
          <Button
            look="quiet"
            disabled={set.isPending}
            onClick={() => set.mutate({ sectionIds: sections.map(({ id }) => id), enabled })}
          >
            {enabled ? soundTexts.playInAll : soundTexts.playInNone}
          </Button>
        )}
      </div>
      <p id={hint} className={styles.soft}>
        {soundTexts.playHint}
      </p>
      {set.isError && <Fault error={set.error} />}
    </>
  );
}

interface PlacedSoundProps {
  readonly place: ChapterPlace;
  readonly desk: ScriptDesk;
  readonly block: Block;
}

function PlacedSound({ place, desk, block }: PlacedSoundProps) {
  const isPlaying = usePlayingLine() === block.id;
  const url = desk.mediaOf(block.id)?.playback_url ?? null;
  const name = wordsOf(block);
  const { line, begins } = lineOf(desk, block);
  const length = block.content.type === "sfx" ? block.content.duration_ms : null;
  return (
    <li className={styles.row}>
      <IconButton
        label={isPlaying ? soundTexts.pause(name) : soundTexts.play(name)}
        disabled={url === null}
        onClick={() => url !== null && toggleLine(block.id, url)}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <div className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {line !== undefined && (
          <p className={styles.soft} dir="auto">
            {wordsOf(line).trim().slice(0, WORDS_SHOWN)}
          </p>
        )}
        <p className={styles.facts}>
          {line !== undefined && <span>{begins(formatNumber(desk.placeOf(line.id) + 1))}</span>}
          {length !== null && <span>{formatLength(Math.max(1_000, length))}</span>}
          {url === null && <span>{soundTexts.notMade}</span>}
        </p>
      </div>
      <div className={styles.actions}>
        <Link
          to="/stories/$projectId/chapters/$sectionId"
          params={place}
          search={{ line: block.id }}
          hash="script"
          aria-label={soundTexts.showOne(name)}
        >
          {soundTexts.show}
        </Link>
        <Button
          look="quiet"
          aria-label={soundTexts.takeAwayOne(name)}
          onClick={() => editAloud(desk, [deleteLine(block)])}
        >
          {soundTexts.takeAway}
        </Button>
      </div>
    </li>
  );
}

/** The line that a sound belongs to, and how the sound lies to it. */
function lineOf({ model }: ScriptDesk, block: Block) {
  const anchor = block.kind === "sfx" ? block.placement?.anchor_block_id : undefined;
  if (anchor !== undefined) return { line: model.find(anchor), begins: soundTexts.withLine };
  const at = model.indexOf(block.id);
  return { line: at > 0 ? model.at(at - 1) : undefined, begins: soundTexts.afterLine };
}
