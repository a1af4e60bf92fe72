// Cuts a text in two and joins texts, with all their annotations, points and control sets.

import { canonicalJson } from "../json/canonical-json.ts";
import { ATTRIBUTION_NAMESPACE, STRUCTURE_NAMESPACE } from "./annotate.ts";
import {
  type Annotation,
  AST_VERSION,
  type DeliveryControlSet,
  type JsonValue,
  type Point,
  type TextContent,
} from "./blocks.ts";

type Span = { readonly start_utf16: number; readonly end_utf16: number };

/**
 * Cuts a text at `offset` (inside the text). Spans on one side go to that part; exclusions, extensions and directives across
 * the cut are cut too; a pronunciation across it is dropped, because half a word has none. A point at the cut stays at the end
 * of the first part. Provider overrides are dropped, because they replace the whole text.
 */
export function splitContent(
  content: TextContent,
  offset: number,
  newId: () => string,
): readonly [TextContent, TextContent] {
  const end = content.text.length;
  const part = (start: number, stop: number, first: boolean): TextContent => ({
    type: "text",
    schema_version: AST_VERSION,
    text: content.text.slice(start, stop),
    annotations: content.annotations.flatMap((one) => cutAnnotation(one, start, stop, end, first, newId)),
    points: content.points.filter(({ offset_utf16: at }) => at <= offset === first).map((one) => shifted(one, -start)),
    delivery_control_sets: content.delivery_control_sets.flatMap((set) => cutSet(set, start, stop, end, first, newId)),
  });
  return [part(0, offset, true), part(offset, end, false)];
}

/** The part of a span between two offsets, relative to the first; null when the span has no part there. */
function clipped<S extends Span>(span: S, start: number, stop: number, end: number): S | null {
  const from = Math.max(span.start_utf16, start);
  const to = Math.min(span.end_utf16, stop);
  // An empty span belongs to one side only: the first, unless it is at or after the cut.
  const empty = span.start_utf16 === span.end_utf16;
  const here = empty ? span.start_utf16 >= start && (span.start_utf16 < stop || stop === end) : from < to;
  return here ? { ...span, start_utf16: from - start, end_utf16: to - start } : null;
}

function cutAnnotation(
  annotation: Annotation,
  start: number,
  stop: number,
  end: number,
  first: boolean,
  newId: () => string,
): readonly Annotation[] {
  const part = clipped(annotation, start, stop, end);
  if (part === null) return [];
  const across = part.end_utf16 - part.start_utf16 < annotation.end_utf16 - annotation.start_utf16;
  if (across && annotation.kind === "pronunciation") return [];
  return [across && !first ? { ...part, id: newId() } : part];
}

function cutSet(
  set: DeliveryControlSet,
  start: number,
  stop: number,
  end: number,
  first: boolean,
  newId: () => string,
): readonly DeliveryControlSet[] {
  const directives = set.directives.flatMap((one) => {
    const part = clipped(one, start, stop, end);
    if (part === null) return [];
    const across = part.end_utf16 - part.start_utf16 < one.end_utf16 - one.start_utf16;
    return [across && !first ? { ...part, id: newId() } : part];
  });
  if (directives.length === 0 && set.settings.length === 0) return [];
  const { provider_text_override: _whole, ...rest } = set;
  const id = first ? set.id : newId();
  return [{ ...rest, id, directives, source_fingerprint: null, source_utf16_length: null }];
}

function shifted<P extends Point>(point: P, by: number): P {
  return { ...point, offset_utf16: point.offset_utf16 + by };
}

/**
 * Joins the texts of blocks of one speaker. Adjacent exclusions, extensions and directives with equal values become one. The
 * evidence of the whole is that of its least certain part; a role in the layout (heading, scene break) stays only when every
 * part has it. Ids that two parts share are renewed.
 */
