// Whether letters and digits alone are commands: a person can switch them off, for this browser.

import type { Command } from "./keys.ts";

/** Keys that a person can switch off: letters and digits alone. */
export function isSingle(command: Command): boolean {
  return !["move", "edge", "edit", "leave", "undo", "redo"].includes(command.kind);
}

const SINGLE_KEYS = "fullcast.single-keys";
export function readSingleKeys(): boolean {
  return localStorage.getItem(SINGLE_KEYS) !== "off";
}
export function keepSingleKeys(on: boolean): boolean {
  localStorage.setItem(SINGLE_KEYS, on ? "on" : "off");
  return on;
}
