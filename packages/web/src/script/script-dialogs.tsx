// The dialogs of the script, of which one is open at a time. Those that few people need are loaded when they open.

import type { EditOperation } from "@fullcast/core/document";
import { lazy, Suspense } from "react";
import { newId } from "../api/new-id.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { isSpokenLine, wordsOf } from "./line.ts";
import { assignOperations } from "./line-edits.ts";
import { addNote, addSound } from "./new-lines.ts";
import { NewPersonDialog } from "./new-person-dialog.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import type { ScriptDesk } from "./script-desk.ts";
import type { ScriptModel } from "./script-model.ts";
import type { LaterLine } from "./sound-dialog.tsx";

const ConversationDialog = lazy(async () => ({
  default: (await import("./conversation-dialog.tsx")).ConversationDialog,
}));
const FlaggedLines = lazy(async () => ({ default: (await import("./flagged-lines.tsx")).FlaggedLines }));
const ReplaceDialog = lazy(async () => ({ default: (await import("./replace-dialog.tsx")).ReplaceDialog }));
const VersionsDialog = lazy(async () => ({ default: (await import("./versions-dialog.tsx")).VersionsDialog }));
const SoundDialog = lazy(async () => ({ default: (await import("./sound-dialog.tsx")).SoundDialog }));

export type OpenDialog =
  | { readonly kind: "person" | "keys" | "note" | "sound" | "flags" | "versions" }
  /** The unsure lines by conversation, from this place. */
  | { readonly kind: "conversation"; readonly at: number }
  /** Search and replace over the story, of these words. */
  | { readonly kind: "replace"; readonly words: string };

interface ScriptDialogsProps {
  readonly place: ChapterPlace;
  readonly desk: ScriptDesk;
  readonly open: OpenDialog | null;
  /** The line with the focus. */
  readonly at: number;
  /** Ids of the marked lines. */
  readonly marked: () => readonly string[];
  readonly onEdit: (operations: readonly EditOperation[]) => void;
  readonly onUndo: () => void;
  /** @param goTo the line that gets the focus then */
  readonly onClose: (goTo?: number) => void;
}

export function ScriptDialogs({ place, desk, open, at, marked, onEdit, onUndo, onClose }: ScriptDialogsProps) {
  const { model } = desk;
  const block = model.at(at);
  const close = () => onClose();
  if (open === null) return null;
  switch (open.kind) {
    case "keys":
      return <KeysDialog onClose={close} />;
    case "conversation":
      return (
        <Suspense>
          <ConversationDialog desk={desk} at={open.at} onUndo={onUndo} onClose={onClose} />
        </Suspense>
      );
    case "flags":
      return (
        <Suspense>
          <FlaggedLines desk={desk} onClose={close} onGo={onClose} />
        </Suspense>
      );
    case "replace":
      return (
        <Suspense>
          <ReplaceDialog projectId={place.projectId} desk={desk} words={open.words} onClose={close} />
        </Suspense>
      );
    case "versions":
      return (
        <Suspense>
          <VersionsDialog desk={desk} onClose={close} />
        </Suspense>
      );
    case "note":
      if (block === undefined) return null;
      return (
        <NoteDialog
          lineId={block.id}
          onClose={close}
          onAdd={(text) => {
            onEdit([addNote(block, text, newId())]);
            onClose(at + 1);
          }}
        />
      );
    case "sound":
      if (block === undefined) return null;
      return (
        <Suspense>
          <SoundDialog
            projectId={place.projectId}
            draft={`sound.${block.id}`}
            lineId={isSpokenLine(block) ? block.id : null}
            until={linesFrom(model, at)}
            onClose={close}
            onAdd={(sound, place) => {
              onEdit([addSound(block, model.at(at - 1), sound, place, newId())]);
              onClose(place === null ? at + 1 : at);
            }}
          />
        </Suspense>
      );
    case "person":
      return (
        <NewPersonDialog
          count={marked().length}
          onClose={close}
          onCreate={async (name) => {
            const person = await desk.createPerson(name);
            onEdit(assignOperations(model, marked(), person.id));
            onClose(at);
          }}
        />
      );
  }
}

const MOST_LATER_LINES = 200;

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
