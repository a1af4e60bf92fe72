import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ceilOutputs, withOutputs } from "./graph.ts";
import { graphOutputs, onnxModel } from "./write-onnx.ts";

const model = () =>
  onnxModel({
    inputs: [{ name: "a", type: "float", shape: [1] }],
    outputs: [{ name: "y", type: "float", shape: [1] }],
    nodes: [
      { operator: "Ceil", inputs: ["a"], outputs: ["frames"] },
      { operator: "Neg", inputs: ["frames"], outputs: ["y"] },
    ],
    constants: [],
  });

test("the outputs of Ceil nodes are found, and can be added to the graph", () => {
  assert.deepEqual(ceilOutputs(model()), ["frames"]);
  assert.deepEqual(graphOutputs(withOutputs(model(), ["frames"])), ["y", "frames"]);
});

test("a cut file is an error or a shorter list, never anything else", () => {
  const whole = model();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length }), (length) => {
      try {
        assert.ok(ceilOutputs(whole.subarray(0, length)).length <= 1);
      } catch (error) {
        assert.ok(error instanceof Error && error.name !== "AssertionError");
      }
    }),
  );
});
