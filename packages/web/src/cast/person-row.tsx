// One person of the cast: lines, words, share, and the voice.

import { useId, useState } from "react";
import type { Speaker, Voice } from "../api/api.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { guests } from "../i18n/guest-texts.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { colorOf } from "../script/people.ts";
import { IconButton } from "../ui/button.tsx";
import { MoreIcon, PencilIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import styles from "./cast.module.css";
import { accentOf, accentWords, shareOf } from "./cast-state.ts";

interface PersonRowProps {
  readonly person: Speaker;
  readonly people: readonly Speaker[];
  /** The person's voice; undefined without one. */
  readonly voice: Voice | undefined;
  readonly outOfDate: number;
  /** What of the voice does not suit; null where it suits. */
  readonly misfit: string | null;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onDetails: () => void;
  readonly onMerge: () => void;
  /** Another person was dropped on this one. */
  readonly onDropped: (speakerId: string) => void;
  /** Gives the narrator this person's voice; null where there is none to give. */
  readonly onNarrator: (() => void) | null;
  /** Sent recordings of guests that wait for the owner. */
  readonly waiting: number;
  readonly onInvite: () => void;
}

const DRAGGED = "application/x-fullcast-speaker";

const UNITS_A_WORD = 5.7;

export function PersonRow(props: PersonRowProps) {
  const { person, people, voice, outOfDate, misfit, chosen, onChoose, onDetails, onMerge, onDropped, onNarrator } =
    props;
  const { waiting, onInvite } = props;
  const nameId = useId();
  const [isOver, setIsOver] = useState(false);
  const isNarrator = person.role === "narrator";
  const share = shareOf(person, people);
  const { casting, usage } = person;
  const known = [
    person.gender === null ? "" : castTexts.genders[person.gender],
    person.age === null ? "" : castTexts.ages[person.age],
  ].filter((fact) => fact !== "");
  return (
    <li
      className={styles.person}
      data-person={person.id}
      data-chosen={chosen}
      data-over={isOver}
      style={{ "--voice": colorOf(person) } as object}
      draggable={!isNarrator}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, person.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        const id = event.dataTransfer.getData(DRAGGED);
        if (id === "" || id === person.id) return;
        event.preventDefault();
        onDropped(id);
      }}
    >
      <span className={styles.bar} aria-hidden="true" />
      <div className={styles.who}>
        <button id={nameId} type="button" className={styles.name} aria-pressed={chosen} dir="auto" onClick={onChoose}>
          {person.name}
        </button>
        {person.aliases.length > 0 && (
          <span className={styles.hint} dir="auto">
            {person.aliases.join(", ")}
          </span>
        )}
        <span className={styles.facts}>
          {known.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <span>{usage.block_count === 1 ? castTexts.oneLine : castTexts.lines(formatNumber(usage.block_count))}</span>
          <span>{castTexts.words(formatNumber(Math.round(usage.character_count / UNITS_A_WORD)))}</span>
          <span>
            {castTexts.share(formatNumber(share, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 }))}
          </span>
        </span>
        <span className={styles.meter} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      </div>
      <div className={styles.voice}>
        <span className={casting === null ? styles.hint : ""}>
          {casting === null ? castTexts.noVoice : casting.voice_name}
        </span>
        {voice !== undefined && (
          <span className={styles.hint}>
            {[castTexts.genders[voice.gender], castTexts.ages[voice.age], accentWords(accentOf(voice))].join(" · ")}
          </span>
        )}
        {casting !== null && (
          <span className={styles.hint}>
            {casting.source === "user" ? castTexts.chosenByYou : castTexts.chosenForYou}
          </span>
        )}
        {misfit !== null && <span className={styles.stale}>{misfit}</span>}
        {outOfDate > 0 && <span className={styles.stale}>{castTexts.outOfDate(outOfDate)}</span>}
        {waiting > 0 && (
          <button type="button" className={styles.waits} aria-describedby={nameId} onClick={onInvite}>
            {guests.waits(waiting)}
          </button>
        )}
      </div>
      <span className={styles.actions}>
        <IconButton label={t.common.rename} aria-describedby={nameId} onClick={onDetails}>
          <PencilIcon />
        </IconButton>
        <Menu
          trigger={
            <IconButton label={castTexts.options(person.name)}>
              <MoreIcon />
            </IconButton>
          }
          groups={[
            [{ label: guests.invite, onSelect: onInvite }],
            ...(isNarrator
              ? []
              : [
                  [{ label: castTexts.mergeDo, onSelect: onMerge }],
                  [{ label: castTexts.isNarrator, disabled: onNarrator === null, onSelect: () => onNarrator?.() }],
                ]),
          ]}
        />
      </span>
    </li>
  );
}
