// An edit that a screen reader is informed of.

import type { EditOperation } from "@fullcast/core/document";
import { announce } from "../ui/announce.ts";
import { editWords } from "./edit-words.ts";
import type { ScriptDesk } from "./script-desk.ts";

export function editAloud(desk: ScriptDesk, operations: readonly EditOperation[]): void {
  announce(editWords(operations, desk.model, desk.people));
  desk.edit(operations);
}
