import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreKey } from "./ignore-key.ts";

const found = (kind: string, before: string, words: string, after: string) => ({ kind, before, words, after });

test("a name is ignored everywhere, a symbol only at its place, also after edits farther away", () => {
  const name = (before: string) => ignoreKey(found("name_spelled_two_ways", before, "Marion", "."));
  assert.equal(name("one "), name("two "));
  const symbol = (before: string) => ignoreKey(found("stray_symbol", before, "|", " b"));
  assert.notEqual(symbol("one "), symbol("two "));
  assert.equal(symbol(`far away, long before it, ${"x".repeat(30)}`), symbol("x".repeat(40)));
});

test("a pair of units that is cut in two leaves a key that can be stored", () => {
  const key = ignoreKey(found("stray_symbol", `😀${"x".repeat(23)}`, "|", `${"y".repeat(23)}😀`));
  assert.ok(key.isWellFormed());
});
