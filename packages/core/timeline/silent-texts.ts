// Speech tags that are silent as whole blocks, for formats that still show them.

import type { CompileBlock } from "./compile-input.ts";

/** Text that is shown but not spoken, and the block next to it. */
export interface SilentText {
  readonly block_id: string;
  readonly place: "before" | "after";
  readonly text: string;
}

/** The silent tags of a section, shown with the words of their paragraph, otherwise with the following words. */
export function silentTexts(blocks: readonly CompileBlock[]): readonly SilentText[] {
  const found: SilentText[] = [];
  if (!blocks.some(({ parts }) => parts.tags_omitted === true)) return found;
  let waiting: string[] = [];
  let last: string | null = null;
  let paragraphEnded = true;
  for (const { block, parts } of blocks) {
    if (block.content.type !== "text") continue;
    const { text } = block.content;
    const isSilent = parts.tags_omitted === true && parts.spoken === null;
    if (isSilent && text.trim() !== "") {
      if (last === null || paragraphEnded) waiting.push(text.trim());
      else found.push({ block_id: last, place: "after", text: text.trim() });
    } else if (parts.spoken !== null) {
      found.push(...waiting.map((one) => ({ block_id: block.id, place: "before" as const, text: one })));
      waiting = [];
      last = block.id;
    }
    paragraphEnded = /[\r\n\u2028\u2029]/.test(text.slice(text.trimEnd().length));
  }
  return found;
}
