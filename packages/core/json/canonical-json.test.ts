import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson } from "./canonical-json.ts";

test("keys are ordered by UTF-16 code units, as RFC 8785 section 3.2.3 shows", () => {
  const value = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\u{1f600}": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
  };
  assert.equal(
    canonicalJson(value),
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
      '"€":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  );
});

test("numbers are written shortest and exact, as RFC 8785 section 3.2.2 shows", () => {
  assert.equal(
    canonicalJson({ numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0] }),
    '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0]}',
  );
});

test("keys that objects cannot keep in order are written in order all the same", () => {
  const value = JSON.parse('{"b":{"10":1,"9":2,"a":3},"__proto__":{"x":1},"a":[{"2":0,"10":0}]}');
  assert.equal(canonicalJson(value), '{"__proto__":{"x":1},"a":[{"10":0,"2":0}],"b":{"10":1,"9":2,"a":3}}');
});

test("what JSON cannot hold is refused", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, () => 1, Symbol("s")]) {
    assert.throws(() => canonicalJson({ list: [value] }), TypeError);
  }
  assert.equal(canonicalJson({ a: undefined, b: 1 }), '{"b":1}');
});

test("the text parses back to the value, and the order of keys does not matter", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      assert.equal(canonicalJson(withReversedKeys(value)), text);
    }),
    { numRuns: 200 },
  );
});

function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, withReversedKeys(member)]),
  );
}
