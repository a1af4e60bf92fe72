// The operations of an edit, as they are sent (decisions.md §5). Field names are those of the wire.

import type {
  BlockKind,
  GenerationProfileOverride,
  NoteContent,
  SfxContent,
  SfxPlacement,
  TextContent,
} from "./blocks.ts";

export type BlockContent = TextContent | NoteContent | SfxContent;

/** A block to insert. Its version starts at 1; without an id it gets a new one. */
export interface NewBlock {
  readonly id?: string;
  readonly kind: BlockKind;
  readonly content: BlockContent;
  readonly speaker_id?: string | null;
  readonly placement?: SfxPlacement | null;
  readonly generation_profile_override?: GenerationProfileOverride | null;
}

/** New values for parts of a block; absent parts stay. */
export interface BlockReplacement {
  readonly kind?: BlockKind;
  readonly content?: BlockContent;
  readonly speaker_id?: string | null;
  readonly placement?: SfxPlacement | null;
  readonly generation_profile_override?: GenerationProfileOverride | null;
}

/** A block and its version as the sender read it, or as the earlier operations of the request leave it. */
export interface BlockBase {
  readonly block_id: string;
  readonly base_block_version: number;
}

export type EditOperation =
  | { readonly op: "insert_block"; readonly after_block_id: string | null; readonly block: NewBlock }
  | ({ readonly op: "replace_block"; readonly set: BlockReplacement } & BlockBase)
  | ({ readonly op: "delete_block" } & BlockBase)
  | ({ readonly op: "move_block"; readonly after_block_id: string | null } & BlockBase)
  | ({ readonly op: "split_block"; readonly offset_utf16: number; readonly new_block_id?: string } & BlockBase)
  | { readonly op: "merge_blocks"; readonly blocks: readonly BlockBase[] }
  | { readonly op: "assign_speaker"; readonly block_ids: readonly string[]; readonly speaker_id: string | null }
  | { readonly op: "set_title"; readonly title: string }
  | { readonly op: "set_sound_effects_enabled"; readonly enabled: boolean };

/** The reason why a whole edit is refused. `path` is the field inside the request's operations ("3.block_id"). */
export type EditRefusal =
  | { readonly kind: "invalid"; readonly path: string; readonly message: string }
  | {
      readonly kind: "stale";
      readonly path: string;
      readonly block_id: string;
      readonly expected: number;
      readonly current: number;
    };

/** The blocks that operations name. For those in `ordered` the direct neighbours are needed too. */
export interface NamedBlocks {
  readonly ordered: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  /** Whether an operation names the beginning of the script. */
  readonly beginning: boolean;
  /** Blocks that are cut, joined or deleted: sound effects that begin or end at them move with their text. */
  readonly reshaped: ReadonlySet<string>;
}

/** The blocks that operations need, so that an edit of a long script loads only those. */
export function namedBlocks(operations: readonly EditOperation[]): NamedBlocks {
  const ordered = new Set<string>();
  const others = new Set<string>();
  const reshaped = new Set<string>();
  let beginning = false;
  const after = (id: string | null) => {
    if (id === null) beginning = true;
    else ordered.add(id);
  };
  const anchor = (placement: SfxPlacement | null | undefined) => {
    if (placement) others.add(placement.anchor_block_id);
    if (placement?.until_block_id !== undefined) others.add(placement.until_block_id);
  };
  for (const operation of operations) {
    switch (operation.op) {
      case "insert_block":
        after(operation.after_block_id);
        anchor(operation.block.placement);
        if (operation.block.id !== undefined) others.add(operation.block.id);
        break;
      case "replace_block":
        others.add(operation.block_id);
        anchor(operation.set.placement);
        break;
      case "delete_block":
        ordered.add(operation.block_id);
        reshaped.add(operation.block_id);
        break;
      case "move_block":
        ordered.add(operation.block_id);
        after(operation.after_block_id);
        break;
      case "split_block":
        ordered.add(operation.block_id);
        reshaped.add(operation.block_id);
        if (operation.new_block_id !== undefined) others.add(operation.new_block_id);
        break;
      case "merge_blocks":
        for (const { block_id } of operation.blocks) {
          ordered.add(block_id);
          reshaped.add(block_id);
        }
        break;
      case "assign_speaker":
        for (const id of operation.block_ids) others.add(id);
        break;
      case "set_title":
      case "set_sound_effects_enabled":
        break;
    }
  }
  return { ordered, others, beginning, reshaped };
}
