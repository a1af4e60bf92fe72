// Lines that a person adds: notes and sounds, as operations.

import type { Block, EditOperation, SfxPlacement } from "@fullcast/core/document";

/** What is heard: made from words, or a sound of the library. */
export interface ChosenSound {
  readonly prompt: string;
  readonly duration_ms: number;
  readonly source?: { readonly sound_effect_id: string; readonly sound_effect_revision_id: string };
}

/** Where a sound lies: null stands on its own between two lines; else it begins with a line. */
export interface SoundPlace {
  readonly beginsWith: string;
  /** The sound repeats, or is cut, until this line ends; null plays it once. */
  readonly until: string | null;
}

const AST = "studio-ast-2";

export function addNote(after: Block, text: string, id: string): EditOperation {
  return {
    op: "insert_block",
    after_block_id: after.id,
    block: { id, kind: "note", content: { type: "note", schema_version: AST, text } },
  };
}

/** A sound that begins with a line stands before it in the script, as a cue does; else after it. */
export function addSound(
  line: Block,
  before: Block | undefined,
  sound: ChosenSound,
  place: SoundPlace | null,
  id: string,
): EditOperation {
  return {
    op: "insert_block",
    after_block_id: place === null ? line.id : (before?.id ?? null),
    block: {
      id,
      kind: "sfx",
      content: {
        type: "sfx",
        schema_version: AST,
        prompt: sound.prompt,
        duration_ms: sound.duration_ms,
        seed: null,
        ...(sound.source === undefined ? {} : { source: { kind: "project_sound", ...sound.source } }),
      },
      placement: place === null ? null : placementOf(place),
    },
  };
}

function placementOf({ beginsWith, until }: SoundPlace): SfxPlacement {
  return {
    anchor_block_id: beginsWith,
    anchor: "start",
    offset_ms: 0,
    gain_db: 0,
    fade_in_ms: 0,
    fade_out_ms: 0,
    ...(until === null ? {} : { until_block_id: until, until_anchor: "end" }),
  };
}

export function deleteLine(block: Block): EditOperation {
  return { op: "delete_block", block_id: block.id, base_block_version: block.block_version };
}

/** Whether a person can delete the line. Words of the story are left out instead, so that its text stays whole. */
export function isAdded(block: Block): boolean {
  return block.kind === "note" || block.kind === "sfx";
}
