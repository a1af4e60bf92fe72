// An edit meets a script that changed meanwhile: what can be sent as it is, and where a person has to choose.

import type { Block, EditOperation, TextContent } from "@fullcast/core/document";
import { withText } from "./edit-text.ts";

export type Rebased =
  | { readonly kind: "ready"; readonly operations: readonly EditOperation[] }
  /** Both sides wrote other words into the same line. */
  | { readonly kind: "conflict"; readonly block: Block; readonly mine: string; readonly theirs: string }
  /** The line is gone, or its words changed under a cut or a join. */
  | { readonly kind: "lost" };

/**
 * @param before the lines of the edit as they were when it was made
 * @param now the same lines as the server has them; absent where a line was deleted
 */
export function rebase(
  operations: readonly EditOperation[],
  before: ReadonlyMap<string, Block>,
  now: ReadonlyMap<string, Block>,
): Rebased {
  const ready: EditOperation[] = [];
  for (const operation of operations) {
    const one = rebaseOne(operation, before, now);
    if (one.kind !== "ready") return one;
    ready.push(...one.operations);
  }
  return ready.length === 0 ? { kind: "lost" } : { kind: "ready", operations: ready };
}

function rebaseOne(
  operation: EditOperation,
  before: ReadonlyMap<string, Block>,
  now: ReadonlyMap<string, Block>,
): Rebased {
  const ready = (...operations: EditOperation[]): Rebased => ({ kind: "ready", operations });
  switch (operation.op) {
    case "assign_speaker": {
      const left = operation.block_ids.filter((id) => now.has(id));
      return left.length === 0 ? { kind: "lost" } : ready({ ...operation, block_ids: left });
    }
    case "set_title":
    case "set_sound_effects_enabled":
      return ready(operation);
    case "insert_block":
      return operation.after_block_id === null || now.has(operation.after_block_id)
        ? ready(operation)
        : { kind: "lost" };
    case "merge_blocks": {
      const bases = operation.blocks.map(({ block_id }) => ({ was: before.get(block_id), is: now.get(block_id) }));
      if (bases.some(({ was, is }) => !isSameText(was, is))) return { kind: "lost" };
      const blocks = bases.flatMap(({ is }) =>
        is === undefined ? [] : [{ block_id: is.id, base_block_version: is.block_version }],
      );
      return ready({ ...operation, blocks });
    }
    case "delete_block":
    case "move_block":
    case "split_block": {
      const is = now.get(operation.block_id);
      if (is === undefined || !isSameText(before.get(operation.block_id), is)) return { kind: "lost" };
      return ready({ ...operation, base_block_version: is.block_version });
    }
    case "replace_block":
      return rebaseReplacement(operation, before.get(operation.block_id), now.get(operation.block_id));
  }
}

function rebaseReplacement(
  operation: Extract<EditOperation, { op: "replace_block" }>,
  was: Block | undefined,
  is: Block | undefined,
): Rebased {
  if (is === undefined) return { kind: "lost" };
  const based = { ...operation, base_block_version: is.block_version };
  const { content } = operation.set;
  if (content === undefined || was === undefined || is.block_version === was.block_version) {
    return { kind: "ready", operations: [based] };
  }
  const mine = textOf(content);
  if (isSameText(was, is)) {
    // Their change was of something else: mine is put onto the line as it is now.
    if (content.type !== "text" || is.content.type !== "text") return { kind: "ready", operations: [based] };
    const merged = mine === is.content.text ? marksOnto(is.content, content) : withText(is.content, content.text);
    return { kind: "ready", operations: [{ ...based, set: { ...operation.set, content: merged } }] };
  }
  if (mine === textOf(is.content)) return { kind: "lost" };
  if (was.content.type === "text" && mine === was.content.text && is.content.type === "text") {
    // Mine changed marks or directions, theirs the words.
    const kept = withText(content as TextContent, is.content.text);
    return { kind: "ready", operations: [{ ...based, set: { ...operation.set, content: kept } }] };
  }
  return { kind: "conflict", block: is, mine, theirs: textOf(is.content) };
}

/** My marks and directions, on the evidence that the server has. */
function marksOnto(is: TextContent, mine: TextContent): TextContent {
  const evidence = is.annotations.filter((one) => one.kind === "extension");
  const marks = mine.annotations.filter((one) => one.kind !== "extension");
  return {
    ...is,
    annotations: [...evidence, ...marks],
    points: mine.points,
    delivery_control_sets: mine.delivery_control_sets,
  };
}

function isSameText(was: Block | undefined, is: Block | undefined): boolean {
  return was !== undefined && is !== undefined && textOf(was.content) === textOf(is.content);
}

function textOf(content: Block["content"]): string {
  return content.type === "sfx" ? content.prompt : content.text;
}
