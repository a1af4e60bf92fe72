// Keys of the script.

import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, commandOutsideList, type Stroke } from "./keys.ts";

const stroke = (given: Partial<Stroke>): Stroke => ({
  key: "",
  code: "",
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...given,
});

test("digits mean the same people on every layout, with Shift for the following lines too", () => {
  assert.deepEqual(commandOf(stroke({ key: "&", code: "Digit1" })), { kind: "assign", digit: 1, following: false });
  assert.deepEqual(commandOf(stroke({ key: "!", code: "Digit1", shiftKey: true })), {
    kind: "assign",
    digit: 1,
    following: true,
  });
  assert.deepEqual(commandOf(stroke({ key: "9", code: "Numpad9" })), { kind: "assign", digit: 9, following: false });
});

test("keys of the browser and of screen readers stay theirs", () => {
  assert.equal(commandOf(stroke({ key: "n", ctrlKey: true })), null);
  assert.equal(commandOf(stroke({ key: "1", code: "Digit1", altKey: true })), null);
  assert.equal(commandOf(stroke({ key: "Tab" })), null);
});

test("Ctrl+Z undoes, with Shift it does again", () => {
  assert.deepEqual(commandOf(stroke({ key: "z", ctrlKey: true })), { kind: "undo" });
  assert.deepEqual(commandOf(stroke({ key: "Z", metaKey: true, shiftKey: true })), { kind: "redo" });
});

test("outside the list, keys work while no control has the focus, and buttons of the script keep the keys that work them", () => {
  /** Matches its own name and, for the parts around it, their names. */
  const element = (name: string, around: readonly string[] = []) => {
    const found = {
      closest: (selectors: string): unknown =>
        selectors.split(", ").some((one) => one === name || around.includes(one)) ? found : null,
      matches: (selectors: string) => selectors.split(", ").includes(name),
    };
    return found;
  };
  const next = stroke({ key: "n" });
  const space = stroke({ key: " " });
  assert.deepEqual(commandOutsideList(next, element("h1"), false), { kind: "nextUnsure" });
  assert.deepEqual(commandOutsideList(space, element("body"), false), { kind: "playFromHere" });
  assert.equal(commandOutsideList(stroke({ key: "Enter" }), element("h1"), false), null);
  assert.deepEqual(commandOutsideList(next, element("button"), true), { kind: "nextUnsure" });
  assert.equal(commandOutsideList(space, element("button"), true), null);
  assert.equal(commandOutsideList(next, element("button"), false), null);
  assert.equal(commandOutsideList(next, element("input"), true), null);
  assert.equal(commandOutsideList(next, element("h1", ["[role=dialog]"]), true), null);
});
