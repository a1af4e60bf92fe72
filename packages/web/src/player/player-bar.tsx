// The bar: play and pause, the place in the chapter, speed, chapters, sleep timer, bookmarks.

import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useStoryEvents } from "../api/events.ts";
import { chaptersQuery } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { titleOfChapter } from "../story/chapter-list.tsx";
import { announce, useAnnounced } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CloseIcon, FlagIcon, MoreIcon, PauseIcon, PlayIcon } from "../ui/icons.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { faultWords } from "../ui/notice.tsx";
import { flaggingSessionId } from "./flag-line.ts";
import type { MixOptions } from "./mix-source.ts";
import styles from "./player.module.css";
import { type Elsewhere as ElsewherePlace, player, type Track } from "./player.ts";
import { PlayerChapters } from "./player-chapters.tsx";
import { BookmarkIcon, ListIcon, MoonIcon, NextIcon, PreviousIcon, VolumeIcon } from "./player-icons.tsx";
import { SeekSlider } from "./seek-slider.tsx";
import { clockTime } from "./times.ts";
import { usePlayer } from "./use-player.ts";

/** The duration, once it is known; before that, about how long the text is. */
function lengthWords(duration: number, isEstimate: boolean, ofText: number): string {
  if (duration > 0) return isEstimate ? t.common.about(clockTime(duration)) : clockTime(duration);
  return ofText > 0 ? t.common.about(clockTime(Math.max(1, ofText))) : "–:––";
}

const MINUTE = 60_000;
const SLEEP_MINUTES = [5, 15, 30, 60];
const SOUND_GAINS = [6, 0, -6, -12];

interface PlayerBarProps {
  /** The chapter that is open on the screen; null on other screens. */
  readonly open: Track | null;
  /** About how long that chapter is, seconds: shown until its timeline is known. */
  readonly length?: number;
  readonly aside?: ReactNode;
}

