// The details of the marked line: speaker, direction, pause, pronunciation, and every edit as a button.

import { type Ref, useState } from "react";
import type { Speaker } from "../api/api.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { DirectionControls } from "./direction-controls.tsx";
import { freshnessWords } from "./freshness.ts";
import type { Command } from "./keys.ts";
import { isSpokenLine, wordsOf } from "./line.ts";
import styles from "./line-panel.module.css";
import { LineTakes } from "./line-takes.tsx";
import { isAdded } from "./new-lines.ts";
import { SayAs } from "./say-as.tsx";
import type { ScriptDesk } from "./script-desk.ts";
import type { LineRange } from "./script-list.tsx";
import shared from "./shared.module.css";

interface LinePanelProps {
  readonly place: ChapterPlace;
  readonly desk: ScriptDesk;
  readonly range: LineRange;
  readonly onAssign: (speakerId: string, following: boolean) => void;
  readonly onCommand: (command: Command) => void;
  readonly onNewPerson: () => void;
}

const NEW_PERSON = "new";
const NONE = "";

/** The panel beside the lines. */
export function LinePanel({ ref, ...details }: LinePanelProps & { readonly ref: Ref<HTMLElement> }) {
  return (
    <aside ref={ref} className={styles.panel} aria-label={t.script.line}>
      <LineDetails {...details} />
    </aside>
  );
}

interface FollowingTooProps {
  readonly speaker: Speaker;
  readonly people: readonly Speaker[];
  readonly onAssign: (speakerId: string, following: boolean) => void;
}

/** Who else says this line and those of the same wrong name after it. The people are drawn while it is open. */
function FollowingToo({ speaker, people, onAssign }: FollowingTooProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t.script.followingToo(speaker.name)}</summary>
      {isOpen && (
        <ul className={shared.people}>
          {people
            .filter((person) => person !== speaker)
            .slice(0, 9)
            .map((person) => (
              <li key={person.id}>
                <Button onClick={() => onAssign(person.id, true)}>→ {person.name}</Button>
              </li>
            ))}
        </ul>
      )}
    </details>
  );
}

export function LineDetails({ place, desk, range, onAssign, onCommand, onNewPerson }: LinePanelProps) {
  const { model, people } = desk;
  const block = model.at(range.at);
  // The text before it is prepared is no line yet.
  if (block === undefined || block.kind === "unparsed") return null;
  const markedCount = Math.abs(range.at - range.anchor) + 1;
  const spoken = isSpokenLine(block);
  const speaker = block.speaker_id === null ? undefined : people.byId.get(block.speaker_id);
  const freshness = freshnessWords(desk.mediaOf(block.id));
  const choose = (id: string) => {
    if (id === NEW_PERSON) onNewPerson();
    else if (id !== NONE) onAssign(id, false);
  };
  return (
    <>
      <h2 className={styles.panelTitle}>
        {markedCount > 1
          ? t.script.linesMarked(markedCount)
          : t.script.lineNumber(formatNumber(range.at + 1), formatNumber(model.count))}
      </h2>
      <p className={styles.panelText} dir="auto">
        {wordsOf(block).trim().slice(0, 160)}
      </p>
      {freshness.full !== "" && (
        <p className={shared.freshness} data-state={freshness.state}>
          {freshness.full}
        </p>
      )}
      {spoken && (
        <>
          <Choice
            label={t.script.speaker}
            value={block.speaker_id ?? NONE}
            onChoose={choose}
            options={[
              ...(block.speaker_id === null ? [{ value: NONE, label: t.script.unassigned }] : []),
              ...[...(people.narrator === null ? [] : [people.narrator]), ...people.numbered].map((person) => ({
                value: person.id,
                label: person.name,
              })),
              { value: NEW_PERSON, label: `${t.script.newPerson}…` },
            ]}
          />
          {speaker !== undefined && speaker.role !== "narrator" && (
            <FollowingToo speaker={speaker} people={people.numbered} onAssign={onAssign} />
          )}
        </>
      )}
      <div className={styles.edits}>
        <Button onClick={() => onCommand({ kind: "edit" })}>{t.common.edit}</Button>
        {spoken && <Button onClick={() => onCommand({ kind: "split" })}>{t.script.split}</Button>}
        {spoken && range.at > 0 && <Button onClick={() => onCommand({ kind: "merge" })}>{t.script.merge}</Button>}
        {(spoken || block.kind === "excluded") && (
          <Button onClick={() => onCommand({ kind: "leaveOut" })}>
            {block.kind === "excluded" ? t.script.putBack : t.script.leaveOut}
          </Button>
        )}
        {isAdded(block) && <Button onClick={() => onCommand({ kind: "delete" })}>{t.common.delete}</Button>}
        <Button onClick={() => onCommand({ kind: "flag" })}>{t.script.flag}</Button>
        <Button onClick={() => onCommand({ kind: "addNote" })}>{t.script.addNote}</Button>
        <Button onClick={() => onCommand({ kind: "addSound" })}>{t.script.addSound}</Button>
      </div>
      {spoken && block.content.type === "text" && (
        <>
          <DirectionControls desk={desk} blockId={block.id} content={block.content} />
          <LineTakes desk={desk} blockId={block.id} onAgain={() => onCommand({ kind: "speakAgain" })} />
          <SayAs place={place} desk={desk} blockId={block.id} content={block.content} />
        </>
      )}
    </>
  );
}
