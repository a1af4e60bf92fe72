// A script as people write it: "NAME: words", "NAME (direction): words", "[SFX: prompt, 4s]", "[PAUSE 2s]",
// "(stage direction)", blank lines between. Reading loses nothing: the parts are contiguous over the text.

import { BLOCK_TEXT_LIMIT } from "./block-faults.ts";

interface Part {
  /** UTF-16 offsets into the text; the end is exclusive and takes in the line breaks and blank lines that follow. */
  readonly start: number;
  readonly end: number;
}

export type WrittenPart = Part &
  (
    | {
        readonly kind: "line";
        readonly name: string;
        /** Where the words begin: the label is before. */
        readonly words_start: number;
        /** The direction inside its parentheses. */
        readonly direction: string | null;
      }
    | { readonly kind: "narration" }
    | { readonly kind: "stage_direction" }
    | { readonly kind: "sound_effect"; readonly prompt: string; readonly duration_ms: number }
    | { readonly kind: "pause"; readonly duration_ms: number }
    | { readonly kind: "blank" }
  );

/** What in a script cannot be read; `line` counts from 1. */
export interface ScriptFault {
  readonly kind: "fault";
  readonly line: number;
  readonly message: string;
}

/** What a sound effect lasts when the script does not say. */
const DEFAULT_EFFECT_MS = 5_000;
const EFFECT_MS = { min: 100, max: 300_000 };
const PAUSE_MS = { min: 1, max: 300_000 };
const PROMPT_UNITS = 4_000;
const NAME_UNITS = 120;
/** A label is looked for at the beginning of a line only; this also keeps the search quick on hostile lines. */
const LABEL_UNITS = 600;

const LABEL =
  /^[ \t]*([^\s:：()[\]"“”«»][^:：()[\]"“”«»\n]*?)[ \t]*(?:\(([^()]*)\)[ \t]*)?[:：](?=\s|$|[^\x00-\x7f])[ \t]*/u;
