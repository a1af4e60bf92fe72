// The keyboard of the script: which key does what. Digits by their place on the keyboard (event.code), so that layouts do
// not matter; letters by what they write.

export type Command =
  | { readonly kind: "assign"; readonly digit: number; readonly following: boolean }
  | { readonly kind: "move"; readonly by: number; readonly extend: boolean }
  | { readonly kind: "edge"; readonly end: "first" | "last"; readonly extend: boolean }
  | { readonly kind: Simple };

export type Simple =
  | "nextUnsure"
  | "previousUnsure"
  | "split"
  | "merge"
  | "leaveOut"
  | "edit"
  | "leave"
  | "playFromHere"
  | "playLine"
  | "speakAgain"
  | "undo"
  | "redo"
  | "keys"
  | "newPerson"
  | "find"
  | "addNote"
  | "addSound"
  | "delete"
  | "flag"
  | "flags"
  | "conversation"
  | "versions"
  | "panel";

export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const PAGE = 10;

const LETTERS: { readonly [key: string]: Simple } = {
  n: "nextUnsure",
  p: "previousUnsure",
  s: "split",
  m: "merge",
  x: "leaveOut",
  Enter: "edit",
  Escape: "leave",
  " ": "playFromHere",
  l: "playLine",
  ".": "speakAgain",
  z: "undo",
  "/": "find",
  "?": "keys",
  "+": "newPerson",
  d: "panel",
  f: "flag",
  c: "conversation",
};

/** The command of a key in the list; null where the key means nothing here. */
export function commandOf(stroke: Stroke): Command | null {
  if (stroke.altKey) return null;
  if (stroke.ctrlKey || stroke.metaKey) return withControl(stroke);
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(stroke.code)?.[1];
  if (digit !== undefined) return { kind: "assign", digit: Number(digit), following: stroke.shiftKey };
  const extend = stroke.shiftKey;
  switch (stroke.key) {
    case "ArrowDown":
      return { kind: "move", by: 1, extend };
    case "ArrowUp":
      return { kind: "move", by: -1, extend };
    case "PageDown":
      return { kind: "move", by: PAGE, extend };
    case "PageUp":
      return { kind: "move", by: -PAGE, extend };
    case "Home":
      return { kind: "edge", end: "first", extend };
    case "End":
      return { kind: "edge", end: "last", extend };
  }
  const simple = LETTERS[stroke.key];
  return simple === undefined ? null : { kind: simple };
}

/** Undo and redo work everywhere on the page, as in every program. */
export function withControl(stroke: Stroke): Command | null {
  const key = stroke.key.toLowerCase();
  if (key === "z") return { kind: stroke.shiftKey ? "redo" : "undo" };
  if (key === "y") return { kind: "redo" };
  return null;
}

/** Controls and open menus that have keys of their own for letters. */
const OWN_LETTERS =
  "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=combobox]";
/** What is asked of an element of the page. */
interface Place {
  closest(selectors: string): unknown;
  matches(selectors: string): boolean;
}
/** Commands of keys that work a button. */
const KEYS_OF_BUTTONS = new Set(["move", "edge", "edit", "leave", "playFromHere"]);

/**
 * The command of a key that was pressed outside the list; null where it means nothing there. While no control has the focus,
 * as after the chapter was opened, the keys are those of the list, but Enter opens no line. A button of the script keeps the
 * keys that work a button.
 */
export function commandOutsideList(stroke: Stroke, target: Place, isInScript: boolean): Command | null {
  if (target.closest(OWN_LETTERS) !== null) return null;
  const command = commandOf(stroke);
  if (command === null) return null;
  if (target.matches("body, h1, main")) return command.kind === "edit" ? null : command;
  return isInScript && !KEYS_OF_BUTTONS.has(command.kind) ? command : null;
}

/** Whether a key belongs to a field that people type into. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target as { readonly tagName?: string; readonly isContentEditable?: boolean } | null;
  if (element === null || element.tagName === undefined) return false;
  return element.isContentEditable === true || ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);
}
