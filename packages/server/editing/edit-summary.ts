// Describes an edit in one line for the list of versions and for Undo. The studio translates these sentences by their form.

import type { Block, EditedScript, EditOperation } from "@fullcast/core/document";
import { blocksInWords, quoting, wordsOf } from "../documents/documents.ts";

interface SummarisedEdit {
  readonly operations: readonly EditOperation[];
  /** The blocks that the operations name, as they were. */
  readonly before: readonly Block[];
  readonly edited: EditedScript;
  /** How many blocks are new. */
  readonly added: number;
}

/** "Changed the speaker of 1 block: “Well,”". Words are quoted where one block was edited. */
export function editSummary(edit: SummarisedEdit): string {
  const before = new Map(edit.before.map((block) => [block.id, block]));
  const text = ofOneKind(edit, before) ?? inNumbers(edit);
  const ids = new Set(edit.operations.flatMap(idsOf));
  const [only] = ids;
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return quoting(sentence, ids.size === 1 && only !== undefined ? before.get(only) : undefined);
}

/** Where all operations do the same thing, its name. */
function ofOneKind({ operations, edited }: SummarisedEdit, before: ReadonlyMap<string, Block>): string | null {
  const kinds = new Set(operations.map((operation) => kindOf(operation, before)));
  const [kind, other] = kinds;
  const blocks = blocksInWords(new Set(operations.flatMap(idsOf)).size);
  if (kinds.has("merge"))
    return [...kinds].every((one) => one === "merge" || one === "mixed") ? `merged ${blocks}` : null;
  if (other !== undefined) return null;
  switch (kind) {
    case "speaker":
      return edited.changed.size === 0 ? null : `changed the speaker of ${blocksInWords(edited.changed.size)}`;
    case "words":
      return `changed the words of ${blocks}`;
    case "delivery":
      return `changed the delivery of ${blocks}`;
    case "leave out":
      return `left out ${blocks}`;
    case "put back":
      return `put back ${blocks}`;
    case "split":
      return `split ${blocks}`;
    case "move":
      return `moved ${blocks}`;
    default:
      return null;
  }
}

type Kind =
  | "speaker"
  | "words"
  | "delivery"
  | "leave out"
  | "put back"
  | "split"
  | "merge"
  | "move"
  | "mixed"
  | "other";

function kindOf(operation: EditOperation, before: ReadonlyMap<string, Block>): Kind {
  switch (operation.op) {
    case "assign_speaker":
      return "speaker";
    case "split_block":
      return "split";
    case "merge_blocks":
      return "merge";
    case "move_block":
      return "move";
    case "replace_block": {
      const { set, block_id } = operation;
      const was = before.get(block_id);
      if (was === undefined) return "mixed";
      if (set.kind === "excluded" && was.kind !== "excluded") return "leave out";
      if (set.kind !== undefined && set.kind !== "excluded" && was.kind === "excluded") return "put back";
      if (set.kind !== undefined || set.speaker_id !== undefined) return "mixed";
      if (set.content === undefined) return "mixed";
      return set.content.type === "text" && wordsOf(set.content) === wordsOf(was.content) ? "delivery" : "words";
    }
    default:
      return "other";
  }
}

function inNumbers({ edited, added }: SummarisedEdit): string {
  const changed = edited.changed.size - added;
  const parts = [
    changed > 0 ? `changed ${blocksInWords(changed)}` : null,
    added > 0 ? `added ${blocksInWords(added)}` : null,
    edited.deleted.length > 0 ? `deleted ${blocksInWords(edited.deleted.length)}` : null,
    edited.title === undefined ? null : "set the title",
    edited.soundEffectsEnabled === undefined
      ? null
      : `turned sound effects ${edited.soundEffectsEnabled ? "on" : "off"}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "changed nothing" : parts.join(", ");
}

function idsOf(operation: EditOperation): readonly string[] {
  switch (operation.op) {
    case "assign_speaker":
      return operation.block_ids;
    case "merge_blocks":
      return operation.blocks.map((base) => base.block_id);
    case "insert_block":
      return operation.block.id === undefined ? [] : [operation.block.id];
    case "set_title":
    case "set_sound_effects_enabled":
      return [];
    default:
      return [operation.block_id];
  }
}
