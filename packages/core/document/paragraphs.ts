// A script for readers: paragraphs of the source text with the speakers of their lines, without excluded text.

import type { Block, TextContent } from "./blocks.ts";
import { isText } from "./source-text.ts";

/** A range of one paragraph. */
export interface ReadableRun {
  /** The speaker of a spoken line; null for narration and for text that is not structured yet. */
  readonly speaker_id: string | null;
  /** White space inside is collapsed; at the ends it is as in the source. */
  readonly text: string;
}

export type ReadableParagraph = readonly ReadableRun[];

/** What a reader sees of one block; empty for notes, sounds and what is excluded. */
export function lineText(block: Block): string {
  const reader = paragraphReader();
  return [...reader.read([block]), ...reader.end()]
    .map((runs) => runs.map(({ text }) => text).join(""))
    .join("\n")
    .trim();
}

export interface ParagraphReader {
  /** Takes the next blocks in order; returns the paragraphs that ended with them. */
  read(blocks: readonly Block[]): ReadableParagraph[];
  /** The last paragraph. */
  end(): ReadableParagraph[];
}

const BLANK_LINE = /\r?\n[^\S\n]*(?:\r?\n[^\S\n]*)+/u;

/**
 * Paragraphs end at blank lines of the source text, wherever blocks begin, and between two adjacent lines of different
 * speakers, as in scripts.
 */
export function paragraphReader(): ParagraphReader {
  let runs: ReadableRun[] = [];
  let last: Block | null = null;

  const close = (): ReadableParagraph[] => {
    const whole = trimmed(runs);
    runs = [];
    return whole.length === 0 ? [] : [whole];
  };
  const add = (text: string, speaker_id: string | null): void => {
    const spaced = text.replace(/\s+/gu, " ");
    const before = runs.at(-1);
    if (before !== undefined && before.speaker_id === speaker_id) {
      runs[runs.length - 1] = { speaker_id, text: before.text + spaced };
    } else if (spaced !== "") {
      runs.push({ speaker_id, text: spaced });
    }
  };

  return {
    read(blocks) {
      const done: ReadableParagraph[] = [];
      for (const block of blocks) {
        if (!isText(block)) continue;
        const speaker = block.kind === "speech" ? block.speaker_id : null;
        const text = block.kind === "excluded" ? breaksOf(block.content.text) : included(block.content);
        if (last !== null && isNextLine(last, block)) done.push(...close());
        const [first = "", ...rest] = text.split(BLANK_LINE);
        add(first, speaker);
        for (const part of rest) {
          done.push(...close());
          add(part, speaker);
        }
        last = block;
      }
      return done;
    },
    end: close,
  };
}

const breaksOf = (text: string) => (BLANK_LINE.test(text) ? "\n\n" : " ");

/** The text without its excluded ranges. */
function included({ text, annotations }: TextContent): string {
  const cuts = annotations
    .filter((annotation) => annotation.kind === "exclusion")
    .sort((a, b) => a.start_utf16 - b.start_utf16);
  let kept = "";
  let at = 0;
  for (const cut of cuts) {
    kept += text.slice(at, Math.max(at, cut.start_utf16));
    at = Math.max(at, cut.end_utf16);
  }
  return kept + text.slice(at);
}

function isNextLine(before: Block, block: Block): boolean {
  if (before.kind !== "speech" || block.kind !== "speech" || before.speaker_id === block.speaker_id) return false;
  return !/\s$/u.test(before.content.text) && !/^\s/u.test(block.content.text);
}

function trimmed(runs: readonly ReadableRun[]): ReadableParagraph {
  const kept = runs.map((run, index) => {
    const start = index === 0 ? run.text.trimStart() : run.text;
    return { ...run, text: index === runs.length - 1 ? start.trimEnd() : start };
  });
  return kept.some((run) => run.text.trim() !== "") ? kept.filter((run) => run.text !== "") : [];
}
