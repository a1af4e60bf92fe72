import assert from "node:assert/strict";
import { test } from "node:test";
import { firstError, thenAlways } from "./then-always.ts";

const failing = (message: string) => async () => {
  throw new Error(message);
};

test("the ending runs after success and after failure", async () => {
  const ended: string[] = [];
  const end = (name: string) => async () => void ended.push(name);
  assert.equal(await thenAlways(async () => 7, end("a")), 7);
  await assert.rejects(thenAlways(failing("work"), end("b")), /^Error: work$/);
  await assert.rejects(
    thenAlways(async () => 7, failing("end")),
    /^Error: end$/,
  );
  assert.deepEqual(ended, ["a", "b"]);
});

test("when both fail, neither error is lost, and the first one is known", async () => {
  const failed = await thenAlways(() => thenAlways(failing("work"), failing("flush")), failing("release")).catch(
    (error: unknown) => error,
  );
  assert.ok(failed instanceof SuppressedError, `${failed} is all that is left`);
  assert.equal(String(failed.error), "Error: release");
  assert.equal(String(firstError(failed)), "Error: work");
});
