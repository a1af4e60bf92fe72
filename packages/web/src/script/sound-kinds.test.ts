// Every suggested sound can be made.

import assert from "node:assert/strict";
import { test } from "node:test";
import { understandPrompt } from "@fullcast/core/effects";
import { KINDS } from "./sound-kinds.ts";

test("every suggested prompt is understood, and most kinds are suggested once", () => {
  const made = KINDS.map((prompt) => [prompt, understandPrompt(prompt)?.effect ?? null] as const);
  assert.deepEqual(
    made.filter(([, effect]) => effect === null),
    [],
  );
  assert.ok(new Set(made.map(([, effect]) => effect)).size >= KINDS.length - 1);
});
