import assert from "node:assert/strict";
import { test } from "node:test";
import { createDisplay } from "./progress-display.ts";
import type { Stage, StageProgress } from "./progress-line.ts";

test("a terminal gets one changing line, which is removed before other output", () => {
  const { display, written, pass } = screen(true);
  display.update(at("Speaking", 0.1));
  pass(150);
  display.update(at("Speaking", 0.2));
  display.say("A remark.");
  display.finish("Speaking", 61_000, "2 blocks");
  const text = written();
  assert.match(text, /^\rSpeaking .*10 %.*\x1b\[K\rSpeaking .*20 %.*\x1b\[K\r\x1b\[KA remark\.\n/);
  assert.match(text, /Speaking\s+1:01, 2 blocks\n$/);
});

test("a terminal is not redrawn more often than an eye can follow", () => {
  const { display, written, pass } = screen(true);
  for (let step = 0; step < 100; step++) {
    display.update(at("Speaking", step / 100));
    pass(10);
  }
  assert.ok(written().split("\r").length - 1 <= 11);
});

test("a log gets a line per tenth, but not one every moment, and no control characters", () => {
  const { display, written, pass } = screen(false);
  for (let step = 0; step <= 100; step++) {
    display.update(at("Speaking", step / 100));
    pass(400);
  }
  display.finish("Speaking", 40_000, "");
  const lines = written().trimEnd().split("\n");
  assert.ok(lines.length >= 10 && lines.length <= 12, `${lines.length} lines`);
  assert.doesNotMatch(written(), /[\r\x1b]/);
  assert.equal(lines.at(-1), "Speaking: 40.0 s");
});

test("a log with little progress still gets a line from time to time", () => {
  const { display, written, pass } = screen(false);
  for (let step = 0; step < 120; step++) {
    display.update(at("Speaking", 0.01));
    pass(500);
  }
  assert.equal(written().trimEnd().split("\n").length, 3);
});

function screen(isTTY: boolean) {
  let time = 0;
  let text = "";
  const target = { write: (part: string) => (text += part), isTTY, columns: 100 };
  return {
    display: createDisplay(target, () => time),
    written: () => text,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

function at(stage: Stage, fraction: number): StageProgress {
  return { stage, fraction, blocks: null, audioMs: null, elapsedMs: 0, remainingMs: null };
}
