import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRateLimiter } from "./rate-limit.ts";

test("over any time at most the burst and the rate pass", () => {
  fc.assert(
    fc.property(
      fc.record({ perSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 20 }) }),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200 }),
      (rate, pauses) => {
        let now = 0;
        let passed = 0;
        const limiter = createRateLimiter(rate, () => now);
        for (const pause of pauses) {
          now += pause;
          if (limiter.take("someone") === 0) passed++;
        }
        assert.ok(passed <= rate.burst + (now / 1000) * rate.perSecond + 1e-6);
        assert.ok(passed >= Math.min(rate.burst, pauses.length));
      },
    ),
  );
});

test("a client that waits as long as the limiter says passes", () => {
  let now = 0;
  const limiter = createRateLimiter({ perSecond: 0.3, burst: 1 }, () => now);
  assert.equal(limiter.take("someone"), 0);
  const seconds = limiter.take("someone");
  assert.ok(seconds > 0);
  now += seconds * 1000;
  assert.equal(limiter.take("someone"), 0);
});

test("the number of buckets is bounded", () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, () => 0, 2);
  assert.deepEqual(["a", "b", "a", "c", "a"].map(limiter.take), [0, 0, 1, 0, 1]);
  assert.equal(limiter.take("b"), 0);
});

test("a token that was given back can be taken again, and never makes more than the burst", () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 2 }, () => 0);
  limiter.giveBack("someone");
  assert.deepEqual([limiter.take("someone"), limiter.take("someone"), limiter.take("someone")], [0, 0, 1]);
  limiter.giveBack("someone");
  assert.deepEqual([limiter.take("someone"), limiter.take("someone")], [0, 1]);
});
