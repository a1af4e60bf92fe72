import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { DeliveryControlSet } from "../document/document.ts";
import { DELIVERY_FORMAT, deliveryOf, isNeutral } from "./delivery.ts";
import { DELIVERY_INTENTS } from "./delivery-intents.ts";
import { DELIVERY_SETTING_NAMES, DELIVERY_SETTINGS, deliveryFault } from "./delivery-settings.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const TEXT_LENGTH = 20;
const setOf = (over: Partial<DeliveryControlSet>): DeliveryControlSet => ({
  id: ID,
  schema_version: "studio-delivery-control-set-2",
  provider: "espeak",
  model: "espeak-ng",
  format: DELIVERY_FORMAT,
  capability_revision: "1",
  directives: [],
  settings: [],
  source_fingerprint: null,
  source_utf16_length: null,
  ...over,
});
const directed = (intent: string) =>
  setOf({ directives: [{ id: ID, start_utf16: 0, end_utf16: TEXT_LENGTH, intent, strength: 1 }] });
const changesSound = (set: DeliveryControlSet) => !isNeutral(deliveryOf([set], "espeak", TEXT_LENGTH));

test("every known intent changes the sound; any other name is a fault that lists the known ones", () => {
  for (const intent of Object.keys(DELIVERY_INTENTS)) {
    assert.equal(deliveryFault(directed(intent)), null);
    assert.ok(changesSound(directed(intent)), intent);
  }
  assert.deepEqual(deliveryFault(directed("banana")), {
    path: "directives.0.intent",
    message: `"banana" is unknown. Known intents: ${Object.keys(DELIVERY_INTENTS).join(", ")}`,
  });
});

test("a name or value that is accepted has its effect, and one that is refused has none or is out of range", () => {
  const names = fc.oneof(fc.constantFrom(...DELIVERY_SETTING_NAMES, "__proto__", "toString"), fc.string());
  const values = fc.oneof(fc.double({ min: -30, max: 30, noNaN: true }), fc.boolean(), fc.string(), fc.constant(null));
  fc.assert(
    fc.property(names, values, (name, value) => {
      const set = setOf({ settings: [{ name, value }] });
      const fault = deliveryFault(set);
      const delivery = deliveryOf([set], "espeak", TEXT_LENGTH) as unknown as { readonly [name: string]: unknown };
      if (fault !== null) assert.match(fault.path, /^settings\.0\.(name|value)$/);
      else if (typeof value === "number") assert.ok(Math.abs(Number(delivery[name]) - value) <= 0.01, name);
      else assert.equal(delivery[name], value);
    }),
  );
});

test("the bounds of each setting are accepted, and what lies beyond is a fault", () => {
  for (const [name, { min, max }] of Object.entries(DELIVERY_SETTINGS)) {
    for (const value of [min, max]) assert.equal(deliveryFault(setOf({ settings: [{ name, value }] })), null);
    for (const value of [min - 0.1, max + 0.1, String(min)]) {
      const fault = deliveryFault(setOf({ settings: [{ name, value }] }));
      assert.deepEqual(fault, {
        path: "settings.0.value",
        message: `must be a number from ${min} to ${max} for ${name}`,
      });
    }
  }
});

test("what the block already holds stays acceptable, word for word", () => {
  const held = setOf({ ...directed("banana"), settings: [{ name: "reverb", value: 1 }] });
  assert.equal(deliveryFault(held, held), null);
  assert.equal(deliveryFault({ ...held, settings: [{ name: "reverb", value: 2 }] }, held)?.path, "settings.0.name");
  assert.equal(deliveryFault({ ...held, ...directed("apple") }, held)?.path, "directives.0.intent");
});
