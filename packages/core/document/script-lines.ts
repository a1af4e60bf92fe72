// Parses one line of a written script, and escapes words, names and prompts so that they parse back.

/** A parsed line, without its position in the text. */
export type ScriptLine =
  | {
      readonly kind: "line";
      readonly name: string;
      /** The direction inside its parentheses, trimmed; null when it is missing or empty. */
      readonly direction: string | null;
      /** UTF-16 units of the label: name, direction, colon and the spaces after it. */
      readonly label_units: number;
    }
  | { readonly kind: "narration" }
  | { readonly kind: "stage_direction" }
  | {
      readonly kind: "sound_effect";
      readonly prompt: string;
      readonly duration_ms: number;
      /** Whether it lasts until the end cue with its prompt, or to the end of the script. */
      readonly loop: boolean;
    }
  | { readonly kind: "sound_end"; readonly prompt: string }
  | { readonly kind: "pause"; readonly duration_ms: number }
  | { readonly kind: "fault"; readonly message: string };

/** The length of a sound effect whose cue does not state one. */
const DEFAULT_EFFECT_MS = 5_000;
const EFFECT_MS = { min: 100, max: 300_000 };
const PAUSE_MS = { min: 1, max: 300_000 };
const PROMPT_UNITS = 4_000;
const NAME_UNITS = 120;
/** The reader looks for a label in this many units from the beginning of the line. */
const LABEL_UNITS = 600;

/** The label of a line whose speaker is not known. */
export const UNKNOWN_SPEAKER = "?";

