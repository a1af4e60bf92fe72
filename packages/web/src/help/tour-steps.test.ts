// The step of the tour is where the person is; who left it continues where they were.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isWalked, placeAfter, placeFrom, stepAt, stepToResume, type TourPlace } from "./tour-steps.ts";

const chapter = "/stories/16fd2706-8baf-433b-82eb-8c7fada847da/chapters/7c9e6679-7425-40de-944b-e07fc1f90ae7";
const placeOf = (address: string): TourPlace => {
  const [pathname = "", hash = ""] = address.split("#");
  return { pathname, hash };
};

test("each screen on the way from a text to a file has its step; other screens have none", () => {
  const at = (address: string) => stepAt(placeOf(address).pathname, placeOf(address).hash);
  assert.deepEqual(
    ["/", "/new#file", chapter, `${chapter}#script`, `${chapter}#cast`, `${chapter}#export`, `${chapter}#share`].map(
      at,
    ),
    [0, 1, 2, 2, 3, 4, 4],
  );
  assert.deepEqual(["/account", "/sounds", "/stories/x", "/no/such"].map(at), [null, null, null, null]);
});

test("a person who comes back to the stories resumes at the place that they left, over other screens", () => {
  const walk = (...addresses: readonly string[]) =>
    addresses.map(placeOf).reduce<TourPlace | null>((place, at) => placeAfter(place, at), null);
  assert.equal(stepToResume(walk("/")), null);
  assert.equal(stepToResume(walk("/", "/new#paste")), 1);
  assert.deepEqual(walk("/", "/new", chapter, `${chapter}#cast`, "/account", "/"), placeOf(`${chapter}#cast`));
  assert.equal(stepToResume(walk("/", "/new", chapter, `${chapter}#cast`, "/account", "/")), 3);
});

test("the tour has been walked when the person comes back to the stories after its last step", () => {
  const last = placeOf(`${chapter}#share`);
  assert.deepEqual(
    [isWalked(last, 0), isWalked(placeOf(chapter), 0), isWalked(last, 2), isWalked(last, null), isWalked(null, 0)],
    [true, false, false, false, false],
  );
});

test("a stored text that is no place on the way is ignored", () => {
  assert.deepEqual(placeFrom(`${chapter}#cast`), placeOf(`${chapter}#cast`));
  assert.deepEqual([null, "", "/", "/account", "https://example.org/new", "//example.org"].map(placeFrom), [
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
