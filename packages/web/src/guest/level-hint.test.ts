import assert from "node:assert/strict";
import { test } from "node:test";
import { levelHint } from "./level-hint.ts";

test("a second that is soft throughout is quiet; one loud moment is too loud; speech with pauses is good", () => {
  assert.equal(levelHint([]), null);
  assert.equal(levelHint([0.1, 0.3, 0.2]), "tooQuiet");
  assert.equal(levelHint([0.1, 0.97, 0.2]), "tooLoud");
  assert.equal(levelHint([0, 0.7, 0.1, 0]), null);
});
