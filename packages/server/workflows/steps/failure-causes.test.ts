import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError } from "../../engines/engine.ts";
import { causesOf } from "./failure-causes.ts";

const away = (seconds: number) => ({
  provider: "clear",
  error: new EngineError("unavailable", `Clear Voices is paused for ${seconds} s.`),
});
const rejected = { provider: "clear", error: new EngineError("rejected", "Clear Voices refuses a line.") };
const other = { provider: "loud", error: new EngineError("unavailable", "Loud does not answer.") };

test("a cause is one code at one engine; the cause of the most lines comes first", () => {
  const names = new Map([["clear", "Clear Voices"]]);
  assert.deepEqual(
    causesOf([rejected, away(60), other, away(59)], (provider) => names.get(provider)),
    [
      {
        code: "PROVIDER_UNAVAILABLE",
        provider: "clear",
        engine: "Clear Voices",
        lines: 2,
        message: "Clear Voices is paused for 60 s.",
      },
      {
        code: "STUDIO_WORKFLOW_ENGINE_REJECTED",
        provider: "clear",
        engine: "Clear Voices",
        lines: 1,
        message: "Clear Voices refuses a line. Change the text of the line, or give it another voice.",
      },
      { code: "PROVIDER_UNAVAILABLE", provider: "loud", engine: "loud", lines: 1, message: "Loud does not answer." },
    ],
  );
});

test("no failure has no cause", () =>
  assert.deepEqual(
    causesOf([], () => undefined),
    [],
  ));
