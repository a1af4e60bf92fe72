// Which lines the operations of an edit concern.

import type { EditOperation } from "@fullcast/core/document";

/** The id of the line that an operation adds, if it names one. */
export function created(operation: EditOperation): string[] {
  return operation.op === "insert_block" && operation.block.id !== undefined ? [operation.block.id] : [];
}

/** The lines that operations change. */
export function touched(operations: readonly EditOperation[]): readonly string[] {
  return operations.flatMap((operation): readonly string[] => {
    switch (operation.op) {
      case "assign_speaker":
        return operation.block_ids;
      case "merge_blocks":
        return operation.blocks.map((base) => base.block_id);
      case "insert_block":
        return operation.after_block_id === null ? [] : [operation.after_block_id];
      case "set_title":
      case "set_sound_effects_enabled":
        return [];
      default:
        return [operation.block_id];
    }
  });
}
