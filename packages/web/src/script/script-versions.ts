// The versions of a script, and how one differs from the script of now.

import type { Block } from "@fullcast/core/document";
import { api } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { wordsOf } from "./line.ts";

export interface LineChange {
  readonly id: string;
  /** Null: the line was added since. */
  readonly before: Block | null;
  /** Null: the line was deleted since. */
  readonly after: Block | null;
}

export interface VersionChanges {
  readonly documentVersion: number;
  readonly changes: readonly LineChange[];
  /** Changed lines that are not shown. */
  readonly more: number;
  /** Lines stand in another order. */
  readonly isReordered: boolean;
}

const WINDOW = 2000;
const MOST_SHOWN = 200;

/** How the script differs from its state at a version. Reads the old lines in windows, and keeps those that changed. */
export async function changesSince(sectionId: string, version: number, signal: AbortSignal): Promise<VersionChanges> {
  const params = { sectionId };
  const since = await api.call("readDocumentChanges", { params, query: { since: version }, signal });
  const now = new Map((since.blocks as readonly Block[]).map((block) => [block.id, block]));
  const looked = new Set([...now.keys(), ...since.deleted_block_ids]);
  const changes: LineChange[] = [];
  const found = new Set<string>();
  const isFull = () => found.size >= looked.size;
  for (let from = 0; !isFull(); from += WINDOW) {
    const query = { document_version: version, from_index: from, limit: WINDOW };
    const { document, block_count } = await api.call("readDocument", { params, query, signal });
    for (const then of document.blocks as readonly Block[]) {
      if (!looked.has(then.id)) continue;
      found.add(then.id);
      const later = now.get(then.id) ?? null;
      if (later === null || isOther(then, later)) changes.push({ id: then.id, before: then, after: later });
    }
    if (from + WINDOW >= (block_count ?? 0)) break;
  }
  for (const block of now.values())
    if (!found.has(block.id)) changes.push({ id: block.id, before: null, after: block });
  return {
    documentVersion: since.document_version,
    changes: changes.slice(0, MOST_SHOWN),
    more: Math.max(0, changes.length - MOST_SHOWN),
    isReordered: since.order !== null && changes.every((change) => change.before !== null && change.after !== null),
  };
}

/** Whether a person sees a difference. The evidence for a speaker is none. */
function isOther(then: Block, now: Block): boolean {
  return (
    then.kind !== now.kind ||
    then.speaker_id !== now.speaker_id ||
    wordsOf(then) !== wordsOf(now) ||
    directionOf(then) !== directionOf(now)
  );
}

/** Directions, pauses and pronunciations as one text. */
function directionOf({ content }: Block): string {
  if (content.type !== "text") return JSON.stringify(content);
  const { annotations, points, delivery_control_sets } = content;
  return JSON.stringify([annotations.filter((one) => one.kind !== "extension"), points, delivery_control_sets]);
}

/** What an edit did, in the words of the studio. The server's own words where they are not known. */
export function summaryWords(summary: string): string {
  const { patterns } = t.script.summaries;
  const [, step, rest] = /^(Undid|Redid): (.*)$/s.exec(summary) ?? [];
  if (rest !== undefined) return (step === "Undid" ? t.script.undone : t.script.redone)(summaryWords(rest));
  // An edit of one line ends with its words, which may hold commas.
  const [, what = summary, quoted] = /^([^“]*?): “(.*)”$/s.exec(summary) ?? [];
  const words = what.split(", ").map((part) => {
    for (const [pattern, say] of patterns) {
      const match = new RegExp(pattern, "i").exec(part);
      if (match !== null) return say(Number((match[1] ?? "").replaceAll(",", "")));
    }
    return part;
  });
  const text = words.join(", ");
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return quoted === undefined ? sentence : t.script.summaries.quoted(sentence, quoted);
}
