// The queue of lines whose speaker is a guess.

import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { candidatesOf } from "./line.ts";
import { colorOf } from "./people.ts";
import styles from "./script.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

interface UnsureLinesProps {
  readonly desk: ScriptDesk;
  readonly at: number;
  readonly onGo: (index: number) => void;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
  readonly onConversation: (index: number) => void;
  readonly onAssign: (index: number, speakerId: string) => void;
}

const MOST_CANDIDATES = 4;

export function UnsureLines({ desk, at, onGo, onNext, onPrevious, onConversation, onAssign }: UnsureLinesProps) {
  const ids = desk.unsureLines();
  if (ids.length === 0) return null;
  const here = desk.model.at(at);
  // Before the first Next the queue offers its first line.
  const shown = Math.max(0, here === undefined ? 0 : ids.indexOf(here.id));
  const lineId = ids[shown];
  const index = lineId === undefined ? -1 : desk.placeOf(lineId);
  const line = desk.model.at(index);
  const guessed = line === undefined ? [] : candidatesOf(line);
  const { people } = desk;
  const offered = [...new Set([...guessed, ...(line?.speaker_id == null ? [] : [line.speaker_id])])]
    .flatMap((id) => people.byId.get(id) ?? [])
    .slice(0, MOST_CANDIDATES);
  const others = people.numbered
    .filter((person) => !offered.includes(person))
    .slice(0, Math.max(0, 2 - offered.length));
  return (
    <section className={styles.unsure} aria-label={t.script.unsure}>
      <h2 className={styles.unsureTitle}>{t.script.unsure}</h2>
      <span className={styles.count}>{t.script.unsureOf(shown + 1, ids.length)}</span>
      {line !== undefined && (
        <button type="button" className={styles.unsureText} dir="auto" onClick={() => onGo(index)}>
          {line.content.type === "text" ? line.content.text.trim().slice(0, 120) : ""}
        </button>
      )}
      <span className={styles.candidates}>
        {[...offered, ...others].map((person) => (
          <button
            key={person.id}
            type="button"
            className={shared.person}
            data-chosen={line?.speaker_id === person.id}
            aria-pressed={line?.speaker_id === person.id}
            style={{ "--voice": colorOf(person) } as object}
            onClick={() => {
              if (index < 0) return;
              onAssign(index, person.id);
              onNext();
            }}
          >
            {person.name}
          </button>
        ))}
      </span>
      <span className={styles.unsureMoves}>
        <Button look="quiet" disabled={index < 0} onClick={() => onConversation(index)}>
          {t.script.byConversation}
        </Button>
        <Button look="quiet" onClick={onPrevious}>
          {t.script.previous}
        </Button>
        <Button onClick={onNext}>{t.script.next}</Button>
      </span>
    </section>
  );
}