const STAGE_DIRECTION = /^[ \t]*\([^()]*\)[ \t]*$/u;
const CUE = /^[ \t]*\[[ \t]*(SFX|PAUSE)(?![\p{L}\p{N}])([^\]]*)\][ \t]*$/iu;
const CUE_START = /^[ \t]*\[[ \t]*(SFX|PAUSE)(?![\p{L}\p{N}])/iu;
const TIME = /^(\d{1,7}(?:\.\d{1,3})?)[ \t]*(ms|s|sec|secs|seconds?|min|minutes?)$/iu;

/** Small words inside a name: "Duke of York", "Ludwig van Beethoven", "Mara and Tom". */
const NAME_PARTICLES = new Set("a an and de del den der di du et la le of off on the to und van von y zu".split(" "));

/**
 * Reads a script. A line that has no label, cue or parentheses goes on with what is said directly above it, and is
 * narration after a blank line. A name begins its words with anything but a small letter, so that "He saw the clock: it
 * was late" stays narration.
 */
export function readWrittenScript(text: string): readonly WrittenPart[] | ScriptFault {
  const reading = readingWrittenScript(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** How many lines, or parts, are one step of long work. */
export const PARTS_PER_STEP = 1_000;

/** The same, interrupted every 1,000 lines: a script may have 100,000. */
export function* readingWrittenScript(text: string): Generator<undefined, readonly WrittenPart[] | ScriptFault> {
  const parts: WrittenPart[] = [];
  let number = 0;
  let afterBlank = true;
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
      const part = readLine(line, start, end, markUnits(line, start));
      if (part.kind === "fault") return { ...part, line: number };
      const goesOn = part.kind === "narration" && !afterBlank && (last?.kind === "line" || last?.kind === "narration");
      if (goesOn) parts[parts.length - 1] = { ...last, end };
      else parts.push(part);
      const now = parts.at(-1);
      if (now !== undefined && now.end - now.start > BLOCK_TEXT_LIMIT)
        return fault(number, `a passage has more than ${BLOCK_TEXT_LIMIT} UTF-16 units; part it with a blank line`);
      afterBlank = false;
    }
  }
  return parts;
}

/** Lines ended by LF, CR LF or CR: their text is from `start` to `stop`, their break ends at `end`. */
function* lines(text: string): Generator<Part & { readonly stop: number }> {
  let start = 0;
  for (const lineBreak of text.matchAll(/\r\n|\r|\n/g)) {
    const end = lineBreak.index + lineBreak[0].length;
    yield { start, stop: lineBreak.index, end };
    start = end;
  }
  if (start < text.length) yield { start, stop: text.length, end: text.length };
}

function fault(line: number, message: string): ScriptFault {
  return { kind: "fault", line, message };
}

/** UTF-16 units of a byte order mark before the script. */
const markUnits = (line: string, start: number) => (start === 0 && line.startsWith("\ufeff") ? 1 : 0);

function readLine(marked: string, start: number, end: number, mark: number): WrittenPart | ScriptFault {
  const line = marked.slice(mark);
  if (CUE_START.test(line)) return readCue(line, start, end);
  if (STAGE_DIRECTION.test(line)) return { kind: "stage_direction", start, end };
  const label = LABEL.exec(line.slice(0, LABEL_UNITS));
  const name = label?.[1] ?? "";
  if (label === null || !isName(name)) return { kind: "narration", start, end };
  const direction = label[2]?.trim() ?? "";
  return {
    kind: "line",
    name,
    words_start: start + mark + label[0].length,
    direction: direction === "" ? null : direction,
    start,
    end,
  };
}

function isName(name: string): boolean {
  if (name.length > NAME_UNITS || !/\p{L}/u.test(name)) return false;
  const words = name.split(/[\s-]+/u).filter((word) => word !== "");
  return words.every((word, index) =>
    index > 0 && NAME_PARTICLES.has(word) ? true : !/^[^\p{L}\p{N}]*\p{Ll}/u.test(word),
  );
}

function readCue(line: string, start: number, end: number): WrittenPart | ScriptFault {
  const cue = CUE.exec(line);
  if (cue === null && /\]\s*[^\]\s]/.test(line.slice(Math.max(0, line.lastIndexOf("]")))))
    return fault(0, "a cue in square brackets stands on a line of its own");
  const word = (cue ?? CUE_START.exec(line))?.[1]?.toUpperCase();
  const told = (cue?.[2] ?? "").replace(/^[ \t]*[:：]/u, "").trim();
  if (word === "PAUSE") {
    const duration_ms = milliseconds(told);
    if (duration_ms !== null && duration_ms >= PAUSE_MS.min && duration_ms <= PAUSE_MS.max)
      return { kind: "pause", duration_ms, start, end };
    return fault(0, "a pause is written [PAUSE 2s], of 1 ms to 300 s");
  }
  const comma = told.lastIndexOf(",");
  const time = comma < 0 ? null : milliseconds(told.slice(comma + 1).trim());
  const prompt = time === null ? told : told.slice(0, comma).trim();
  const duration_ms = time ?? DEFAULT_EFFECT_MS;
  if (cue === null || prompt === "" || prompt.length > PROMPT_UNITS)
    return fault(0, `a sound effect is written [SFX: rain on a roof, 4s], with 1 to ${PROMPT_UNITS} UTF-16 units`);
  if (duration_ms < EFFECT_MS.min || duration_ms > EFFECT_MS.max)
    return fault(0, "a sound effect lasts 0.1 s to 300 s");
  return { kind: "sound_effect", prompt, duration_ms, start, end };
}

function milliseconds(time: string): number | null {
  const [, amount, unit = ""] = TIME.exec(time) ?? [];
  if (amount === undefined) return null;
  const factor = unit.toLowerCase() === "ms" ? 1 : unit.toLowerCase().startsWith("m") ? 60_000 : 1_000;
  return Math.round(Number(amount) * factor);
}
