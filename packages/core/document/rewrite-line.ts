// Updates a spoken block whose line in the script was rewritten. Annotations of unchanged words stay on them.

import type { Annotation, Block, DeliveryControlSet, SpokenBlock, TextContent } from "./blocks.ts";
import { exclusion, markExclusions, setsOf, type WrittenCast, wordsStart } from "./script-from-written.ts";
import { comparedName, readScriptLine } from "./script-lines.ts";
import { isOfWhole } from "./split-content.ts";
import { withChosenSpeaker } from "./user-evidence.ts";
import { isMark, labelEnd, plainWords, type ScriptUnit, wordsSpan } from "./write-script.ts";
import type { WrittenPart } from "./written-script.ts";

/**
 * The block of `unit` with the content of `part`; `text` is the part's. Returns the same block if nothing changed. The speaker
 * changes only if the label names another one, the directions only if the direction in parentheses differs.
 */
export function rewrittenLine(unit: ScriptUnit, text: string, part: WrittenPart, cast: WrittenCast): Block {
  const block = unit.blocks[0] as SpokenBlock;
  const was = headOf(unit);
  const now = part.kind === "line" ? { name: part.name, direction: part.direction } : { name: null, direction: null };
  const content = unit.isAsStored ? textAsSent(block.content, text, part, cast) : textInForm(block.content, text, part);
  const sets =
    was.direction === now.direction ? content.delivery_control_sets : setsOf(now.direction, content.text.length, cast);
  const isSameSpeaker =
    was.name === null ? now.name === null : now.name !== null && comparedName(was.name) === comparedName(now.name);
  if (isSameSpeaker && content === block.content && sets === content.delivery_control_sets) return block;
  const next: SpokenBlock = { ...block, content: { ...content, delivery_control_sets: sets } };
  if (isSameSpeaker) return next;
  const speaker_id = now.name === null ? cast.narratorId : now.name === "" ? null : cast.speakerOf(now.name);
  const kind = speaker_id === cast.narratorId ? "narration" : "speech";
  return withChosenSpeaker({ ...next, kind }, speaker_id, cast.newId);
}

/** The name and direction of a unit's label. Both are null without a label. */
function headOf(unit: ScriptUnit): { readonly name: string | null; readonly direction: string | null } {
  const [first = ""] = unit.text.replace(/^\ufeff/u, "").split(/[\r\n]/u, 1);
  const line = readScriptLine(first);
  return line.kind === "line" ? { name: line.name, direction: line.direction } : { name: null, direction: null };
}

/** The content of a block that is stored as scripts are written: its text becomes the text that was sent. */
function textAsSent(content: TextContent, text: string, part: WrittenPart, cast: WrittenCast): TextContent {
  const from = wordsStart(part);
  const words = text.slice(from);
  const start = from + Math.max(0, words.search(/\S/u));
  const moved = withWords(content, text, { start, end: Math.max(start, text.trimEnd().length) });
  if (moved === content) return content;
  const kept = moved.annotations.filter((one) => !isMark(one, moved.text) && !isLabel(one));
  const label = part.kind === "line" ? [exclusion(cast.newId(), 0, from, "speaker_label")] : [];
  return { ...moved, annotations: [...kept, ...label, ...markExclusions(text, part, cast.newId)] };
}

/** The content of any other block: the words change, the white space around them stays. */
function textInForm(content: TextContent, text: string, part: WrittenPart): TextContent {
  const words = plainWords({
    ...content,
    text,
    annotations: [
      exclusion("label", 0, wordsStart(part), "speaker_label"),
      ...markExclusions(text, part, () => "mark"),
    ].filter((one) => one.end_utf16 > 0),
  });
  const { start, end } = wordsSpan(content);
  if (plainWords(content) === words) return content;
  const next = `${content.text.slice(0, start)}${words}${content.text.slice(end)}`;
  return withWords(content, next, { start, end: start + words.length });
}

/**
 * `content` with another text. Spans and points follow the words that both texts share. Null if a speaker label at the
 * beginning differs.
 */
