// The script of a chapter: tools, people, doubts, lines, and the details of the marked line.

import type { EditOperation } from "@fullcast/core/document";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import { readAfterStep } from "../api/queries.ts";
import { t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { type Conflict, conflictOf, UndoConflict } from "../story/undo-conflict.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Fault, faultWords, Notice } from "../ui/notice.tsx";
import { usePhone } from "../ui/use-phone.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { editAloud } from "./edit-aloud.ts";
import { FindLines } from "./find-lines.tsx";
import { toggleFlag } from "./flags.ts";
import { type Command, commandOf, commandOutsideList, isTyping, withControl } from "./keys.ts";
import { isSpokenLine } from "./line.ts";
import { toggleLine } from "./line-audio.ts";
import { assignOperations, followingSame, leaveOutOperations, mergeOperations } from "./line-edits.ts";
import { LineDetails, LinePanel } from "./line-panel.tsx";
import { deleteLine, isAdded } from "./new-lines.ts";
import { nextUnsure } from "./next-unsure.ts";
import { personOf } from "./people.ts";
import { PeopleLegend } from "./people-legend.tsx";
import { PhoneLine } from "./phone-line.tsx";
import { Preparing } from "./preparing.tsx";
import styles from "./script.module.css";
import { type OpenDialog, ScriptDialogs } from "./script-dialogs.tsx";
import { type LineRange, ScriptList, type ScriptListHandle } from "./script-list.tsx";
import { ScriptTools } from "./script-tools.tsx";
import { summaryWords } from "./script-versions.ts";
import { isSingle, keepSingleKeys, readSingleKeys } from "./single-keys.ts";
import { useSpeakAgain } from "./speak-again.ts";
import { SplitLine } from "./split-line.tsx";
import { UnsureLines } from "./unsure-lines.tsx";
import { useDesk } from "./use-desk.ts";

const LineEditor = lazy(async () => ({ default: (await import("./line-editor.tsx")).LineEditor }));
type Open = { readonly kind: "edit" | "split"; readonly blockId: string } | null;

export function ScriptPart(place: ChapterPlace) {
  const desk = useDesk(place);
  const queries = useQueryClient();
  const { model, people } = desk;
  const [range, setRange] = useState<LineRange>({ at: 0, anchor: 0 });
  const [open, setOpen] = useState<Open>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [singleKeys, setSingleKeys] = useState(readSingleKeys);
  // What was undone or done again last; it holds until the next edit.
  const [said, setWords] = useState<{ readonly words: string; readonly edits: number } | null>(null);
  const setSaid = (words: string) => {
    setWords({ words, edits: desk.editCount });
    announce(words);
  };
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const isPhone = usePhone();
  // On a phone the bar of the marked line comes with the first line that is chosen.
  const [hasLine, setHasLine] = useState(false);
  const list = useRef<ScriptListHandle>(null);
  const panel = useRef<HTMLElement>(null);
  const part = useRef<HTMLDivElement>(null);
  const block = model.at(range.at);

  const again = useSpeakAgain(desk, block?.id ?? "");

  const go = (index: number, extend = false, align: "auto" | "center" = "auto") => {
    const at = Math.max(0, Math.min(model.count - 1, index));
    setRange({ at, anchor: extend ? range.anchor : at });
    setHasLine(true);
    list.current?.focusLine(at, align);
  };
  const marked = (): readonly string[] => {
    const [from, to] = [Math.min(range.at, range.anchor), Math.max(range.at, range.anchor)];
    return Array.from({ length: to - from + 1 }, (_, offset) => model.at(from + offset)?.id ?? []).flat();
  };
  const edit = (operations: readonly EditOperation[]) => editAloud(desk, operations);
  const assign = (speakerId: string, following: boolean) => {
    const ids = following && block !== undefined ? followingSame(model, range.at) : marked();
    edit(assignOperations(model, ids, speakerId));
  };
  const doUnsure = (direction: 1 | -1) => {
    const next = nextUnsure(desk.unsureLines(), (id) => desk.placeOf(id), range.at, direction);
    // The lines around it show who can have said it.
    if (next === null) return announce(t.script.unsureNone);
    const ids = desk.unsureLines();
    announce(t.script.unsureLine(ids.findIndex((id) => desk.placeOf(id) === next) + 1, ids.length));
    go(next, false, "center");
  };
  const step = (direction: "undo" | "redo") => {
    setConflict(null);
    desk.step(direction).then(
      (entry) => {
        if (entry !== null) readAfterStep(queries, place, entry.scope);
        const nothing = direction === "undo" ? t.script.nothingToUndo : t.script.nothingToRedo;
        const words = entry === null ? null : summaryWords(entry.summary);
        setSaid(words === null ? nothing : direction === "undo" ? t.script.undone(words) : t.script.redone(words));
      },
      (error: unknown) => {
        const found = conflictOf(error, direction);
        setConflict(found);
        setSaid(found === null ? faultWords(error) : "");
      },
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
        return setDialog({ kind: "person" });
      case "keys":
        return setDialog({ kind: "keys" });
      case "flag":
        void import("../player/player.ts").then(({ player }) => {
          const { track, isPlaying } = player.state();
          if (isPlaying && track?.sectionId === place.sectionId) void player.flag();
          else edit(toggleFlag(model, range.at, newId()));
        });
        return;
      case "flags":
        return setDialog({ kind: "flags" });
      case "versions":
        return setDialog({ kind: "versions" });
      case "conversation": {
        const next = nextUnsure(desk.unsureLines(), (id) => desk.placeOf(id), range.at - 1, 1);
        return setDialog(next === null ? null : { kind: "conversation", at: next });
      }
      case "find":
        return setIsFinding(true);
      case "addNote":
        return setDialog({ kind: "note" });
      case "addSound":
        return setDialog({ kind: "sound" });
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
  const isOff = (command: Command) => !singleKeys && isSingle(command);
  const onKey = (event: KeyboardEvent) => {
    const command = commandOf({ ...strokeOf(event) });
    if (command === null || isOff(command)) return;
    event.preventDefault();
    event.stopPropagation();
    run(command);
  };
  /** A key outside the list: the list takes the focus, and with it the keys that follow. Returns whether it was a command. */
  const press = (command: Command): boolean => {
    if (isOff(command) || list.current === null) return false;
    list.current.focusLine(range.at);
    run(command);
    return true;
  };
  const { loaded } = desk;
  const { line: named } = useSearch({ from: "/stories/$projectId/chapters/$sectionId" });
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each line that an address names, when the chapter is there.
  useEffect(() => {
    if (!loaded || named === undefined) return;
    void desk.locate(named).then((index) => {
      if (index >= 0) go(index);
      else setSaid(t.script.noSuchLine);
      // Later the script opens where it was left.
      void navigate({ to: ".", search: {}, hash: "script", replace: true });
    });
  }, [desk, loaded, named]);
  const isAway = desk.away && desk.waiting > 0;
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) announce(t.script.savedAgain);
    wasAway.current = isAway;
  }, [isAway]);
  const latest = useRef({ run, assign, press });
  latest.current = { run, assign, press };
  // The same functions at every drawing: the parts beside the lines are not drawn again for another marked line.
  const command = useCallback((one: Command) => latest.current.run(one), []);
  const assignMarked = useCallback((id: string) => latest.current.assign(id, false), []);
  const newPerson = useCallback(() => setDialog({ kind: "person" }), []);
  const chooseSingleKeys = useCallback((on: boolean) => setSingleKeys(keepSingleKeys(on)), []);
  useEffect(() => {
    const onWindowKey = (event: globalThis.KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey ? withControl(event) : null;
      if (command === null || isTyping(event.target) || event.defaultPrevented) return;
      event.preventDefault();
      latest.current.run(command);
    };
    const onOutsideKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("[role=grid]") !== null) return;
      if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const command = commandOutsideList(event, event.target, part.current?.contains(event.target) === true);
      if (command !== null && latest.current.press(command)) event.preventDefault();
    };
    window.addEventListener("keydown", onWindowKey);
    // Before the key "?" of every screen.
    window.addEventListener("keydown", onOutsideKey, { capture: true });
    return () => {
      window.removeEventListener("keydown", onWindowKey);
      window.removeEventListener("keydown", onOutsideKey, { capture: true });
    };
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
  const details = {
    ...{ place, desk, range },
    onAssign: assign,
    onCommand: run,
    onNewPerson: newPerson,
  };
  return (
    <div ref={part} className={styles.part} data-fills>
      <div className={styles.main}>
        <div className={styles.top}>
          <ScriptTools
            said={said !== null && said.edits === desk.editCount ? said.words : null}
            flags={desk.flags().length}
            unsure={desk.unsureLines().length}
            waiting={desk.waiting}
            onCommand={command}
            singleKeys={singleKeys}
            onSingleKeys={chooseSingleKeys}
            isPhone={isPhone}
          />
          {!isPhone && <PeopleLegend people={people} onAssign={assignMarked} onNew={newPerson} />}
        </div>
        {isFinding && (
          <FindLines
            desk={desk}
            at={range.at}
            onShow={(index) => {
              setRange({ at: index, anchor: index });
              list.current?.showLine(index);
            }}
            onReplace={(words) => setDialog({ kind: "replace", words })}
            onClose={() => {
              setIsFinding(false);
              list.current?.focusLine(range.at);
            }}
          />
        )}
        <Preparing place={place} desk={desk} />
        {!isPhone && (
          <UnsureLines
            desk={desk}
            at={range.at}
            onGo={go}
            onNext={() => doUnsure(1)}
            onPrevious={() => doUnsure(-1)}
            onConversation={(index) => setDialog({ kind: "conversation", at: index })}
            onAssign={(index, id) => {
              const line = model.at(index);
              if (line !== undefined) edit(assignOperations(model, [line.id], id));
            }}
          />
        )}
        {isAway && <Notice tone="warn">{t.script.away(desk.waiting)}</Notice>}
        {conflict !== null && (
          <UndoConflict {...{ place, conflict }} onSkipped={step} onClose={() => setConflict(null)} />
        )}
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
            onRange={(marked) => {
              setRange(marked);
              setHasLine(true);
            }}
            onKey={onKey}
            onOpen={(index) => {
              const line = model.at(index);
              if (line !== undefined && line.kind !== "unparsed") setOpen({ kind: "edit", blockId: line.id });
            }}
            inPlace={inPlace}
          />
        )}
      </div>
      {!isPhone && <LinePanel ref={panel} {...details} />}
      {isPhone && hasLine && open === null && (
        <PhoneLine
          ref={panel}
          desk={desk}
          at={range.at}
          onAssign={assign}
          onCommand={run}
          onNewPerson={details.onNewPerson}
          onRoomTaken={() => list.current?.keepInView(range.at)}
          onClose={() => {
            setHasLine(false);
            list.current?.focusLine(range.at);
          }}
        >
          <LineDetails {...details} />
        </PhoneLine>
      )}
      <ScriptDialogs
        {...{ place, desk, marked }}
        open={dialog}
        at={range.at}
        onEdit={edit}
        onUndo={() => step("undo")}
        onClose={(goTo) => {
          setDialog(null);
          if (goTo !== undefined) go(goTo);
        }}
      />
      {desk.conflicts[0] !== undefined && <ConflictDialog conflict={desk.conflicts[0]} desk={desk} newId={newId} />}
    </div>
  );
}

function strokeOf(event: KeyboardEvent) {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  return { key, code, shiftKey, ctrlKey, metaKey, altKey };
}
