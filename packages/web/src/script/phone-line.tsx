// The marked line on a phone: a bar at the foot with what is done most, and everything else behind one of its buttons.

import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { BackIcon, CloseIcon, FlagIcon, ForwardIcon, PencilIcon, PlusIcon } from "../ui/icons.tsx";
import type { Command } from "./keys.ts";
import { candidatesOf, isSpokenLine } from "./line.ts";
import styles from "./line-panel.module.css";
import { colorOf } from "./people.ts";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

/** A click this soon after the bar appeared, and counted as the second of two, was meant for the line below it. */
const DOUBLE_CLICK_MS = 700;

interface PhoneLineProps {
  readonly desk: ScriptDesk;
  readonly at: number;
  readonly onAssign: (speakerId: string, following: boolean) => void;
  readonly onCommand: (command: Command) => void;
  readonly onNewPerson: () => void;
  readonly onClose: () => void;
  /** The bar took room of the lines. */
  readonly onRoomTaken: () => void;
  /** The details of the line. */
  readonly children: ReactNode;
  readonly ref: Ref<HTMLElement>;
}

export function PhoneLine(props: PhoneLineProps) {
  const { desk, at, onAssign, onCommand, onNewPerson, onClose, onRoomTaken, children, ref } = props;
  const [showsAll, setShowsAll] = useState(false);
  const roomTaken = useRef(onRoomTaken);
  roomTaken.current = onRoomTaken;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar is higher with the details.
  useEffect(() => roomTaken.current(), [showsAll]);
  const appeared = useRef(performance.now());
  const { model, people } = desk;
  const block = model.at(at);
  if (block === undefined || block.kind === "unparsed") return null;
  const unsure = desk.unsureLines();
  const place = unsure.indexOf(block.id);
  const likely = candidatesOf(block).flatMap((id) => people.byId.get(id) ?? []);
  const chosen = block.speaker_id === null ? undefined : people.byId.get(block.speaker_id);
  const everyone = [...(people.narrator === null ? [] : [people.narrator]), ...people.numbered];
  // First who says the line, then the people that it can be from.
  const offered = [...new Set([...(chosen === undefined ? [] : [chosen]), ...likely, ...everyone])];
  return (
    <aside
      ref={ref}
      className={styles.sheet}
      aria-label={t.script.line}
      // The first click of two on a line makes this bar appear under the pointer. The second one opens the line, as it
      // does elsewhere, and presses nothing here.
      onClickCapture={(event) => {
        if (event.detail < 2 || performance.now() - appeared.current > DOUBLE_CLICK_MS) return;
        event.preventDefault();
        event.stopPropagation();
        onCommand({ kind: "edit" });
      }}
    >
      {isSpokenLine(block) && (
        <div className={styles.chips}>
          <ul className={shared.people} aria-label={t.script.speaker}>
            {offered.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  className={shared.person}
                  data-chosen={person === chosen}
                  aria-pressed={person === chosen}
                  style={{ "--voice": colorOf(person) } as object}
                  onClick={() => {
                    onAssign(person.id, false);
                    if (place >= 0) onCommand({ kind: "nextUnsure" });
                  }}
                >
                  <span dir="auto">{person.name}</span>
                </button>
              </li>
            ))}
            <li>
              <IconButton label={t.script.newPerson} onClick={onNewPerson}>
                <PlusIcon />
              </IconButton>
            </li>
          </ul>
        </div>
      )}
      <div className={styles.bar}>
        {place >= 0 && (
          <span className={styles.queue}>
            <IconButton label={t.script.previousUnsure} onClick={() => onCommand({ kind: "previousUnsure" })}>
              <BackIcon />
            </IconButton>
            <span>{t.script.unsureOf(place + 1, unsure.length)}</span>
            <IconButton label={t.script.nextUnsure} onClick={() => onCommand({ kind: "nextUnsure" })}>
              <ForwardIcon />
            </IconButton>
          </span>
        )}
        <IconButton label={t.common.edit} onClick={() => onCommand({ kind: "edit" })}>
          <PencilIcon />
        </IconButton>
        <IconButton label={t.script.flag} onClick={() => onCommand({ kind: "flag" })}>
          <FlagIcon />
        </IconButton>
        <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t.script.lineLess : t.script.lineMore}
        </Button>
        <IconButton className={styles.leave ?? ""} label={t.script.leaveLine} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {showsAll && <div className={styles.details}>{children}</div>}
    </aside>
  );
}
