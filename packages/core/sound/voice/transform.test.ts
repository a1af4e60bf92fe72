// The fast transform against the sum that defines it.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inverseTransform, PLACE_OF, TRANSFORM_SIZE } from "./transform.ts";

test("every value is the sum that defines it", () => {
  const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: 2 * TRANSFORM_SIZE,
    maxLength: 2 * TRANSFORM_SIZE,
  });
  fc.assert(
    fc.property(values, (all) => {
      const re = new Float64Array(TRANSFORM_SIZE);
      const im = new Float64Array(TRANSFORM_SIZE);
      for (let k = 0; k < TRANSFORM_SIZE; k++) {
        re[PLACE_OF[k]!] = all[2 * k]!;
        im[PLACE_OF[k]!] = all[2 * k + 1]!;
      }
      inverseTransform(re, im);
      for (let n = 0; n < TRANSFORM_SIZE; n += 7) {
        let [real, imaginary] = [0, 0];
        for (let k = 0; k < TRANSFORM_SIZE; k++) {
          const angle = (2 * Math.PI * ((k * n) % TRANSFORM_SIZE)) / TRANSFORM_SIZE;
          real += all[2 * k]! * Math.cos(angle) - all[2 * k + 1]! * Math.sin(angle);
          imaginary += all[2 * k]! * Math.sin(angle) + all[2 * k + 1]! * Math.cos(angle);
        }
        assert.ok(Math.abs(re[n]! - real) < 1e-9 && Math.abs(im[n]! - imaginary) < 1e-9, `value ${n}`);
      }
    }),
    { numRuns: 5 },
  );
});