export function contentWithText(content: TextContent, text: string): TextContent | null {
  const label = labelEnd(content);
  if (!text.startsWith(content.text.slice(0, label))) return null;
  const lead = Math.max(0, text.slice(label).search(/\S/u));
  const start = label + lead;
  return withWords(content, text, { start, end: Math.max(start, text.trimEnd().length) });
}

/** `content` with another text whose words lie in `now`: spans and points follow the words that are the same in both. */
function withWords(
  content: TextContent,
  text: string,
  now: { readonly start: number; readonly end: number },
): TextContent {
  if (text === content.text) return content;
  const was = wordsSpan(content);
  const [before, after] = [content.text.slice(was.start, was.end), text.slice(now.start, now.end)];
  const { prefix, suffix } = commonEnds(before, after);
  const isSameText = before === after;
  const moved = (offset: number): number | null => {
    if (offset < was.start) return offset === 0 ? 0 : null;
    if (offset <= was.start + prefix) return now.start + offset - was.start;
    if (offset >= was.end - suffix) return Math.min(text.length, now.end + offset - was.end);
    return null;
  };
  const span = <S extends { readonly start_utf16: number; readonly end_utf16: number }>(one: S): readonly S[] => {
    if (one.start_utf16 === 0 && one.end_utf16 === content.text.length)
      return [{ ...one, start_utf16: 0, end_utf16: text.length }];
    const [start_utf16, end_utf16] = [moved(one.start_utf16), moved(one.end_utf16)];
    return start_utf16 === null || end_utf16 === null || end_utf16 < start_utf16
      ? []
      : [{ ...one, start_utf16, end_utf16 }];
  };
  const isWhole = (one: Annotation) => isOfWhole(one);
  return {
    ...content,
    text,
    annotations: content.annotations.flatMap((one): readonly Annotation[] => {
      if (isWhole(one)) return [{ ...one, start_utf16: 0, end_utf16: text.length }];
      // A pronunciation belongs to its exact words.
      const across = one.start_utf16 < was.start + prefix && one.end_utf16 > was.end - suffix;
      return one.kind === "pronunciation" && across && !isSameText ? [] : span(one);
    }),
    points: content.points.flatMap((one) => {
      const offset_utf16 = moved(one.offset_utf16);
      return offset_utf16 === null ? [] : [{ ...one, offset_utf16 }];
    }),
    delivery_control_sets: content.delivery_control_sets.flatMap((set) =>
      movedSet(set, { span, content, text, isSameText }),
    ),
  };
}

function movedSet(
  set: DeliveryControlSet,
  {
    span,
    content,
    text,
    isSameText,
  }: {
    readonly span: <S extends { readonly start_utf16: number; readonly end_utf16: number }>(one: S) => readonly S[];
    readonly content: TextContent;
    readonly text: string;
    readonly isSameText: boolean;
  },
): readonly DeliveryControlSet[] {
  const { provider_text_override: override, ...rest } = set;
  const directives = set.directives.flatMap(span);
  // An override text does not apply to other words.
  const kept = override !== undefined && isSameText ? { provider_text_override: override } : {};
  if (directives.length === 0 && set.settings.length === 0 && !("provider_text_override" in kept)) return [];
  const isOfLength = set.source_utf16_length === content.text.length;
  return [
    { ...rest, ...kept, directives, source_fingerprint: null, source_utf16_length: isOfLength ? text.length : null },
  ];
}

/** UTF-16 units that two texts share at their beginning and at their end, without overlap or half characters. */
function commonEnds(one: string, other: string): { readonly prefix: number; readonly suffix: number } {
  const shorter = Math.min(one.length, other.length);
  let prefix = 0;
  while (prefix < shorter && one[prefix] === other[prefix]) prefix += 1;
  if (prefix > 0 && isHighSurrogate(one.charCodeAt(prefix - 1))) prefix -= 1;
  let suffix = 0;
  while (suffix < shorter - prefix && one[one.length - 1 - suffix] === other[other.length - 1 - suffix]) suffix += 1;
  if (suffix > 0 && isLowSurrogate(one.charCodeAt(one.length - suffix))) suffix -= 1;
  return { prefix, suffix };
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

const isLabel = (one: Annotation) =>
  one.kind === "exclusion" && one.reason === "speaker_label" && one.start_utf16 === 0;