export function mergeContents(contents: readonly TextContent[], newId: () => string): TextContent {
  const text = contents.map((one) => one.text).join("");
  const used = new Set<string>();
  const fresh = <T extends { readonly id: string }>(one: T): T => {
    if (!used.has(one.id)) {
      used.add(one.id);
      return one;
    }
    const id = newId();
    used.add(id);
    return { ...one, id };
  };
  const annotations = healedSpans<Annotation>();
  const points: Point[] = [];
  const sets = new Map<string, { readonly set: DeliveryControlSet; readonly directives: HealedSpans<Directive> }>();
  let start = 0;
  for (const content of contents) {
    for (const one of content.annotations) if (!isOfWhole(one)) annotations.add(moved(one, start), fresh);
    for (const one of content.points) points.push(fresh(shifted(one, start)));
    for (const one of content.delivery_control_sets) {
      const { id, directives, provider_text_override: whole, ...rest } = one;
      // An override of a part cannot replace the whole. A set with nothing else is dropped too: an empty set would still
      // override the directions that are for any engine.
      if (whole !== undefined && directives.length === 0 && rest.settings.length === 0) continue;
      const says = { ...rest, source_fingerprint: null, source_utf16_length: null };
      const key = canonicalJson(says as unknown as JsonValue);
      const set = sets.get(key) ?? {
        set: fresh({ ...says, id, directives: [] }),
        directives: healedSpans<Directive>(),
      };
      sets.set(key, set);
      for (const directive of directives) set.directives.add(moved(directive, start), fresh);
    }
    start += content.text.length;
  }
  const whole = wholeAnnotations(contents).map((one) => fresh({ ...one, start_utf16: 0, end_utf16: text.length }));
  return {
    type: "text",
    schema_version: AST_VERSION,
    text,
    annotations: [...whole, ...annotations.spans],
    points,
    delivery_control_sets: [...sets.values()].map(({ set, directives }) => ({ ...set, directives: directives.spans })),
  };
}

/** Whether an annotation describes its whole block; its span is always the whole text. */
export const isOfWhole = (one: Annotation): boolean =>
  one.kind === "extension" && (one.namespace === ATTRIBUTION_NAMESPACE || one.namespace === STRUCTURE_NAMESPACE);

function wholeAnnotations(contents: readonly TextContent[]): readonly Annotation[] {
  const evidences = contents.flatMap((one) => one.annotations.filter((two) => isIn(two, ATTRIBUTION_NAMESPACE)));
  const confidence = (one: Annotation): number => {
    const stated = one.kind === "extension" ? one.payload?.confidence : undefined;
    return typeof stated === "number" ? stated : 0;
  };
  const least = evidences.reduce<Annotation | null>(
    (chosen, one) => (chosen === null || confidence(one) < confidence(chosen) ? one : chosen),
    null,
  );
  const [first, ...rest] = contents.map((one) => one.annotations.filter((two) => isIn(two, STRUCTURE_NAMESPACE)));
  const roles = (first ?? []).filter((one) =>
    rest.every((others) => others.some((two) => saysOf(two) === saysOf(one))),
  );
  return [...(least === null ? [] : [least]), ...roles];
}

function isIn(annotation: Annotation, namespace: string): boolean {
  return annotation.kind === "extension" && annotation.namespace === namespace;
}

function moved<S extends Span>(span: S, by: number): S {
  return { ...span, start_utf16: span.start_utf16 + by, end_utf16: span.end_utf16 + by };
}

type Directive = DeliveryControlSet["directives"][number];
type Said = Annotation | Directive;

/** The values of a span without its position and id. */
function saysOf(one: Said): string {
  const { id: _id, start_utf16: _start, end_utf16: _end, ...says } = one;
  return canonicalJson(says as unknown as JsonValue);
}

interface HealedSpans<S> {
  readonly spans: readonly S[];
  add(span: S, fresh: (span: S) => S): void;
}

/** Spans in order; one that begins where another with equal values ends extends that one. */
function healedSpans<S extends Span & { readonly id: string }>(): HealedSpans<S> {
  const spans: S[] = [];
  /** Index of the last span by its end and its values. */
  const ends = new Map<string, number>();
  return {
    spans,
    add(span, fresh) {
      const says = saysOf(span as unknown as Said);
      // Adjacent pronunciations are those of two words.
      const heals = !("kind" in span && span.kind === "pronunciation");
      const index = heals ? ends.get(`${span.start_utf16} ${says}`) : undefined;
      const before = index === undefined ? undefined : spans[index];
      if (index === undefined || before === undefined) {
        ends.set(`${span.end_utf16} ${says}`, spans.length);
        spans.push(fresh(span));
        return;
      }
      ends.delete(`${span.start_utf16} ${says}`);
      ends.set(`${span.end_utf16} ${says}`, index);
      spans[index] = { ...before, end_utf16: span.end_utf16 };
    },
  };
}
