// Turns a written script into the blocks of a document. The source text of the blocks is the written text, code unit by
// code unit: labels and directions are exclusions in the block of their line; cues and stage directions are excluded
// blocks.

import {
  type Annotation,
  AST_VERSION,
  type Block,
  type DeliveryControlSet,
  type Point,
  type SfxBlock,
  type SpokenBlock,
  type TextContent,
} from "./blocks.ts";
import { literalMarks } from "./script-lines.ts";
import { soundEnds, soundOf, withEnd } from "./sound-ends.ts";
import { withChosenSpeaker } from "./user-evidence.ts";
import { PARTS_PER_STEP, type WrittenPart } from "./written-script.ts";

export interface WrittenCast {
  /** A new UUID at each call. */
  readonly newId: () => string;
  /** The speaker that a label names; called with names that are not empty. */
  readonly speakerOf: (name: string) => string;
  readonly narratorId: string;
  /** The control set of a direction ("whispering") for a text of this length. Null if it is not a manner of speaking. */
  readonly delivery: (direction: string, textLength: number) => WrittenDelivery | null;
}

/** A control set without ids. */
export type WrittenDelivery = Omit<DeliveryControlSet, "id" | "directives"> & {
  readonly directives: readonly Omit<DeliveryControlSet["directives"][number], "id">[];
};

/**
 * The blocks of a script that readWrittenScript() read. A pause becomes a timed silence at the end of the spoken block
 * before it, or at the beginning of the next one when it comes first. The speaker of a line counts as chosen by a person.
 */
export function scriptFromWritten(text: string, parts: readonly WrittenPart[], cast: WrittenCast): Block[] {
  const making = makingScript(text, parts, cast);
  for (;;) {
    const step = making.next();
    if (step.done === true) return step.value;
  }
}

/** The same, interrupted every 1,000 parts: a script may have 100,000. */
export function* makingScript(
  text: string,
  parts: readonly WrittenPart[],
  cast: WrittenCast,
): Generator<undefined, Block[]> {
  const blocks: Block[] = [];
  /** Pauses after a block, by its index: any number can follow one block. */
  const after = new Map<number, Point[]>();
  const written: { readonly part: WrittenPart; readonly made: readonly Block[] }[] = [];
  let lastSpoken = -1;
  let waiting: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (index % PARTS_PER_STEP === PARTS_PER_STEP - 1) yield;
    const made = blocksOfPart(text.slice(part.start, part.end), part, cast);
    written.push({ part, made });
    for (const block of made) {
      if (block.kind === "speech" || block.kind === "narration") {
        const first = waiting.map((duration_ms) => silence(cast, 0, duration_ms));
        blocks.push(first.length === 0 ? block : withPoints(block, first));
        waiting = [];
        lastSpoken = blocks.length - 1;
      } else blocks.push(block);
    }
    if (part.kind !== "pause") continue;
    const spoken = blocks[lastSpoken];
    if (spoken?.content.type !== "text") waiting.push(part.duration_ms);
    else {
      const points = after.get(lastSpoken) ?? [];
      after.set(lastSpoken, points);
      points.push(silence(cast, spoken.content.text.length, part.duration_ms));
    }
  }
  const ends = soundEnds(written.map(({ part, made }) => ({ blocks: made, ...soundOf(part) })));
  return blocks.map((block, index) => {
    const points = after.get(index);
    if (block.kind === "sfx") return withEnd(block, ends.get(block.id));
    return points === undefined ? block : withPoints(block, points);
  });
}

function silence(cast: WrittenCast, offset_utf16: number, duration_ms: number): Point {
  return { kind: "timed_silence", id: cast.newId(), offset_utf16, duration_ms };
}

function withPoints(block: Block, points: readonly Point[]): Block {
  if (block.content.type !== "text") return block;
  return { ...block, content: { ...block.content, points: [...block.content.points, ...points] } } as Block;
}

/** The blocks of one part; `text` is the part's. The pauses around it are not among them. */
export function blocksOfPart(text: string, part: WrittenPart, cast: WrittenCast): readonly Block[] {
  const common = { block_version: 1, generation_profile_override: null, placement: null };
  const { newId } = cast;
  const excluded = (reason: "stage_direction" | "metadata" | null): Block => ({
    ...common,
    id: newId(),
    kind: "excluded",
    content: contentOf(text, reason === null ? [] : [exclusion(newId(), 0, text.trimEnd().length, reason)]),
    speaker_id: null,
  });
  switch (part.kind) {
    case "line": {
      const label = exclusion(newId(), 0, part.words_start - part.start, "speaker_label");
      const content = {
        ...contentOf(text, [label, ...markExclusions(text, part, newId)]),
        delivery_control_sets: setsOf(part.direction, text.length, cast),
      };
      const speaker_id = part.name === "" ? null : cast.speakerOf(part.name);
      const kind = speaker_id === cast.narratorId ? "narration" : "speech";
      const block: SpokenBlock = { ...common, id: newId(), kind, content, placement: null, speaker_id };
      return [withChosenSpeaker(block, speaker_id, newId)];
    }
    case "narration":
      return [
        {
          ...common,
          id: newId(),
          kind: "narration",
          content: contentOf(text, markExclusions(text, part, newId)),
          placement: null,
          speaker_id: cast.narratorId,
        },
      ];
    case "stage_direction":
      return [excluded("stage_direction")];
    case "pause":
    case "sound_end":
      return [excluded("metadata")];
    case "blank":
      return [excluded(null)];
    case "sound_effect": {
      const { prompt, duration_ms } = part;
      const effect: SfxBlock = {
        ...common,
        id: newId(),
        kind: "sfx",
        content: { type: "sfx", schema_version: AST_VERSION, prompt, duration_ms, seed: null },
        speaker_id: null,
      };
      return [effect, excluded("metadata")];
    }
  }
}

function contentOf(text: string, annotations: readonly Annotation[]): TextContent {
  return { type: "text", schema_version: AST_VERSION, text, annotations, points: [], delivery_control_sets: [] };
}

export function exclusion(
  id: string,
  start_utf16: number,
  end_utf16: number,
  reason: "speaker_label" | "stage_direction" | "metadata",
): Annotation {
  return { kind: "exclusion", id, start_utf16, end_utf16, reason };
}

/** The control sets of a direction, over a text of this length. */
export function setsOf(direction: string | null, textLength: number, cast: WrittenCast): DeliveryControlSet[] {
  const set = direction === null ? null : cast.delivery(direction, textLength);
  if (set === null) return [];
  return [{ ...set, id: cast.newId(), directives: set.directives.map((one) => ({ ...one, id: cast.newId() })) }];
}

/** Where the words of a part begin in its own text. */
export const wordsStart = (part: WrittenPart): number => (part.kind === "line" ? part.words_start - part.start : 0);

/** The exclusions of the marks that make lines of a part literal. */
export function markExclusions(text: string, part: WrittenPart, newId: () => string): readonly Annotation[] {
  const from = wordsStart(part);
  return literalMarks(text.slice(from), part.kind === "narration").map(({ start, end }) =>
    exclusion(newId(), from + start, from + end, "metadata"),
  );
}
