// Lights the word that is heard, wherever the text of its line is on the screen. Elements with the text of a line carry its
// id in data-line-text. A highlight changes no element; browsers without highlights get a mark around the word.

export interface HeardWord {
  readonly line: { readonly block_id: string };
  readonly word: { readonly start_utf16: number; readonly end_utf16: number };
}

const NAME = "heard-word";
let lit: HeardWord | null = null;
let mark: HTMLElement | null = null;

/** Null lights nothing. Cheap when nothing changed. */
export function lightWord(heard: HeardWord | null): void {
  if (heard?.line === lit?.line && heard?.word === lit?.word && (heard === null || isShown(heard))) return;
  lit = heard;
  const range = heard === null ? null : rangeOf(heard);
  if ("highlights" in CSS) {
    if (range === null) CSS.highlights.delete(NAME);
    else CSS.highlights.set(NAME, new Highlight(range));
    return;
  }
  unmark();
  if (range === null) return;
  try {
    mark = document.createElement("mark");
    range.surroundContents(mark);
  } catch {
    mark = null;
  }
}

/** The list of lines is virtual: a line that scrolls away and back has another element. */
function isShown({ line }: HeardWord): boolean {
  if (!("highlights" in CSS)) return true;
  const range = [...(CSS.highlights.get(NAME) ?? [])][0];
  return range !== undefined
    ? range.startContainer.isConnected
    : document.querySelector(`[data-line-text="${line.block_id}"]`) === null;
}

function unmark(): void {
  if (mark === null) return;
  const parent = mark.parentNode;
  mark.replaceWith(...mark.childNodes);
  parent?.normalize();
  mark = null;
}

/** The word's characters among the text nodes of its line; null when the line is not on the screen. */
function rangeOf({ line, word }: HeardWord): Range | null {
  const element = document.querySelector(`[data-line-text="${line.block_id}"]`);
  if (element === null) return null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let at = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? "";
    if (!hasStart && word.start_utf16 < at + length) {
      range.setStart(node, word.start_utf16 - at);
      hasStart = true;
    }
    if (hasStart && word.end_utf16 <= at + length) {
      range.setEnd(node, word.end_utf16 - at);
      return range;
    }
    at += length;
  }
  return null;
}
