// The step of the tour is where the person is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isWalked, stepAt } from "./tour-steps.ts";

test("each screen on the way from a text to a file has its step; other screens have none", () => {
  const chapter = "/stories/16fd2706-8baf-433b-82eb-8c7fada847da/chapters/7c9e6679-7425-40de-944b-e07fc1f90ae7";
  const at = (address: string) => {
    const [path = "", hash = ""] = address.split("#");
    return stepAt(path, hash);
  };
  assert.deepEqual(
    ["/", "/new#file", chapter, `${chapter}#script`, `${chapter}#cast`, `${chapter}#export`, `${chapter}#share`].map(
      at,
    ),
    [0, 1, 2, 2, 3, 4, 4],
  );
  assert.deepEqual(["/account", "/sounds", "/stories/x", "/no/such"].map(at), [null, null, null, null]);
});

test("the tour has been walked when the person comes back to the stories after its last step", () => {
  assert.deepEqual([isWalked(4, 0), isWalked(3, 0), isWalked(4, 2), isWalked(4, null)], [true, false, false, false]);
});
