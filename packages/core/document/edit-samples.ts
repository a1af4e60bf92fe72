// Sample blocks and edits for the tests of editing.

import { applyOperations, type EditedScript } from "./apply-operations.ts";
import type { Annotation, Block, DeliveryControlSet, SfxPlacement, TextContent } from "./blocks.ts";
import type { EditOperation, EditRefusal } from "./edit-operations.ts";
import type { ScriptPart } from "./script-part.ts";

export const SPEAKERS = ["ann", "ben"];
export const content = (text: string, over: Partial<TextContent> = {}): TextContent => ({
  type: "text",
  schema_version: "studio-ast-2",
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
  ...over,
});
export const speech = (
  id: string,
  text: string,
  over: Partial<TextContent> = {},
  speaker_id: string | null = null,
): Block => ({
  id,
  kind: "speech",
  block_version: 1,
  content: content(text, over),
  generation_profile_override: null,
  placement: null,
  speaker_id,
});
export const effect = (id: string, placement: SfxPlacement | null): Block => ({
  id,
  kind: "sfx",
  block_version: 1,
  content: { type: "sfx", schema_version: "studio-ast-2", prompt: "rain", duration_ms: 1_000, seed: null },
  generation_profile_override: null,
  placement,
  speaker_id: null,
});
export const placement = (over: Partial<SfxPlacement>): SfxPlacement => ({
  anchor_block_id: "a",
  anchor: "start",
  offset_ms: 0,
  gain_db: 0,
  fade_in_ms: 0,
  fade_out_ms: 0,
  ...over,
});
export const whole = (blocks: readonly Block[]): ScriptPart => ({
  entries: blocks.map((block) => ({ block, nextIsNeighbour: true })),
  startsScript: true,
});
export function counter(prefix: string): () => string {
  let next = 0;
  return () => {
    next += 1;
    return `${prefix}${next}`;
  };
}
export function apply(part: ScriptPart, operations: readonly EditOperation[]) {
  return applyOperations(part, operations, { newId: counter("new-"), speakerIds: new Set(SPEAKERS) });
}
export function edited(result: EditedScript | EditRefusal): EditedScript {
  if (result.kind !== "edited") throw new Error(JSON.stringify(result));
  return result;
}
export const refusal = (blocks: readonly Block[], ...operations: EditOperation[]) => {
  const result = apply(whole(blocks), operations);
  if (result.kind === "edited") throw new Error("it was not refused");
  return result;
};
export const textOf = (block: Block | undefined) => (block?.content.type === "text" ? block.content.text : "");
export const contentOf = (block: Block | undefined): TextContent => {
  if (block?.content.type !== "text") throw new Error("it has no text");
  return block.content;
};
export const base = (block_id: string, base_block_version = 1) => ({ block_id, base_block_version });
export const split = (id: string, offset_utf16: number, new_block_id: string): EditOperation => ({
  op: "split_block",
  ...base(id),
  offset_utf16,
  new_block_id,
});
export const exclusion = (id: string, start_utf16: number, end_utf16: number): Annotation => ({
  kind: "exclusion",
  id,
  start_utf16,
  end_utf16,
  reason: "user",
});

/** A control set of the embedded voice without any direction. */
export const controlSet = (over: Partial<DeliveryControlSet> = {}): DeliveryControlSet => ({
  id: "set",
  schema_version: "studio-delivery-control-set-2",
  provider: "espeak",
  model: "any",
  format: "fullcast-delivery-1",
  capability_revision: "1",
  directives: [],
  settings: [],
  source_fingerprint: null,
  source_utf16_length: null,
  ...over,
});
