// Parses a written script: "NAME: words", "NAME (direction): words", "[SFX: prompt, 4s]", "[SFX: prompt, 4s, loop]"
// with "[END SFX: prompt]", "[PAUSE 2s]", "(stage direction)", blank lines between. The parts are contiguous over the text.

import { BLOCK_TEXT_LIMIT } from "./block-faults.ts";
import { readScriptLine, type ScriptLine } from "./script-lines.ts";

interface Part {
  /** UTF-16 offsets into the text. The end is exclusive and includes the line breaks and blank lines that follow. */
  readonly start: number;
  readonly end: number;
}

export type WrittenPart = Part &
  (
    | {
        readonly kind: "line";
        /** Empty for the label "?", an unknown speaker. */
        readonly name: string;
        /** Offset of the first word, after the label. */
        readonly words_start: number;
        /** The direction inside its parentheses. */
        readonly direction: string | null;
      }
    | { readonly kind: "narration" }
    | { readonly kind: "stage_direction" }
    | {
        readonly kind: "sound_effect";
        readonly prompt: string;
        readonly duration_ms: number;
        readonly loop: boolean;
      }
    | { readonly kind: "sound_end"; readonly prompt: string }
    | { readonly kind: "pause"; readonly duration_ms: number }
    | { readonly kind: "blank" }
  );

/** The first line of a script that cannot be read; `line` counts from 1. */
export interface ScriptFault {
  readonly kind: "fault";
  readonly line: number;
  readonly message: string;
}

/**
 * Parses a script. A line without label, cue or parentheses continues the passage directly above it; after a blank line it is
 * narration. No word of a name begins with a lowercase letter, so "He saw the clock: it was late" is narration. A backslash
 * makes exceptions: before a character of a label it makes that character (and the whole name) literal, and a line that
 * begins with a backslash and a space is always words.
 */
export function readWrittenScript(text: string): readonly WrittenPart[] | ScriptFault {
  const reading = readingWrittenScript(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** The number of lines or parts in one step of long work. */
export const PARTS_PER_STEP = 1_000;

/** The same, interrupted every 1,000 lines, because a script may have 100,000. */
export function* readingWrittenScript(text: string): Generator<undefined, readonly WrittenPart[] | ScriptFault> {
  const parts: WrittenPart[] = [];
  let number = 0;
  let afterBlank = true;
  const loops = loopChecker();
  for (const { start, stop, end } of lines(text)) {
    const line = text.slice(start, stop);
    number += 1;
    if (number % PARTS_PER_STEP === 0) yield;
    const last = parts.at(-1);
    if (line.trim() === "") {
      if (last !== undefined && end - last.start <= BLOCK_TEXT_LIMIT) parts[parts.length - 1] = { ...last, end };
      else parts.push({ kind: "blank", start, end });
      afterBlank = true;
    } else {
      const mark = markUnits(line, start);
      const part = placed(readScriptLine(line.slice(mark)), { start, end, mark });
      if (part.kind === "fault") return { kind: "fault", line: number, message: part.message };
      const unended = loops.faultOf(part, number);
      if (unended !== null) return unended;
      const continues =
        part.kind === "narration" && !afterBlank && (last?.kind === "line" || last?.kind === "narration");
      if (continues) parts[parts.length - 1] = { ...last, end };
      else parts.push(part);
      const now = parts.at(-1);
      if (now !== undefined && now.end - now.start > BLOCK_TEXT_LIMIT) {
        const message = `a passage has more than ${BLOCK_TEXT_LIMIT} UTF-16 units; divide it with a blank line`;
        return { kind: "fault", line: number, message };
      }
      afterBlank = false;
    }
  }
  return loops.faultAtEnd() ?? parts;
}

/** Checks that every end cue ends a looping sound, and that each of these sounds contains a line. */
function loopChecker() {
  /** Numbers of the cues that are open, by prompt, the oldest first. */
  const open = new Map<string, number[]>();
  let lastLine = 0;
  const without = (line: number): ScriptFault => ({
    kind: "fault",
    line,
    message: "a sound that loops needs a line between its cue and its end",
  });
  return {
    faultOf(part: WrittenPart, number: number): ScriptFault | null {
      if (part.kind === "line" || part.kind === "narration") lastLine = number;
      if (part.kind === "sound_effect" && part.loop) {
        const cues = open.get(part.prompt);
        if (cues === undefined) open.set(part.prompt, [number]);
        else cues.push(number);
      }
      if (part.kind !== "sound_end") return null;
      const begun = open.get(part.prompt)?.shift();
      if (begun === undefined) {
        const message = "no sound with this prompt loops here; its cue is written [SFX: rain on a roof, 8s, loop]";
        return { kind: "fault", line: number, message };
      }
      return begun > lastLine ? without(begun) : null;
    },
    faultAtEnd(): ScriptFault | null {
      const last = [...open.values()].flat().find((begun) => begun > lastLine);
      return last === undefined ? null : without(last);
    },
  };
}

/** Lines that end with LF, CR LF or CR: their text is from `start` to `stop`, their break ends at `end`. */
function* lines(text: string): Generator<Part & { readonly stop: number }> {
  let start = 0;
  for (const lineBreak of text.matchAll(/\r\n|\r|\n/g)) {
    const end = lineBreak.index + lineBreak[0].length;
    yield { start, stop: lineBreak.index, end };
    start = end;
  }
  if (start < text.length) yield { start, stop: text.length, end: text.length };
}

/** UTF-16 units of a byte order mark before the script. */
const markUnits = (line: string, start: number) => (start === 0 && line.startsWith("\ufeff") ? 1 : 0);

function placed(
  line: ScriptLine,
  { start, end, mark }: Part & { readonly mark: number },
): WrittenPart | Extract<ScriptLine, { kind: "fault" }> {
  if (line.kind === "fault") return line;
  if (line.kind !== "line") return { ...line, start, end };
  const { kind, name, direction, label_units } = line;
  return { kind, name, direction, words_start: start + mark + label_units, start, end };
}
