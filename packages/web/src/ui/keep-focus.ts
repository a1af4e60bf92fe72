// The focus of a person without a mouse. A control that leaves the page while it has the focus takes the focus with it, and
// the keys would begin at the top of the page again. So after a deletion the focus goes to the control in the same place,
// after a dialog to where it was before, and after a change of the screen to its heading.

const CONTROLS =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";
const OVER = "[role=dialog], [role=menu]";
/** A part of the page that was remade puts the focus back itself within this time. */
const PATIENCE_MS = 60;
const LONGEST_ARRIVAL_MS = 60_000;

interface Place {
  readonly control: HTMLElement;
  /** The control and the elements around it, each with its neighbours. */
  readonly around: readonly {
    readonly outer: Element;
    readonly next: Element | null;
    readonly previous: Element | null;
  }[];
}

let last: Place | null = null;
/** The last one outside of dialogs and menus: a dialog that a menu or another dialog opened returns there, too. */
let lastOutside: Place | null = null;
let arrivals = 0;
let check: ReturnType<typeof setTimeout> | undefined;

/** Once for the page. */
export function keepFocus(): void {
  addEventListener("focusin", ({ target }) => remember(target instanceof HTMLElement ? target : null), true);
  // Safari does not focus a button that is pressed. A press beside all controls leaves them.
  addEventListener(
    "pointerdown",
    ({ target }) =>
      remember(target instanceof Element ? target.closest<HTMLElement>("a, button, input, select, [tabindex]") : null),
    true,
  );
  let wasDisabled = false;
  new MutationObserver(() => {
    // A button that waits for its answer cannot hold the focus, and gets it back.
    if (last?.control.matches(":disabled") === true) wasDisabled = true;
    else if (wasDisabled) {
      wasDisabled = false;
      if (last?.control.isConnected === true && document.activeElement === document.body) last.control.focus();
    }
    if (!isLost()) return;
    clearTimeout(check);
    check = setTimeout(() => {
      if (isLost()) focusNear(last);
    }, PATIENCE_MS);
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
}

/** A dialog was closed: the focus goes to where it was before. */
export function returnFocus(): void {
  if (lastOutside?.control.isConnected === true) lastOutside.control.focus();
  else focusNear(lastOutside);
}

/** The screen changed: its heading gets the focus when it is there, unless something on the screen took it. */
export function arrive(): void {
  const arrival = ++arrivals;
  const before = document.activeElement;
  const end = performance.now() + LONGEST_ARRIVAL_MS;
  const look = () => {
    if (arrival !== arrivals) return;
    const now = document.activeElement;
    const main = document.getElementById("content");
    if (now !== document.body && now !== main && now !== before) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    // What was pressed is on its way out, or is a link to a chapter, which stays.
    const isOld = now !== main && main?.contains(now) === true;
    if (heading !== null && !isOld) focusText(heading);
    else if (performance.now() < end) setTimeout(look, PATIENCE_MS);
  };
  setTimeout(look, PATIENCE_MS);
}

function remember(control: HTMLElement | null): void {
  if (control === null) {
    last = null;
    return;
  }
  const around: Place["around"][number][] = [];
  for (let inner: Element = control; inner.parentElement !== null; inner = inner.parentElement) {
    const { parentElement: outer, nextElementSibling: next, previousElementSibling: previous } = inner;
    around.push({ outer, next, previous });
  }
  last = { control, around };
  if (control.closest(OVER) === null) lastOutside = last;
}

const isLost = () => last !== null && !last.control.isConnected && document.activeElement === document.body;

/** The focus on the control in the place of another, in the same part of the page; else on the heading. */
function focusNear(place: Place | null): void {
  const left = place?.around.find(({ outer }) => outer.isConnected);
  // The script finds its lines again when it has read them.
  if (left?.outer.closest("[role=grid]") != null) return;
  // What takes the place of the control is in the same part.
  const part = left?.outer.closest("[data-keeps-focus]");
  const instead = part?.querySelector<HTMLElement>("[role=progressbar]") ?? part?.querySelector<HTMLElement>(CONTROLS);
  if (instead != null) {
    instead.focus();
    return;
  }
  for (const neighbour of [left?.next, left?.previous]) {
    if (neighbour?.isConnected !== true || neighbour.closest("main, [role=dialog]") === null) continue;
    const control = neighbour.matches(CONTROLS) ? neighbour : neighbour.querySelector(CONTROLS);
    if (control instanceof HTMLElement) {
      control.focus();
      return;
    }
  }
  const heading = document.querySelector<HTMLElement>("[role=dialog] h2, main h1");
  if (heading === null) document.getElementById("content")?.focus();
  else focusText(heading);
}

/** The focus on words: they are read, and the keys continue after them. */
function focusText(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
