// The list of lines: windowed, one Tab stop, with a roving focus. Only what is near the screen is in the page.

import { useVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { t } from "../i18n/i18n.ts";
import { isTyping } from "./keys.ts";
import { endsParagraph } from "./line.ts";
import { usePlayingLine } from "./line-audio.ts";
import styles from "./lines.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import { ScriptRow } from "./script-row.tsx";

export interface ScriptListHandle {
  /** Scrolls to the line and gives it the focus. */
  focusLine(index: number, align?: "auto" | "center"): void;
  /** Scrolls to the line and leaves the focus where it is. */
  showLine(index: number): void;
  /** After the list became smaller: the line stays on the screen. */
  keepInView(index: number): void;
}

export interface LineRange {
  /** Where the focus is. */
  readonly at: number;
  /** Where the marking began; equal to `at` when one line is marked. */
  readonly anchor: number;
}

interface ScriptListProps {
  readonly desk: ScriptDesk;
  readonly range: LineRange;
  readonly onRange: (range: LineRange) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onOpen: (index: number) => void;
  /** The replacement of a line's words. */
  readonly inPlace: { readonly blockId: string; readonly content: ReactNode } | null;
  readonly ref: Ref<ScriptListHandle>;
}

const ROW_ESTIMATE = 58;
const LETTERS_A_ROW = 62;
const ROW_HEIGHT = 28;
const OVERSCAN = 6;
/** Where the focused line is kept while it is scrolled away. */
const OUT_OF_SIGHT = -9999;

export function ScriptList({ desk, range, onRange, onKey, onOpen, inPlace, ref }: ScriptListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | null>(null);
  // Whether the focus was in the list last: a line that was remade while it had the focus gets it again.
  const holdsFocus = useRef(false);
  const sounding = usePlayingLine();
  const { model } = desk;
  const { count } = model;
  const at = Math.min(range.at, Math.max(0, count - 1));
  // One function as long as the places of lines stay: with another one the virtualizer measures all lines again.
  const { epoch } = model;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a move of lines their keys are others.
  const keyOf = useCallback((index: number) => model.at(index)?.id ?? index, [model, epoch]);
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const block = model.at(index);
      if (block === undefined || block.content.type !== "text") return ROW_ESTIMATE;
      return 14 + ROW_HEIGHT * Math.max(1, Math.ceil(block.content.text.length / LETTERS_A_ROW));
    },
    overscan: OVERSCAN,
    getItemKey: keyOf,
  });
  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // The focused line stays in the page when it is scrolled away, so that the focus is not lost.
  const focusedIsShown = at >= first && at <= last;
  const revision = model.revision;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed script can have gaps on the screen.
  useEffect(() => desk.show(first, last + 1), [desk, first, last, revision]);

  useImperativeHandle(ref, () => ({
    focusLine(index, align = "auto") {
      wanted.current = index;
      if (!isInView(list, index)) list.scrollToIndex(index, { align });
      focusWanted();
    },
    showLine(index) {
      holdsFocus.current = false;
      list.scrollToIndex(index, { align: "center" });
    },
    keepInView(index) {
      scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: "nearest" });
    },
  }));
  const focusWanted = () => {
    const index = wanted.current ?? (holdsFocus.current && document.activeElement === document.body ? at : null);
    if (index === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row === null || row === undefined) return;
    row.focus({ preventScroll: true });
    if (document.activeElement === row) wanted.current = null;
  };
  useEffect(focusWanted);

  const renderRow = (index: number, item: VirtualItem | null) => {
    const block = model.at(index);
    const before = index === 0 ? undefined : model.at(index - 1);
    const repeats =
      before !== undefined && block !== undefined && before.speaker_id === block.speaker_id && !endsParagraph(before);
    return (
      <Row
        key={block?.id ?? index}
        measure={item === null ? undefined : list.measureElement}
        index={index}
        top={item?.start ?? OUT_OF_SIGHT}
        isMarked={index >= Math.min(range.at, range.anchor) && index <= Math.max(range.at, range.anchor)}
        isTabStop={index === at}
        startsParagraph={before === undefined || endsParagraph(before)}
        block={block}
        speaker={block?.speaker_id == null ? undefined : desk.people.byId.get(block.speaker_id)}
        media={block === undefined ? undefined : desk.mediaOf(block.id)}
        sounds={block !== undefined && sounding === block.id}
        repeats={repeats}
        inPlace={block !== undefined && inPlace?.blockId === block.id ? inPlace.content : undefined}
      />
    );
  };
  // One array with keys: the focused line keeps its node, and with it the focus, when it enters or leaves the screen.
  const rows: { readonly index: number; readonly item: VirtualItem | null }[] = items.map((item) => ({
    index: item.index,
    item,
  }));
  if (!focusedIsShown && count > 0) rows.splice(at < first ? 0 : rows.length, 0, { index: at, item: null });
  const pick = (event: MouseEvent) => {
    const index = indexUnder(event);
    if (index === null || isControl(event.target)) return;
    onRange({ at: index, anchor: event.shiftKey ? range.anchor : index });
    wanted.current = index;
  };
  const open = (event: MouseEvent) => {
    const index = indexUnder(event);
    if (index !== null && !isControl(event.target)) onOpen(index);
  };
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* Screen readers hand the keys of a grid to the page, and state the place of a row among all. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div
        role="grid"
        aria-label={t.script.list}
        aria-rowcount={count}
        aria-multiselectable="true"
        className={styles.list}
        style={{ height: list.getTotalSize() }}
        onKeyDown={(event) => {
          if (!isTyping(event.target)) onKey(event);
        }}
        onFocus={() => {
          holdsFocus.current = true;
        }}
        onBlur={(event) => {
          if (event.relatedTarget !== null) holdsFocus.current = false;
        }}
        onClick={pick}
        onDoubleClick={open}
      >
        {rows.map(({ index, item }) => renderRow(index, item))}
      </div>
    </div>
  );
}

interface RowProps extends Omit<ComponentProps<typeof ScriptRow>, "children"> {
  readonly measure: ((row: HTMLElement | null) => void) | undefined;
  readonly top: number;
  readonly isMarked: boolean;
  readonly isTabStop: boolean;
  readonly startsParagraph: boolean;
  /** In place of the line's words. */
  readonly inPlace: ReactNode;
}

/** One row. A key changes two of those on the screen, and only these are drawn again. */
const Row = memo(function Row({ measure, top, isMarked, isTabStop, startsParagraph, inPlace, ...line }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be windowed with rows that are placed one by one.
    <div
      role="row"
      ref={measure}
      data-index={line.index}
      data-marked={isMarked}
      data-paragraph={startsParagraph}
      aria-rowindex={line.index + 1}
      aria-selected={isMarked}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <ScriptRow {...line}>{inPlace}</ScriptRow>
    </div>
  );
});

/** Whether the whole line is on the screen, by the places that are known: asking the page makes it lay everything out. */
function isInView(list: Virtualizer<HTMLDivElement, Element>, index: number): boolean {
  const item = list.measurementsCache[index];
  const { scrollOffset, scrollRect } = list;
  if (item === undefined || scrollOffset === null || scrollRect === null) return false;
  return item.start >= scrollOffset && item.end <= scrollOffset + scrollRect.height;
}

/** A button or the editor inside a line takes its own clicks. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, [contenteditable=true]") !== null;
}

function indexUnder(event: MouseEvent): number | null {
  const row = (event.target as Element).closest<HTMLElement>("[data-index]");
  return row === null ? null : Number(row.dataset.index);
}
