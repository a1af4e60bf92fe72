import assert from "node:assert/strict";
import { test } from "node:test";
import { missedText, reportText, type StoreReport } from "./store-check.ts";

const rule = (name: string, value: number | string): StoreReport["rules"][number] => ({
  rule: name,
  value,
  unit: typeof value === "number" ? "dB" : "",
  minimum: typeof value === "number" ? -23 : "mp3",
  maximum: typeof value === "number" ? -18 : "mp3",
  passed: false,
});

test("a rule that is not met says what to do: a preset mends no format", () => {
  const format = rule("codec", "pcm_s16le");
  assert.equal(missedText([format, format]), "(format). Make an .mp3 file.");
  assert.match(
    missedText([rule("rms", -30)]),
    /^\(loudness \(RMS\)\)\. Use --preset acx\. If the file has it already, /,
  );
  const report = { rules: [format], passed: false, shop: { name: "ACX" } } as unknown as StoreReport;
  assert.equal(reportText(report), "ACX: a rule is not met\n  FAIL  format: wav (mp3). Make an .mp3 file.");
});
