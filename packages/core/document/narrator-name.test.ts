import assert from "node:assert/strict";
import { test } from "node:test";
import { NARRATOR_NAME, shownName } from "./narrator-name.ts";

test("only a narrator without a name of its own is shown with the word of the language", () => {
  assert.equal(shownName({ role: "narrator", name: NARRATOR_NAME }, "Erzähler"), "Erzähler");
  assert.equal(shownName({ role: "narrator", name: "Ishmael" }, "Erzähler"), "Ishmael");
  assert.equal(shownName({ role: "character", name: NARRATOR_NAME }, "Erzähler"), NARRATOR_NAME);
});
