import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { DeliveryControlSet } from "../document/document.ts";
import { applicableControlSets, deliveryOf, isNeutral, NEUTRAL_DELIVERY } from "./delivery.ts";
import { DELIVERY_INTENTS } from "./delivery-intents.ts";

function directed(
  intent: string,
  strength: number,
  over: Partial<DeliveryControlSet> = {},
  span: readonly [number, number] = [0, 20],
): DeliveryControlSet {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    schema_version: "studio-delivery-control-set-2",
    provider: "fullcast",
    model: "any",
    format: "fullcast-delivery-1",
    capability_revision: "1",
    directives: [
      { id: "00000000-0000-4000-8000-000000000002", start_utf16: span[0], end_utf16: span[1], intent, strength },
    ],
    settings: [],
    source_fingerprint: null,
    source_utf16_length: null,
    ...over,
  };
}

test("no direction, strength 0 and unknown intents leave the voice as it is", () => {
  assert.deepEqual(deliveryOf([], "espeak", 20), NEUTRAL_DELIVERY);
  assert.ok(isNeutral(deliveryOf([directed("shout", 0)], "espeak", 20)));
  assert.ok(isNeutral(deliveryOf([directed("yodel", 1)], "espeak", 20)));
  assert.ok(isNeutral(deliveryOf([directed("constructor", 1)], "espeak", 20)));
});

test("a whisper whispers, a shout is louder and higher, sorrow is slower and lower", () => {
  assert.equal(deliveryOf([directed("whisper", 1)], "espeak", 20).whisper, true);
  const shout = deliveryOf([directed("shout", 1)], "espeak", 20);
  assert.ok(shout.volume_db > 3 && shout.pitch_semitones > 1 && !shout.whisper);
  const sad = deliveryOf([directed("sad", 1)], "espeak", 20);
  assert.ok(sad.rate < 0.9 && sad.pitch_semitones < 0);
});

test("laughter, weeping and fear are in the voice by their strength; other directions have no such fields", () => {
  assert.equal(deliveryOf([directed("laugh", 0.7)], "flite", 20).laughter, 0.7);
  assert.equal(deliveryOf([directed("sob", 1), directed("afraid", 1)], "flite", 20).trembling, 1);
  assert.equal(deliveryOf([directed("afraid", 0.5)], "flite", 20).trembling, 0.3);
  const plain = deliveryOf([directed("angry", 1), directed("laugh", 0)], "flite", 20);
  assert.ok(!("laughter" in plain) && !("trembling" in plain));
});

test("directions written for the engine replace those for any engine; other vendors' formats direct nothing", () => {
  const any = directed("shout", 1);
  const own = directed("sad", 1, { provider: "espeak" });
  const foreign = directed("angry", 1, { format: "vendor-tags-3" });
  assert.deepEqual(applicableControlSets([any, own, foreign], "espeak"), [own]);
  assert.deepEqual(applicableControlSets([any, own, foreign], "piper"), [any]);
  assert.deepEqual(deliveryOf([foreign], "espeak", 20), NEUTRAL_DELIVERY);
});

test("a direction of a part of the text moves the delivery by the part that it covers", () => {
  const whole = deliveryOf([directed("shout", 1)], "espeak", 20);
  const half = deliveryOf([directed("shout", 1, {}, [0, 10])], "espeak", 20);
  assert.equal(half.volume_db, whole.volume_db / 2);
  assert.deepEqual(
    deliveryOf([directed("shout", 1, {}, [1, 19])], "espeak", 20),
    whole,
    "marks around it do not count",
  );
});

test("settings give the starting point that directives move", () => {
  const set = directed("shout", 1, { settings: [{ name: "volume_db", value: -3 }] });
  assert.equal(deliveryOf([set], "espeak", 20).volume_db, -3 + DELIVERY_INTENTS.shout.volume_db);
});

test("whatever is directed, the delivery stays within its limits", () => {
  const directive = fc.record({
    intent: fc.constantFrom(...Object.keys(DELIVERY_INTENTS), "unknown"),
    strength: fc.double(),
    span: fc.tuple(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -5, max: 40 })),
  });
  const setting = fc.record({
    name: fc.constantFrom("rate", "pitch_semitones", "volume_db", "range", "whisper", "other"),
    value: fc.oneof(fc.double(), fc.boolean(), fc.string()),
  });
  fc.assert(
    fc.property(fc.array(directive, { maxLength: 30 }), fc.array(setting, { maxLength: 4 }), (directives, settings) => {
      const sets = directives.map((d) => directed(d.intent, d.strength, { settings }, d.span));
      const delivery = deliveryOf(sets, "espeak", 20);
      assert.ok(delivery.rate >= 0.5 && delivery.rate <= 2);
      assert.ok(Math.abs(delivery.pitch_semitones) <= 12);
      assert.ok(delivery.volume_db >= -24 && delivery.volume_db <= 12);
      assert.ok(delivery.range >= 0 && delivery.range <= 2);
    }),
    { numRuns: 200 },
  );
});
