// What an edit does to the script, in words for a screen reader: the lines change beside the focus.

import type { EditOperation } from "@fullcast/core/document";
import { formatNumber, t } from "../i18n/i18n.ts";
import { isFlag } from "./flags.ts";
import type { People } from "./people.ts";
import type { ScriptModel } from "./script-model.ts";

type Lines = Pick<ScriptModel, "indexOf" | "find">;

/** Of an edit that is about to be made. Empty for what a control says itself, such as a slider. */
export function editWords(operations: readonly EditOperation[], model: Lines, people: Pick<People, "byId">): string {
  const words = t.script.edits;
  const numberOf = (id: string) => formatNumber(model.indexOf(id) + 1);
  // A merge first gives the line the speaker of the one above, a person does not.
  const main = operations.at(-1);
  if (main === undefined) return "";
  switch (main.op) {
    case "assign_speaker": {
      const [first] = main.block_ids;
      const name = main.speaker_id === null ? undefined : people.byId.get(main.speaker_id)?.name;
      if (first === undefined) return "";
      const { length } = main.block_ids;
      return words.speaker(length, numberOf(first), name ?? t.script.unassigned);
    }
    case "split_block":
      return words.split(numberOf(main.block_id));
    case "merge_blocks":
      return words.merged(numberOf(main.blocks.at(-1)?.block_id ?? ""));
    case "insert_block": {
      const { kind, content } = main.block;
      if (kind !== "note") return words.added(t.script.sound);
      return content.type === "note" && isFlag({ content }) ? words.flagged : words.added(t.script.note);
    }
    case "delete_block": {
      const block = model.find(main.block_id);
      return block !== undefined && isFlag(block) ? words.unflagged : words.deleted(numberOf(main.block_id));
    }
    case "replace_block": {
      const { kind, content } = main.set;
      if (kind === "excluded") return words.leftOut(operations.length, numberOf(main.block_id));
      if (kind !== undefined) return words.putBack(operations.length, numberOf(main.block_id));
      const before = model.find(main.block_id)?.content;
      const isOther = content?.type === "text" && before?.type === "text" && content.text !== before.text;
      return isOther ? words.otherWords(numberOf(main.block_id)) : "";
    }
    default:
      return "";
  }
}