export function PlayerBar({ open, length = 0, aside }: PlayerBarProps) {
  const state = usePlayer();
  const [showsChapters, setShowsChapters] = useState(false);
  // On a phone the bar is low, and the rest of its buttons come with one of them.
  const [showsMore, setShowsMore] = useState(false);
  const navigate = useNavigate();
  const isBusy = state.isPlaying || state.isStarting;
  // While nothing plays, the bar offers the chapter that is looked at.
  const isOther = open !== null && !isBusy && state.track?.sectionId !== open.sectionId;
  const shown = isOther ? open : state.track;
  const words = isOther ? "" : stateWords(state);
  // The minutes that are left of the sleep timer are not said again and again.
  useAnnounced(words === sleepWords(state) ? "" : words);
  if (shown === null) return null;
  const time = isOther ? 0 : state.time;
  const duration = isOther ? 0 : state.duration;
  const toggle = () => {
    if (isBusy) player.pause();
    else if (isOther || state.duration === 0) void player.play(shown);
    else player.resume();
  };
  const show = () =>
    void navigate({
      to: "/stories/$projectId/chapters/$sectionId",
      params: { projectId: shown.projectId, sectionId: shown.sectionId },
    });
  return (
    <section className={styles.bar} aria-label={t.player.player} data-more={showsMore}>
      <FollowEdits track={shown} />
      <div className={styles.transport}>
        <IconButton
          className={styles.step ?? ""}
          label={t.player.previous}
          onClick={() => void player.chapter(-1)}
          disabled={isOther}
        >
          <PreviousIcon />
        </IconButton>
        <IconButton
          look="primary"
          className={styles.play ?? ""}
          label={isBusy ? t.player.pause : t.player.play}
          aria-busy={state.isStarting}
          onClick={toggle}
        >
          {isBusy ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <IconButton
          className={styles.step ?? ""}
          label={t.player.next}
          onClick={() => void player.chapter(1)}
          disabled={isOther}
        >
          <NextIcon />
        </IconButton>
      </div>
      <div className={styles.middle}>
        <div className={styles.titles}>
          <button type="button" className={styles.title} dir="auto" onClick={show}>
            {shown.title}
          </button>
          <span className={styles.state}>{words}</span>
        </div>
        {!isOther && state.elsewhere !== null && <Elsewhere track={shown} at={state.elsewhere} />}
        <div className={styles.time}>
          <span className={styles.clock}>{clockTime(time)}</span>
          <SeekSlider
            time={time}
            duration={duration}
            unmade={isOther ? [] : (state.mix?.unmade ?? [])}
            onSeek={player.seek}
          />
          <span className={styles.clock}>
            {lengthWords(duration, state.mix?.isEstimate === true, shown.sectionId === open?.sectionId ? length : 0)}
          </span>
        </div>
      </div>
      <div className={styles.extras}>
        <label className={styles.speed}>
          <span aria-hidden="true">{t.player.times(state.speed)}</span>
          <input
            type="range"
            aria-label={t.player.speed}
            aria-valuetext={t.player.times(state.speed)}
            min={0.5}
            max={3}
            step={0.05}
            value={state.speed}
            onChange={(event) => player.setSpeed(Number(event.target.value))}
          />
        </label>
        <div className={styles.buttons}>
          <IconButton label={t.player.chapters} onClick={() => setShowsChapters(true)}>
            <ListIcon />
          </IconButton>
          <Menu
            trigger={
              <IconButton label={withState(t.player.sleep, sleepWords(state))} data-on={state.sleep !== null}>
                <MoonIcon />
              </IconButton>
            }
            groups={[sleepItems(state.sleep !== null)]}
          />
          <Menu
            trigger={
              <IconButton
                label={withState(t.player.sounds, mixWords(state.options))}
                data-on={isOtherMix(state.options)}
              >
                <VolumeIcon />
              </IconButton>
            }
            groups={[
              soundItems(state.options),
              ...(state.mix?.hasNarratorTakes === true || state.options.oneNarrator
                ? [[narratorItem(state.options)]]
                : []),
            ]}
          />
          {mayChangeStories() && (
            <IconButton
              label={t.player.flag}
              data-on={state.lineId !== null && state.flaggedId === state.lineId}
              aria-pressed={state.lineId !== null && state.flaggedId === state.lineId}
              onClick={() => void player.flag()}
              disabled={isOther || state.lineId === null}
            >
              <FlagIcon />
            </IconButton>
          )}
          <IconButton
            label={t.player.bookmark}
            data-on={state.lineId !== null && state.bookmarkedId === state.lineId}
            onClick={player.addBookmark}
            disabled={isOther || state.lineId === null}
          >
            <BookmarkIcon />
          </IconButton>
        </div>
      </div>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      <IconButton
        className={styles.more ?? ""}
        label={t.player.more}
        aria-expanded={showsMore}
        onClick={() => setShowsMore(!showsMore)}
      >
        <MoreIcon />
      </IconButton>
      {showsChapters && <PlayerChapters track={shown} onClose={() => setShowsChapters(false)} />}
    </section>
  );
}

/** The way to a newer place, from another device or another chapter. */
function Elsewhere({ track, at }: { readonly track: Track; readonly at: ElsewherePlace }) {
  const { data } = useQuery(chaptersQuery(track.projectId));
  const index = data?.sections.findIndex(({ id }) => id === at.sectionId) ?? -1;
  const section = data?.sections[index];
  if (section === undefined) return null;
  const title = titleOfChapter(section.title, index);
  return (
    <div className={styles.elsewhere} role="status">
      <span className={styles.where} dir="auto">
        {at.sectionId === track.sectionId ? t.player.elsewhereHere : t.player.elsewhere(title)}
      </span>
      <Button look="quiet" onClick={() => void player.goElsewhere()}>
        {t.player.goThere}
      </Button>
      <IconButton label={t.player.stayHere} onClick={player.stayHere}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}

/** A change of the script is heard from the next line on. */
function FollowEdits({ track }: { readonly track: Track }) {
  useStoryEvents(track.projectId, (event) => {
    const changes: string = event.event;
    if (changes !== "document" && changes !== "speakers") return;
    // A flag is no change of what is heard.
    if (event.event === "document" && event.data.actor_session_id === flaggingSessionId) return;
    player.refresh(track.sectionId);
  });
  return null;
}

function stateWords(state: ReturnType<typeof usePlayer>): string {
  const { fault, mix, isStarting, sleep, flaggedId, bookmarkedId, lineId } = state;
  if (fault instanceof MediaError) return t.player.cannotPlay;
  if (fault !== null) return faultWords(fault);
  if (mix?.isAway === true) return t.player.away;
  if (mix?.waiting != null) return t.player.waiting[mix.waiting.reason];
  if (isStarting) return t.player.starting;
  if (flaggedId !== null && flaggedId === lineId) return t.player.flagged;
  if (bookmarkedId !== null && bookmarkedId === lineId) return t.player.bookmarked;
  return sleepWords({ sleep });
}

function sleepWords({ sleep }: Pick<ReturnType<typeof usePlayer>, "sleep">): string {
  if (sleep?.kind === "time") return t.player.sleepsIn(Math.max(1, Math.ceil((sleep.at - Date.now()) / MINUTE)));
  return sleep?.kind === "chapter" ? t.player.sleepsAtEnd : "";
}

function sleepItems(isOn: boolean): MenuItem[] {
  const set = (sleep: Parameters<typeof player.setSleep>[0], words: string) => () => {
    player.setSleep(sleep);
    announce(words);
  };
  return [
    ...SLEEP_MINUTES.map((minutes) => ({
      label: t.player.minutes(minutes),
      onSelect: () => set({ kind: "time", at: Date.now() + minutes * MINUTE }, t.player.sleepsIn(minutes))(),
    })),
    { label: t.player.endOfChapter, onSelect: set({ kind: "chapter" }, t.player.sleepsAtEnd) },
    ...(isOn ? [{ label: t.player.noSleep, onSelect: set(null, t.player.noSleep) }] : []),
  ];
}

function soundItems(now: MixOptions): MenuItem[] {
  return [
    ...SOUND_GAINS.map((soundsGainDb) => ({
      label: t.player.soundsAt(soundsGainDb),
      checked: !now.voiceOnly && now.soundsGainDb === soundsGainDb,
      onSelect: () => chooseMix({ ...now, voiceOnly: false, soundsGainDb }),
    })),
    {
      label: t.player.voiceOnly,
      checked: now.voiceOnly,
      onSelect: () => chooseMix({ ...now, voiceOnly: true, soundsGainDb: 0 }),
    },
  ];
}

const narratorItem = (now: MixOptions): MenuItem => ({
  label: t.player.oneNarrator,
  checked: now.oneNarrator,
  onSelect: () => chooseMix({ ...now, oneNarrator: !now.oneNarrator }),
});

function chooseMix(options: MixOptions): void {
  player.setOptions(options);
  announce(mixWords(options) || t.player.soundsAt(0));
}

/** Empty for the mix that an export has. */
function mixWords(options: MixOptions): string {
  if (!isOtherMix(options)) return "";
  const { voiceOnly, soundsGainDb, oneNarrator } = options;
  const sounds = voiceOnly ? [t.player.voiceOnly] : soundsGainDb === 0 ? [] : [t.player.soundsAt(soundsGainDb)];
  return [...sounds, ...(oneNarrator ? [t.player.oneNarrator] : [])].join(", ");
}

/** The name of a button whose colour alone would show its state. */
const withState = (name: string, state: string): string => (state === "" ? name : `${name}: ${state}`);

const isOtherMix = ({ voiceOnly, soundsGainDb, oneNarrator }: MixOptions): boolean =>
  voiceOnly || soundsGainDb !== 0 || oneNarrator;
