// The script of a chapter: tools, people, doubts, lines, and the details of the marked line.

import type { EditOperation } from "@fullcast/core/document";
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import { t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { Button } from "../ui/button.tsx";
import { Fault, faultWords, Notice } from "../ui/notice.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { FindLines } from "./find-lines.tsx";
import { toggleFlag } from "./flags.ts";
import { type Command, commandOf, isTyping, withControl } from "./keys.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { isSpokenLine, wordsOf } from "./line.ts";
import { toggleLine } from "./line-audio.ts";
import { assignOperations, followingSame, leaveOutOperations, mergeOperations } from "./line-edits.ts";
import { LinePanel } from "./line-panel.tsx";
import { addNote, addSound, deleteLine, isAdded } from "./new-lines.ts";
import { NewPersonDialog } from "./new-person-dialog.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { personOf } from "./people.ts";
import { PeopleLegend } from "./people-legend.tsx";
import { Preparing } from "./preparing.tsx";
import styles from "./script.module.css";
import { type LineRange, ScriptList, type ScriptListHandle } from "./script-list.tsx";
import type { ScriptModel } from "./script-model.ts";
import { ScriptTools } from "./script-tools.tsx";
import { summaryWords } from "./script-versions.ts";
import type { LaterLine } from "./sound-dialog.tsx";
import { useSpeakAgain } from "./speak-again.ts";
import { SplitLine } from "./split-line.tsx";
import { UnsureLines } from "./unsure-lines.tsx";
import { useDesk } from "./use-desk.ts";

const LineEditor = lazy(async () => ({ default: (await import("./line-editor.tsx")).LineEditor }));
const ConversationDialog = lazy(async () => ({
  default: (await import("./conversation-dialog.tsx")).ConversationDialog,
}));
const FlaggedLines = lazy(async () => ({ default: (await import("./flagged-lines.tsx")).FlaggedLines }));
const ReplaceDialog = lazy(async () => ({ default: (await import("./replace-dialog.tsx")).ReplaceDialog }));
const VersionsDialog = lazy(async () => ({ default: (await import("./versions-dialog.tsx")).VersionsDialog }));
const SoundDialog = lazy(async () => ({ default: (await import("./sound-dialog.tsx")).SoundDialog }));

const MOST_LATER_LINES = 200;

type Open = { readonly kind: "edit" | "split"; readonly blockId: string } | null;

export function ScriptPart(place: ChapterPlace) {
  const desk = useDesk(place);
  const { model, people } = desk;
  const [range, setRange] = useState<LineRange>({ at: 0, anchor: 0 });
  const [open, setOpen] = useState<Open>(null);
  const [dialog, setDialog] = useState<"person" | "keys" | "note" | "sound" | "flags" | "versions" | null>(null);
  // The place at which the unsure lines are looked at by conversation.
  const [talkAt, setTalkAt] = useState<number | null>(null);
  const [singleKeys, setSingleKeys] = useState(readSingleKeys);
  // What was undone or done again last; it holds until the next edit.
  const [said, setWords] = useState<{ readonly words: string; readonly edits: number } | null>(null);
  const setSaid = (words: string) => setWords({ words, edits: desk.editCount });
  // The words of search and replace over the story; null while it is closed.
  const [replacing, setReplacing] = useState<string | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const list = useRef<ScriptListHandle>(null);
  const panel = useRef<HTMLElement>(null);
  const block = model.at(range.at);

  const again = useSpeakAgain(desk, block?.id ?? "");

  const go = (index: number, extend = false) => {
    const at = Math.max(0, Math.min(model.count - 1, index));
    setRange({ at, anchor: extend ? range.anchor : at });
    list.current?.focusLine(at);
  };
  const marked = (): readonly string[] => {
    const [from, to] = [Math.min(range.at, range.anchor), Math.max(range.at, range.anchor)];
    return Array.from({ length: to - from + 1 }, (_, offset) => model.at(from + offset)?.id ?? []).flat();
  };
  const edit = (operations: readonly EditOperation[]) => desk.edit(operations);
  const assign = (speakerId: string, following: boolean) => {
    const ids = following && block !== undefined ? followingSame(model, range.at) : marked();
    edit(assignOperations(model, ids, speakerId));
  };
  const doUnsure = (direction: 1 | -1) => {
    const next = nextUnsure(desk.unsureLines(), (id) => desk.placeOf(id), range.at, direction);
    if (next !== null) go(next);
  };
  const step = (direction: "undo" | "redo") => {
    desk.step(direction).then(
      (what) => {
        const nothing = direction === "undo" ? t.script.nothingToUndo : t.script.nothingToRedo;
        const words = what === null ? null : summaryWords(what);
        setSaid(words === null ? nothing : direction === "undo" ? t.script.undone(words) : t.script.redone(words));
      },
      (error: unknown) => setSaid(faultWords(error)),
    );
  };
  const close = () => {
    setOpen(null);
    list.current?.focusLine(range.at);
  };
  const run = (command: Command) => {
    switch (command.kind) {
      case "assign": {
        const person = personOf(people, command.digit);
        if (person !== null) assign(person.id, command.following);
        return;
      }
      case "move":
        return go(range.at + command.by, command.extend);
      case "edge":
        return go(command.end === "first" ? 0 : model.count - 1, command.extend);
      case "nextUnsure":
        return doUnsure(1);
      case "previousUnsure":
        return doUnsure(-1);
      case "edit":
        return block === undefined ? undefined : setOpen({ kind: "edit", blockId: block.id });
      case "split":
        return block !== undefined && isSpokenLine(block) ? setOpen({ kind: "split", blockId: block.id }) : undefined;
      case "merge": {
        const operations = mergeOperations(model, range.at);
        edit(operations);
        if (operations.length > 0) go(range.at - 1);
        return;
      }
      case "leaveOut":
        return edit(leaveOutOperations(model, marked(), people.narrator?.id ?? null));
      case "undo":
      case "redo":
        return step(command.kind);
      case "newPerson":
        return setDialog("person");
      case "keys":
        return setDialog("keys");
      case "flag":
        void import("../player/player.ts").then(({ player }) => {
          const { track, isPlaying } = player.state();
          if (isPlaying && track?.sectionId === place.sectionId) void player.flag();
          else edit(toggleFlag(model, range.at, newId()));
        });
        return;
      case "flags":
        return setDialog("flags");
      case "versions":
        return setDialog("versions");
      case "conversation": {
        const next = nextUnsure(desk.unsureLines(), (id) => desk.placeOf(id), range.at - 1, 1);
        return setTalkAt(next);
      }
      case "find":
        return setIsFinding(true);
      case "addNote":
        return setDialog("note");
      case "addSound":
        return setDialog("sound");
      case "delete":
        if (block !== undefined && isAdded(block)) {
          edit([deleteLine(block)]);
          go(Math.max(0, range.at - 1));
        }
        return;
      case "panel":
        panel.current?.querySelector<HTMLElement>("select, button, input")?.focus();
        return;
      case "playLine": {
        const url = block === undefined ? null : (desk.mediaOf(block.id)?.playback_url ?? null);
        if (block !== undefined && url !== null) toggleLine(block.id, url);
        return;
      }
      case "speakAgain":
        if (block !== undefined && isSpokenLine(block) && !again.isPending) {
          again.mutate(undefined, { onError: (error) => setSaid(faultWords(error)) });
        }
        return;
      case "leave":
        setRange({ at: range.at, anchor: range.at });
        return;
      case "playFromHere":
        if (block !== undefined) {
          const track = { ...place, title: model.title, storyTitle: "" };
          void import("../player/player.ts").then(({ player }) => player.toggle(track, block.id));
        }
        return;
    }
  };
  const onKey = (event: KeyboardEvent) => {
    const command = commandOf({ ...strokeOf(event) });
    if (command === null || (!singleKeys && isSingle(command))) return;
    event.preventDefault();
    event.stopPropagation();
    run(command);
  };
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onWindowKey = (event: globalThis.KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey ? withControl(event) : null;
      if (command === null || isTyping(event.target) || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener("keydown", onWindowKey);
    return () => window.removeEventListener("keydown", onWindowKey);
  }, []);

  if (desk.fault !== null && !desk.loaded) return <Fault error={desk.fault} onRetry={() => void desk.open()} />;
  if (!desk.loaded) return <p className={styles.waiting}>{t.script.reading}</p>;
  const inPlace =
    open === null
      ? null
      : {
          blockId: open.blockId,
          content:
            open.kind === "edit" ? (
              <Suspense fallback={<p>{t.common.loading}</p>}>
                <LineEditor desk={desk} blockId={open.blockId} onClose={close} />
              </Suspense>
            ) : (
              <SplitLine desk={desk} blockId={open.blockId} onClose={close} />
            ),
        };
  return (
    <div className={styles.part}>
      <div className={styles.main}>
        <div className={styles.top}>
          <ScriptTools
            said={said !== null && said.edits === desk.editCount ? said.words : null}
            desk={desk}
            onCommand={run}
            singleKeys={singleKeys}
            onSingleKeys={(on) => setSingleKeys(keepSingleKeys(on))}
          />
          <PeopleLegend people={people} onAssign={(id) => assign(id, false)} onNew={() => setDialog("person")} />
        </div>
        {isFinding && (
          <FindLines
            desk={desk}
            at={range.at}
            onShow={(index) => {
              setRange({ at: index, anchor: index });
              list.current?.showLine(index);
            }}
            onReplace={setReplacing}
            onClose={() => {
              setIsFinding(false);
              list.current?.focusLine(range.at);
            }}
          />
        )}
        <Preparing place={place} desk={desk} />
        <UnsureLines
          desk={desk}
          at={range.at}
          onGo={go}
          onNext={() => doUnsure(1)}
          onPrevious={() => doUnsure(-1)}
          onConversation={setTalkAt}
          onAssign={(index, id) => {
            const line = model.at(index);
            if (line !== undefined) edit(assignOperations(model, [line.id], id));
          }}
        />
        {desk.away && desk.waiting > 0 && <Notice tone="warn">{t.script.away(desk.waiting)}</Notice>}
        {desk.lost && (
          <Notice tone="warn" action={<Button onClick={() => desk.forgetLost()}>{t.script.gotIt}</Button>}>
            {t.script.lost}
          </Notice>
        )}
        {desk.fault !== null && <Fault error={desk.fault} onRetry={() => void desk.open()} />}
        {model.count === 0 ? (
          <p className={styles.waiting}>{t.script.empty}</p>
        ) : (
          <ScriptList
            ref={list}
            desk={desk}
            range={range}
            onRange={setRange}
            onKey={onKey}
            onOpen={(index) => {
              const line = model.at(index);
              if (line !== undefined && line.kind !== "unparsed") setOpen({ kind: "edit", blockId: line.id });
            }}
            inPlace={inPlace}
          />
        )}
      </div>
      <LinePanel
        ref={panel}
        place={place}
        desk={desk}
        range={range}
        onAssign={assign}
        onCommand={run}
        onNewPerson={() => setDialog("person")}
      />
      {dialog === "keys" && <KeysDialog onClose={() => setDialog(null)} />}
      <Suspense>
        {talkAt !== null && (
          <ConversationDialog
            desk={desk}
            at={talkAt}
            onEdit={edit}
            onUndo={() => step("undo")}
            onClose={(index) => {
              setTalkAt(null);
              go(index);
            }}
          />
        )}
        {dialog === "flags" && (
          <FlaggedLines
            desk={desk}
            onClose={() => setDialog(null)}
            onGo={(index) => {
              setDialog(null);
              go(index);
            }}
          />
        )}
        {replacing !== null && (
          <ReplaceDialog projectId={place.projectId} desk={desk} words={replacing} onClose={() => setReplacing(null)} />
        )}
        {dialog === "versions" && <VersionsDialog desk={desk} onClose={() => setDialog(null)} />}
      </Suspense>
      {dialog === "note" && block !== undefined && (
        <NoteDialog
          onClose={() => setDialog(null)}
          onAdd={(text) => {
            edit([addNote(block, text, newId())]);
            setDialog(null);
            go(range.at + 1);
          }}
        />
      )}
      {dialog === "sound" && block !== undefined && (
        <Suspense>
          <SoundDialog
            projectId={place.projectId}
            lineId={isSpokenLine(block) ? block.id : null}
            until={linesFrom(model, range.at)}
            onClose={() => setDialog(null)}
            onAdd={(sound, at) => {
              edit([addSound(block, model.at(range.at - 1), sound, at, newId())]);
              setDialog(null);
              go(at === null ? range.at + 1 : range.at);
            }}
          />
        </Suspense>
      )}
      {dialog === "person" && (
        <NewPersonDialog
          count={marked().length}
          onClose={() => setDialog(null)}
          onCreate={async (name) => {
            const person = await desk.createPerson(name);
            edit(assignOperations(model, marked(), person.id));
            setDialog(null);
            list.current?.focusLine(range.at);
          }}
        />
      )}
      {desk.conflicts[0] !== undefined && <ConflictDialog conflict={desk.conflicts[0]} desk={desk} newId={newId} />}
    </div>
  );
}

/** The next unsure line behind (or before) a place, around the end. */
export function nextUnsure(
  ids: readonly string[],
  indexOf: (id: string) => number,
  at: number,
  direction: 1 | -1,
): number | null {
  const indexes = ids.map(indexOf).filter((index) => index >= 0);
  if (indexes.length === 0) return null;
  if (direction === 1) return indexes.find((index) => index > at) ?? indexes[0] ?? null;
  return indexes.findLast((index) => index < at) ?? indexes.at(-1) ?? null;
}

/** Lines at whose end a sound can stop: the marked one and those after it that are loaded. */
function linesFrom(model: ScriptModel, from: number): readonly LaterLine[] {
  const lines: LaterLine[] = [];
  for (let index = from; index < Math.min(model.count, from + MOST_LATER_LINES); index++) {
    const block = model.at(index);
    if (block === undefined || !isSpokenLine(block)) continue;
    lines.push({ id: block.id, label: `${index + 1}: ${wordsOf(block).trim().slice(0, 40)}` });
  }
  return lines;
}

function strokeOf(event: KeyboardEvent) {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  return { key, code, shiftKey, ctrlKey, metaKey, altKey };
}

/** Keys that a person can switch off: letters and digits alone. */
function isSingle(command: Command): boolean {
  return !["move", "edge", "edit", "leave", "undo", "redo"].includes(command.kind);
}

const SINGLE_KEYS = "fullcast.single-keys";
function readSingleKeys(): boolean {
  return localStorage.getItem(SINGLE_KEYS) !== "off";
}
function keepSingleKeys(on: boolean): boolean {
  localStorage.setItem(SINGLE_KEYS, on ? "on" : "off");
  return on;
}
