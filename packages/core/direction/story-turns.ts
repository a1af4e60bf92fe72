// The spoken lines of scripts as turns of conversations, for rules that compare the order of speakers.

import { type Block, layoutRole } from "../document/document.ts";

/** A spoken line. */
export interface ScriptTurn {
  readonly speaker_id: string | null;
  readonly words: string;
  /** A heading, a scene break, long narration or the beginning of a section precedes. */
  readonly newScene: boolean;
}

/** Narration of this length ends a conversation, as in conversations.ts. */
const LONG_NARRATION_UNITS = 600;

/** Collects turns from blocks in reading order. One reader is for one section. */
export function turnReader(): (blocks: readonly Block[]) => ScriptTurn[] {
  let newScene = true;
  let narrated = 0;
  return (blocks) => {
    const turns: ScriptTurn[] = [];
    for (const { kind, content, speaker_id } of blocks) {
      if (content.type !== "text") continue;
      if (kind === "speech") {
        turns.push({ speaker_id, words: content.text, newScene });
        newScene = false;
        narrated = 0;
        continue;
      }
      narrated += content.text.length;
      if (narrated > LONG_NARRATION_UNITS || layoutRole(content) !== "paragraph") newScene = true;
    }
    return turns;
  };
}
