// A short run of the fuzzer (npm run test:fuzz), always over the same files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mutated } from "./mutate.ts";
import { fuzzParsers } from "./run-parsers.ts";
import { fuzzService } from "./run-service.ts";
import { samples } from "./samples.ts";

test("the same seed makes the same file, another seed another one", () => {
  const files = [1, 2, 3, 4].map((seed) => mutated(samples.epub, seed).toString("hex"));
  assert.deepEqual(
    [1, 2, 3, 4].map((seed) => mutated(samples.epub, seed).toString("hex")),
    files,
  );
  assert.equal(new Set(files).size, files.length);
});

test("900 mutated files are read or refused by the parsers", async () => {
  const { findings, files } = await fuzzParsers(1, 901, Number.POSITIVE_INFINITY);
  assert.deepEqual([findings, files], [[], 900]);
});

test("40 mutated uploads, scripts, cursors and bodies are answered by the service", async () => {
  const { findings, files } = await fuzzService(1, 41, Number.POSITIVE_INFINITY);
  assert.deepEqual([findings, files], [[], 40]);
});
