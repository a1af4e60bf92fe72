import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { createLog } from "./log.ts";

const at = new Date("2026-01-02T03:04:05.678Z");

test("an entry is one JSON line with time, level, message and fields", () => {
  const stream = new PassThrough();
  createLog("debug", stream, () => at).info("Run finished", { run_id: "r1", blocks: 3 });
  const text = stream.read().toString();
  assert.ok(text.endsWith("\n"));
  assert.deepEqual(JSON.parse(text), {
    time: "2026-01-02T03:04:05.678Z",
    level: "info",
    message: "Run finished",
    run_id: "r1",
    blocks: 3,
  });
});

test("entries below the level are not written", () => {
  const stream = new PassThrough();
  const log = createLog("warn", stream, () => at);
  log.debug("no");
  log.info("no");
  log.warn("yes");
  log.error("yes");
  assert.equal(stream.read().toString().trimEnd().split("\n").length, 2);
});

test("an error is written without its stack", () => {
  const stream = new PassThrough();
  const error = Object.assign(new RangeError("out"), { code: "E_OUT" });
  createLog("error", stream, () => at).error("Failed", { error });
  assert.deepEqual(JSON.parse(stream.read().toString()).error, { name: "RangeError", code: "E_OUT", message: "out" });
});
