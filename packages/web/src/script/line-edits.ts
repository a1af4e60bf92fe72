// What the keys and buttons of the script do to its lines, as operations.

import { type Block, CHOSEN_BY_USER, type EditOperation, evidenceOf, isSpoken } from "@fullcast/core/document";
import type { ScriptModel } from "./script-model.ts";

/** How far “the following lines of the same person” looks; an answer beyond what is loaded would be a guess. */
const FARTHEST = 2000;
const MOST_ASSIGNED = 1000;

export function assignOperations(
  model: ScriptModel,
  ids: readonly string[],
  speakerId: string | null,
): readonly EditOperation[] {
  const spoken = ids.filter((id) => {
    const block = model.find(id);
    return block !== undefined && isSpoken(block);
  });
  // Narration that gets a person becomes speech by itself on the server's side: its kind stays, its voice changes.
  return spoken.length === 0
    ? []
    : [{ op: "assign_speaker", block_ids: spoken.slice(0, MOST_ASSIGNED), speaker_id: speakerId }];
}

/** This line and the following ones of the same kind and the same speaker, up to the first one that a person chose. */
export function followingSame(model: ScriptModel, from: number): readonly string[] {
  const first = model.at(from);
  if (first === undefined || !isSpoken(first)) return [];
  const ids = [first.id];
  for (let index = from + 1; index < Math.min(model.count, from + FARTHEST); index++) {
    const block = model.at(index);
    if (block === undefined) break;
    if (block.kind !== first.kind || block.speaker_id !== first.speaker_id) continue;
    if (isChosen(block)) break;
    ids.push(block.id);
  }
  return ids;
}

/** Whether a person gave the line its speaker. */
function isChosen(block: Block): boolean {
  return block.content.type === "text" && evidenceOf(block.content)?.method === CHOSEN_BY_USER;
}

/** The line with the one above it. They need one kind and one speaker, so the line takes those of the one above. */
export function mergeOperations(model: ScriptModel, at: number): readonly EditOperation[] {
  const line = model.at(at);
  const above = at > 0 ? model.at(at - 1) : undefined;
  if (line === undefined || above === undefined || !isSpoken(line) || !isSpoken(above)) return [];
  const adapt: EditOperation[] = [];
  let version = line.block_version;
  if (line.kind !== above.kind || line.speaker_id !== above.speaker_id) {
    adapt.push({
      op: "replace_block",
      block_id: line.id,
      base_block_version: version,
      set: { kind: above.kind, speaker_id: above.speaker_id },
    });
    version += 1;
  }
  return [
    ...adapt,
    {
      op: "merge_blocks",
      blocks: [
        { block_id: above.id, base_block_version: above.block_version },
        { block_id: line.id, base_block_version: version },
      ],
    },
  ];
}

/** Leaves the lines out, or puts them back when the first of them is left out. */
export function leaveOutOperations(
  model: ScriptModel,
  ids: readonly string[],
  narratorId: string | null,
): readonly EditOperation[] {
  const blocks = ids
    .flatMap((id) => model.find(id) ?? [])
    .filter((block) => isSpoken(block) || block.kind === "excluded");
  const back = blocks[0]?.kind === "excluded";
  return blocks.flatMap((block): EditOperation[] => {
    const base = { op: "replace_block" as const, block_id: block.id, base_block_version: block.block_version };
    if (back) {
      return block.kind === "excluded" ? [{ ...base, set: { kind: "narration", speaker_id: narratorId } }] : [];
    }
    return isSpoken(block) ? [{ ...base, set: { kind: "excluded", speaker_id: null } }] : [];
  });
}

export function textOperation(block: Block, content: Block["content"]): EditOperation {
  return { op: "replace_block", block_id: block.id, base_block_version: block.block_version, set: { content } };
}
