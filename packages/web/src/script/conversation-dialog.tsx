// Unsure lines by conversation: all lines of a conversation together, one key for each answer, and on to the next one.

import type { EditOperation } from "@fullcast/core/document";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { conversationAround, settledBy } from "./conversation.ts";
import styles from "./dialogs.module.css";
import { commandOf } from "./keys.ts";
import { candidatesOf, certaintyOf, isSpokenLine, isUnsure, wordsOf } from "./line.ts";
import { colorOf, NUMBERED, personOf } from "./people.ts";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

interface ConversationDialogProps {
  readonly desk: ScriptDesk;
  /** The place of the line to begin with. */
  readonly at: number;
  readonly onUndo: () => void;
  readonly onClose: (at: number) => void;
}

/** Lines that are read around the line. */
const AROUND = 60;

export function ConversationDialog({ desk, at: first, onUndo, onClose }: ConversationDialogProps) {
  const { model, people } = desk;
  const [at, setAt] = useState(first);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => void desk.load(at - AROUND, at + AROUND), [desk, at]);
  const conversation = conversationAround(model, at);
  const line = model.at(at);
  const isLoaded = line !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is there once it was read.
  useEffect(() => focusLine(list.current), [at, isLoaded]);
  const { from, to } = conversation;
  const unsureHere: number[] = [];
  for (let index = from; index <= to; index++) {
    const block = model.at(index);
    if (block !== undefined && isUnsure(block)) unsureHere.push(index);
  }
  /** The next unsure line here, else the first one of another conversation. */
  const goOn = () => {
    const here = unsureIn(desk, from, to);
    const next = here.find((index) => index > at) ?? here[0];
    if (next !== undefined) return setAt(next);
    const places = desk.unsureLines().map((id) => desk.placeOf(id));
    const other = places.find((index) => index > to) ?? places.find((index) => index >= 0);
    if (other !== undefined) setAt(other);
  };
  const answer = (speakerId: string) => {
    if (line === undefined || !isSpokenLine(line)) return;
    const settled = settledBy(model, conversation, at, speakerId);
    const operations = [...settled].map(
      ([id, lines]): EditOperation => ({ op: "assign_speaker", block_ids: [...lines], speaker_id: id }),
    );
    desk.edit(operations);
    const more = [...settled.values()].reduce((sum, lines) => sum + lines.length, 0) - 1;
    const name = people.byId.get(speakerId)?.name ?? "";
    setSaid(more > 0 ? t.script.answeredMore(name, more) : t.script.answered(name));
    goOn();
  };
  const move = (by: number) => setAt(Math.max(from, Math.min(to, at + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLButtonElement && [" ", "Enter"].includes(event.key)) return;
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
    const command = commandOf({ key, code, shiftKey, ctrlKey, metaKey, altKey });
    if (command === null || command.kind === "leave") return;
    event.preventDefault();
    event.stopPropagation();
    if (command.kind === "assign") {
      const person = personOf(people, command.digit);
      if (person !== null) answer(person.id);
    } else if (command.kind === "move") move(command.by);
    else if (command.kind === "edge") setAt(command.end === "first" ? from : to);
    else if (command.kind === "nextUnsure") goOn();
    else if (command.kind === "edit" && line?.speaker_id != null) answer(line.speaker_id);
    else if (command.kind === "undo") {
      setSaid("");
      onUndo();
    }
  };
  const guessed =
    line === undefined ? [] : [...candidatesOf(line), ...(line.speaker_id === null ? [] : [line.speaker_id])];
  const offered = [...new Set(guessed)].flatMap((id) => people.byId.get(id) ?? []);
  const shown = [...new Set([...offered, ...people.numbered.slice(0, NUMBERED)])];
  const left = desk.unsureLines().length;
  return (
    <Dialog
      open
      wide
      onClose={() => onClose(at)}
      title={t.script.conversation}
      description={left === 0 ? t.script.unsureNone : t.script.conversationHint}
      actions={
        <>
          <span className={styles.foot} role="status">
            {[said, t.script.unsureLeft(left)].filter((words) => words !== "").join(" ")}
          </span>
          <Button onClick={onUndo}>{t.common.undo}</Button>
          <Button look="primary" disabled={left === 0} onClick={goOn}>
            {t.script.next}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the lines and the buttons in it. */}
      <div onKeyDown={onKeyDown} className={styles.conversation}>
        <div
          role="listbox"
          ref={(node) => {
            // The dialog's contents come after the first effects.
            if (list.current === null) focusLine(node);
            list.current = node;
          }}
          aria-label={t.script.conversation}
          className={styles.talk}
        >
          {Array.from({ length: to - from + 1 }, (_, offset) => from + offset).map((index) => {
            const block = model.at(index);
            if (block === undefined) return null;
            const speaker = block.speaker_id === null ? undefined : people.byId.get(block.speaker_id);
            const isDoubt = isUnsure(block);
            const percent = certaintyOf(block);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same.
              <div
                key={block.id}
                role="option"
                tabIndex={index === at ? 0 : -1}
                aria-selected={index === at}
                data-look={block.kind}
                data-unsure={isDoubt}
                className={styles.talkLine}
                style={{ "--voice": colorOf(speaker) } as object}
                onClick={() => setAt(index)}
              >
                <span className={shared.bar} aria-hidden="true" />
                <span className={styles.talkName} dir="auto">
                  {block.kind === "speech" ? (speaker?.name ?? t.script.unassigned) : ""}
                  {isDoubt && (
                    <span className={shared.certainty}>
                      {percent === null ? t.script.unsureMark : t.script.certainty(percent)}
                    </span>
                  )}
                </span>
                <span className={styles.talkWords} dir="auto">
                  {wordsOf(block).trim()}
                </span>
              </div>
            );
          })}
        </div>
        <ul className={styles.answers} aria-label={t.script.people}>
          {shown.map((person) => {
            const number = people.numbered.indexOf(person) + 1;
            return (
              <li key={person.id}>
                <button
                  type="button"
                  className={shared.person}
                  data-chosen={line?.speaker_id === person.id}
                  aria-pressed={line?.speaker_id === person.id}
                  style={{ "--voice": colorOf(person) } as object}
                  disabled={line === undefined || !isSpokenLine(line)}
                  onClick={() => answer(person.id)}
                >
                  {number > 0 && number <= NUMBERED && <kbd>{number}</kbd>} <span dir="auto">{person.name}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}

function focusLine(list: HTMLElement | null): void {
  const row = list?.querySelector<HTMLElement>("[aria-selected=true]");
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

function unsureIn(desk: ScriptDesk, from: number, to: number): readonly number[] {
  return desk
    .unsureLines()
    .map((id) => desk.model.indexOf(id))
    .filter((index) => index >= from && index <= to);
}
