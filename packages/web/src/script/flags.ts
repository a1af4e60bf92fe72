// A flag: a note behind a line that says to look at it again. A note that begins with the flag sign is one.

import type { Block, BlockContent, EditOperation } from "@fullcast/core/document";
import { addNote, deleteLine } from "./new-lines.ts";
import type { ScriptModel } from "./script-model.ts";

const SIGN = "⚑";

export function isFlag({ content }: { readonly content: BlockContent }): boolean {
  return content.type === "note" && content.text.startsWith(SIGN);
}

/** What a person wrote beside the flag; empty without words. */
export function flagWords(block: Block): string {
  return block.content.type === "note" ? block.content.text.slice(SIGN.length).trim() : "";
}

/** The operation that flags a line. */
export function addFlag(line: Block, id: string): EditOperation {
  return addNote(line, SIGN, id);
}

/** The same operation for a line of which only the id is known. */
export function addFlagAfter(blockId: string, id: string): EditOperation {
  return {
    op: "insert_block",
    after_block_id: blockId,
    block: { id, kind: "note", content: { type: "note", schema_version: "studio-ast-2", text: SIGN } },
  };
}

/** Flags the line, or takes its flag away. On a flag itself it takes that one away. */
export function toggleFlag(model: ScriptModel, at: number, id: string): readonly EditOperation[] {
  const line = model.at(at);
  if (line === undefined) return [];
  if (isFlag(line)) return [deleteLine(line)];
  const next = model.at(at + 1);
  if (next !== undefined && isFlag(next)) return [deleteLine(next)];
  return [addFlag(line, id)];
}

/** The line that a flag belongs to: the nearest one above that is no note. Null when it is not loaded. */
export function flaggedLine(
  model: ScriptModel,
  flagAt: number,
): { readonly index: number; readonly line: Block } | null {
  for (let index = flagAt - 1; index >= 0; index--) {
    const line = model.at(index);
    if (line === undefined) return null;
    if (line.kind !== "note") return { index, line };
  }
  return null;
}
