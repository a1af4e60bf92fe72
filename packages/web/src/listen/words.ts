// Lights the word that is heard in the text of the page. The words of the timeline are found one after the other in the text
// of the chapter; one that is not found is left out.

interface TimedWord {
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
}

interface PlacedWord {
  readonly start: number;
  readonly end: number;
  readonly range: Range;
}

const timings = new Map<string, Promise<readonly TimedWord[] | null>>();
/** Those of a chapter in the two mixes, and of the chapter before. */
const MOST_TIMINGS = 4;

/** The words with their times; null when there are none. An answer is kept, because the other mix needs it too. */
function wordsOf(timeline: string): Promise<readonly TimedWord[] | null> {
  const known = timings.get(timeline);
  if (known !== undefined) return known;
  const read = fetch(timeline)
    .then(async (answer) => {
      if (!answer.ok) return null;
      const { data } = (await answer.json()) as { readonly data: { readonly words: readonly TimedWord[] } };
      return data.words;
    })
    .catch(() => null);
  timings.set(timeline, read);
  void read.then((words) => words === null && timings.delete(timeline));
  for (const key of timings.keys()) if (timings.size > MOST_TIMINGS) timings.delete(key);
  return read;
}

/** Forgets the times of a chapter that was changed. */
export function forgetWords(timeline: string): void {
  for (const key of timings.keys()) if (key.startsWith(timeline)) timings.delete(key);
}

/** From the time in one mix to the time of the same word in another mix of the same lines. */
export async function sameWord(from: string, to: string): Promise<(seconds: number) => number> {
  const [heard, other] = from === to ? [null, null] : await Promise.all([wordsOf(from), wordsOf(to)]);
  if (heard == null || other == null || heard.length === 0 || other.length === 0) return (seconds) => seconds;
  return (seconds) => {
    const ms = seconds * 1000;
    const at = Math.max(
      0,
      heard.findLastIndex((word) => word.start_ms <= ms),
    );
    const word = heard[at] as TimedWord;
    // Both mixes have the words of the same lines; a number that is read in another way can differ.
    const there = other[Math.min(other.length - 1, Math.round((at * other.length) / heard.length))] as TimedWord;
    const share = Math.min(1, Math.max(0, (ms - word.start_ms) / Math.max(1, word.end_ms - word.start_ms)));
    return (there.start_ms + share * (there.end_ms - there.start_ms)) / 1000;
  };
}

/** How far ahead in the text the next word is looked for. */
const REACH = 600;
const NAME = "heard-word";

export interface Lights {
  /** Lights the word at a time; null lights nothing. */
  show(seconds: number | null): void;
  /** Where the lit word is on the screen; null when none is lit. */
  place(): DOMRect | null;
  /** Brings the lit word to the middle of the screen. */
  bringIntoView(): void;
  /** The time of the word at a point of the text, seconds; null where no word is timed. */
  timeAt(node: Node, offset: number): number | null;
}

/** Null: no timeline, or nothing to light in. */
export async function readWords(timeline: string, text: Element | null): Promise<Lights | null> {
  if (text === null) return null;
  const timed = await wordsOf(timeline);
  if (timed === null) return null;
  const words = place(timed, text);
  let shown: PlacedWord | undefined;
  let mark: HTMLElement | null = null;
  const show = (seconds: number | null): void => {
    const word = seconds === null ? undefined : wordAt(words, seconds);
    if (word === shown) return;
    shown = word;
    if ("highlights" in CSS) {
      if (word === undefined) CSS.highlights.delete(NAME);
      else CSS.highlights.set(NAME, new Highlight(word.range));
      return;
    }
    mark?.replaceWith(...mark.childNodes);
    mark = null;
    if (word === undefined) return;
    mark = document.createElement("mark");
    try {
      word.range.surroundContents(mark);
    } catch {
      mark = null;
    }
  };
  return {
    show,
    place: () => (shown === undefined ? null : (mark ?? shown.range).getBoundingClientRect()),
    bringIntoView() {
      const at = shown === undefined ? null : (mark ?? shown.range).getBoundingClientRect();
      if (at !== null) window.scrollBy({ top: at.top - window.innerHeight * 0.38 });
    },
    timeAt(node, offset) {
      const word = words.find(({ range }) => range.startContainer === node && range.endOffset > offset);
      return word === undefined || word.range.startOffset > offset ? null : word.start;
    },
  };
}

function wordAt(words: readonly PlacedWord[], seconds: number): PlacedWord | undefined {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  const word = words[low - 1];
  return word !== undefined && seconds < word.end + 0.25 ? word : undefined;
}

function place(words: readonly TimedWord[], text: Element): PlacedWord[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let whole = "";
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(".who, .listen, h2") === null ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: whole.length });
    whole += `${node.nodeValue ?? ""}\n`;
  }
  let at = 0;
  let index = 0;
  return words.flatMap((word) => {
    const found = word.text === "" ? -1 : whole.slice(at, at + REACH).indexOf(word.text);
    if (found < 0) return [];
    const start = at + found;
    at = start + word.text.length;
    while (index + 1 < nodes.length && (nodes[index + 1]?.from ?? 0) <= start) index++;
    const holder = nodes[index];
    if (holder === undefined || at - holder.from > holder.node.length) return [];
    // A title that the heading shows already.
    if (holder.node.parentElement?.closest("[hidden]") != null) return [];
    const range = document.createRange();
    range.setStart(holder.node, start - holder.from);
    range.setEnd(holder.node, at - holder.from);
    return [{ start: word.start_ms / 1000, end: word.end_ms / 1000, range }];
  });
}
