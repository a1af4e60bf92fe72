// A conversation around a line, and what one answer settles in it. Speech whose lines stand close together is one
// conversation; a heading or a scene break ends it.

import { type Block, CHOSEN_BY_USER, evidenceOf } from "@fullcast/core/document";
import { candidatesOf, endsParagraph, isUnsure, lookOf } from "./line.ts";
import type { ScriptModel } from "./script-model.ts";

/** Lines without speech between two lines of one conversation, at most. */
const MOST_BETWEEN = 3;
/** Lines of one conversation on each side of the line, at most. */
const FARTHEST = 40;

/** Places of lines, both included. */
export interface Conversation {
  readonly from: number;
  readonly to: number;
}

export function conversationAround(model: ScriptModel, at: number): Conversation {
  return { from: edge(model, at, -1), to: edge(model, at, 1) };
}

function edge(model: ScriptModel, at: number, step: 1 | -1): number {
  let last = at;
  for (let index = at + step; Math.abs(index - at) <= FARTHEST; index += step) {
    const block = model.at(index);
    if (block === undefined || Math.abs(index - last) > MOST_BETWEEN + 1) break;
    const look = lookOf(block);
    if (look === "heading" || look === "scene_break" || look === "unparsed") break;
    if (block.kind === "speech") last = index;
  }
  return last;
}

/** Who says the lines of a conversation after an answer: ids of lines by speaker. */
export type Settled = ReadonlyMap<string, readonly string[]>;

/**
 * What one answer settles. Unsure speech in the same paragraph is the same person's. Where two people talk, the unsure turns
 * beside it are theirs in alternation, up to the first turn that is sure.
 */
export function settledBy(model: ScriptModel, { from, to }: Conversation, at: number, speakerId: string): Settled {
  const answered = model.at(at);
  if (answered === undefined) return new Map();
  const settled = new Map<string, string[]>();
  const give = (block: Block, id: string) => settled.set(id, [...(settled.get(id) ?? []), block.id]);
  const turns = turnsOf(model, from, to);
  const own = turns.findIndex((turn) => turn.includes(answered));
  for (const block of turns[own] ?? [answered]) if (block === answered || isUnsure(block)) give(block, speakerId);
  const other = otherPerson(turns.flat(), answered, speakerId);
  if (other === null) return settled;
  for (const step of [1, -1]) {
    let says = speakerId;
    for (let index = own + step; index >= 0 && index < turns.length; index += step) {
      const turn = turns[index] ?? [];
      if (!turn.every(isUnsure)) break;
      says = says === speakerId ? other : speakerId;
      for (const block of turn) give(block, says);
    }
  }
  return settled;
}

/** The speech of each paragraph. */
function turnsOf(model: ScriptModel, from: number, to: number): readonly (readonly Block[])[] {
  const turns: Block[][] = [];
  let isNew = true;
  for (let index = from; index <= to; index++) {
    const block = model.at(index);
    if (block === undefined) continue;
    if (block.kind === "speech") {
      if (isNew) turns.push([]);
      turns.at(-1)?.push(block);
      isNew = false;
    }
    if (endsParagraph(block)) isNew = true;
  }
  return turns;
}

/** The second of exactly two people; null when more talk, or when only one is known. */
function otherPerson(lines: readonly Block[], answered: Block, speakerId: string): string | null {
  const sure = new Set<string>();
  const guessed = new Set<string>();
  for (const line of lines) {
    if (line === answered) continue;
    if (!isUnsure(line) && line.speaker_id !== null) sure.add(line.speaker_id);
    for (const id of candidatesOf(line)) guessed.add(id);
    if (line.speaker_id !== null) guessed.add(line.speaker_id);
  }
  const others = [...(sure.size > 0 ? sure : guessed)].filter((id) => id !== speakerId);
  return others.length === 1 ? (others[0] ?? null) : null;
}

/** Whether a person gave the line its speaker. */
export function isAnswered(block: Block): boolean {
  return block.content.type === "text" && evidenceOf(block.content)?.method === CHOSEN_BY_USER;
}