const STAGE_DIRECTION = /^[ \t]*\([^()]*\)[ \t]*$/u;
const CUE = /^[ \t]*\[[ \t]*(SFX|PAUSE|END[ \t]+SFX)(?![\p{L}\p{N}])((?:\\[^\n]|[^\]\\])*)\][ \t]*$/iu;
const CUE_START = /^[ \t]*\[[ \t]*(SFX|PAUSE|END[ \t]+SFX)(?![\p{L}\p{N}])/iu;
const TIME = /^(\d{1,7}(?:\.\d{1,3})?)[ \t]*(ms|s|sec|secs|seconds?|min|minutes?)$/iu;
/** The end of a cue whose sound lasts until its end cue. */
const LOOP = /,[ \t]*loop$/iu;
const COLON = /[:：]/u;
/** A name with one of these characters needs escapes; unescaped they end the search for a label. */
const OUTSIDE_NAMES = /[:：()[\]"“”«»\\]/u;
/** The mark of a literal line. */
export const LITERAL_MARK = "\\";
/** A backslash and a space, or a backslash alone, at the beginning of a line: the rest of the line is words. */
const LITERAL = /^\\(?: |$)/u;
const LITERAL_MARKS = /(^\ufeff?|\r\n|\r|\n)\\(?: |(?=\r|\n|$))/gu;

/** Small words inside a name: "Duke of York", "Ludwig van Beethoven", "Mara and Tom". */
const NAME_PARTICLES = new Set("a an and de del den der di du et la le of off on the to und van von y zu".split(" "));

/** Reads one line, without its line break and without a byte order mark. */
export function readScriptLine(line: string): ScriptLine {
  if (LITERAL.test(line)) return { kind: "narration" };
  if (CUE_START.test(line)) return readCue(line);
  if (STAGE_DIRECTION.test(line)) return { kind: "stage_direction" };
  return readLabel(line) ?? { kind: "narration" };
}

/** Whether a line without a mark would be read as words that continue the line above it. */
export function isPlainWords(line: string): boolean {
  // At the beginning of a script the reader skips a byte order mark.
  const read = line.replace(/^\ufeff/u, "");
  return [line, read].every(
    (one) => one.trim() !== "" && !LITERAL.test(one) && readScriptLine(one).kind === "narration",
  );
}

/** Whether a line of a passage is read as words: plain words, or words after a mark. */
export const isReadAsWords = (line: string): boolean => LITERAL.test(line) || isPlainWords(line);

/** Offsets of the marks of literal lines in the words of one passage. `atStart` is whether the words begin a line. */
export function literalMarks(
  words: string,
  atStart: boolean,
): readonly { readonly start: number; readonly end: number }[] {
  if (!words.includes("\\")) return [];
  return [...words.matchAll(LITERAL_MARKS)].flatMap((match) => {
    const [all, lineBreak = ""] = match;
    if (!atStart && !/[\r\n]/u.test(lineBreak)) return [];
    return [{ start: match.index + lineBreak.length, end: match.index + all.length }];
  });
}

/** The words of one passage without the marks of literal lines. */
export function withoutMarks(words: string, atStart: boolean): string {
  let plain = "";
  let from = 0;
  for (const { start, end } of literalMarks(words, atStart)) {
    plain += words.slice(from, start);
    from = end;
  }
  return plain + words.slice(from);
}

/** Words as the lines of a passage, with a mark before each line that would be read as something else. */
export function markedWords(words: string, atStart: boolean): string {
  const pieces = words.split(/(\r\n|\r|\n)/u);
  return pieces
    .map((piece, index) => {
      const isBreak = index % 2 === 1;
      if (isBreak || (index === 0 && !atStart) || isPlainWords(piece)) return piece;
      return piece === "" ? "\\" : `\\ ${piece}`;
    })
    .join("");
}

/** A name as a label writes it, so that readScriptLine() finds it again. */
export function labelName(name: string): string {
  const escaped = name.replace(/[:：()[\]"“”«»\\]/gu, "\\$&");
  if (isPlainName(name) && escaped === name) return name;
  return escaped.startsWith("\\") ? escaped : `\\${escaped}`;
}

/** The form in which names are compared: in any case, with any white space between words. */
export const comparedName = (name: string): string => name.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();

/** A sound effect as a cue; one with `loop` lasts until its end cue. */
export const effectCue = (prompt: string, duration_ms: number, loop: boolean): string =>
  `[SFX: ${escapedPrompt(prompt)}, ${seconds(duration_ms)}${loop ? ", loop" : ""}]`;

/** The cue where a sound effect that loops ends. */
export const effectEndCue = (prompt: string): string => `[END SFX: ${escapedPrompt(prompt)}]`;

const escapedPrompt = (prompt: string) =>
  prompt
    .replace(/[\\\]]/gu, "\\$&")
    .replace(/\n/gu, "\\n")
    .replace(/\r/gu, "\\r");

/** A pause as a cue. */
export const pauseCue = (duration_ms: number): string => `[PAUSE ${seconds(duration_ms)}]`;

const seconds = (ms: number) => `${ms / 1_000}s`;

function readLabel(line: string): ScriptLine | null {
  const text = line.slice(0, LABEL_UNITS);
  const start = text.search(/[^ \t]/u);
  if (start < 0) return null;
  const nameEnd = endOfName(text, start);
  if (nameEnd === start) return null;
  let at = nameEnd;
  let direction = "";
  if (text[at] === "(") {
    const close = text.indexOf(")", at);
    if (close < 0 || text.slice(at + 1, close).includes("(")) return null;
    direction = text.slice(at + 1, close).trim();
    at = close + 1;
    while (text[at] === " " || text[at] === "\t") at += 1;
  }
  if (!COLON.test(text[at] ?? "") || !/^(?:\s|$|[^\x00-\x7f])/u.test(text.slice(at + 1, at + 3))) return null;
  at += 1;
  while (line[at] === " " || line[at] === "\t") at += 1;
  const written = text.slice(start, nameEnd).trimEnd();
  const name = written.replace(/\\([^\s])/gu, "$1");
  if (!isName(name, written)) return null;
  return {
    kind: "line",
    name: written === UNKNOWN_SPEAKER ? "" : name,
    direction: direction === "" ? null : direction,
    label_units: at,
  };
}

/** The end of a name that begins at `start`: the first colon or parenthesis that no backslash escapes. */
function endOfName(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const unit = text[at] ?? "";
    if (unit === "\\") {
      if (/\s/u.test(text[at + 1] ?? " ")) return start;
      at += 1;
    } else if (OUTSIDE_NAMES.test(unit)) return COLON.test(unit) || unit === "(" ? at : start;
  }
  return start;
}

function isName(name: string, written: string): boolean {
  if (name.trim() === "" || name.length > NAME_UNITS) return false;
  return written === UNKNOWN_SPEAKER || written.includes("\\") || isPlainName(name);
}

/** Whether a label without escapes is a name: no word begins with a lowercase letter, except for particles. */
function isPlainName(name: string): boolean {
  if (!/\p{L}/u.test(name)) return false;
  const words = name.split(/[\s-]+/u).filter((word) => word !== "");
  return words.every((word, index) =>
    index > 0 && NAME_PARTICLES.has(word) ? true : !/^[^\p{L}\p{N}]*\p{Ll}/u.test(word),
  );
}

const fault = (message: string): ScriptLine => ({ kind: "fault", message });

function readCue(line: string): ScriptLine {
  const cue = CUE.exec(line);
  if (cue === null && /\]\s*[^\]\s]/u.test(line.slice(Math.max(0, line.lastIndexOf("]")))))
    return fault("a cue in square brackets needs a line of its own");
  const word = (cue ?? CUE_START.exec(line))?.[1]?.toUpperCase();
  const inside = (cue?.[2] ?? "").replace(/^[ \t]*[:：]/u, "").trim();
  if (word === "PAUSE") {
    const duration_ms = milliseconds(inside);
    if (duration_ms !== null && duration_ms >= PAUSE_MS.min && duration_ms <= PAUSE_MS.max)
      return { kind: "pause", duration_ms };
    return fault("a pause is written [PAUSE 2s] and lasts 1 ms to 300 s");
  }
  if (word !== "SFX" && word !== undefined) {
    const prompt = unescapedPrompt(inside);
    if (cue !== null && prompt !== "" && prompt.length <= PROMPT_UNITS) return { kind: "sound_end", prompt };
    return fault("the end of a sound is written [END SFX: rain on a roof], with the prompt of a sound that loops");
  }
  const loop = LOOP.test(inside);
  const timed = loop ? inside.replace(LOOP, "").trimEnd() : inside;
  const comma = timed.lastIndexOf(",");
  const time = comma < 0 ? null : milliseconds(timed.slice(comma + 1).trim());
  const prompt = unescapedPrompt(time === null ? timed : timed.slice(0, comma).trim());
  const duration_ms = time ?? DEFAULT_EFFECT_MS;
  if (cue === null || prompt === "" || prompt.length > PROMPT_UNITS)
    return fault(
      `a sound effect is written [SFX: rain on a roof, 4s]; its prompt has 1 to ${PROMPT_UNITS} UTF-16 units`,
    );
  if (duration_ms < EFFECT_MS.min || duration_ms > EFFECT_MS.max) return fault("a sound effect lasts 0.1 s to 300 s");
  return { kind: "sound_effect", prompt, duration_ms, loop };
}

const ESCAPED: { readonly [letter: string]: string } = { n: "\n", r: "\r", "\\": "\\", "]": "]" };

function unescapedPrompt(prompt: string): string {
  return prompt.replace(/\\([nr\\\]])/gu, (_, letter: string) => ESCAPED[letter] ?? letter);
}

function milliseconds(time: string): number | null {
  const [, amount, unit = ""] = TIME.exec(time) ?? [];
  if (amount === undefined) return null;
  const factor = unit.toLowerCase() === "ms" ? 1 : unit.toLowerCase().startsWith("m") ? 60_000 : 1_000;
  return Math.round(Number(amount) * factor);
}
