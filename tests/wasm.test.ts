import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assembledClipLevels, CLIP_LEVELS_MODULE } from "./assemble.ts";

test("the WebAssembly that is kept is the one that its text gives", async () => {
  assert.equal(readFileSync(CLIP_LEVELS_MODULE, "utf8"), await assembledClipLevels());
});
