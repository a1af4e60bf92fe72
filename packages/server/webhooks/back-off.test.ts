import assert from "node:assert/strict";
import { test } from "node:test";
import { waitAfter } from "./back-off.ts";

test("the wait doubles from 2 s to an hour, a quarter more or less", () => {
  assert.deepEqual(
    [1, 2, 3, 12, 40].map((attempts) => waitAfter(attempts, 0.5)),
    [2e3, 4e3, 8e3, 3.6e6, 3.6e6],
  );
  assert.deepEqual([waitAfter(1, 0), waitAfter(1, 1)], [1500, 2500]);
});

test("a day has between 25 and 60 attempts", () => {
  for (const random of [0, 1]) {
    let attempts = 1;
    for (let at = 0; at + waitAfter(attempts, random) <= 86_400_000; attempts++) at += waitAfter(attempts, random);
    assert.ok(attempts >= 25 && attempts <= 60, String(attempts));
  }
});
