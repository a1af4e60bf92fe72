import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { givenPath } from "./paths.ts";

const ROOT = resolve("/srv/fullcast");
const HOME = resolve("/home/someone");

test("a path is meant from where the command was called", () => {
  assert.equal(givenPath("a.txt", {}, HOME), resolve(HOME, "a.txt"));
});

test("through npm run it is meant from where npm was called", () => {
  const env = { npm_package_json: resolve(ROOT, "package.json"), INIT_CWD: HOME };
  assert.equal(givenPath("a.txt", env, ROOT), resolve(HOME, "a.txt"));
  assert.equal(givenPath(resolve("/x/a.txt"), env, ROOT), resolve("/x/a.txt"));
});

test("what an outer npm script left in the environment does not count when its folder was left", () => {
  const env = { npm_package_json: resolve(ROOT, "package.json"), INIT_CWD: ROOT };
  assert.equal(givenPath("a.txt", env, HOME), resolve(HOME, "a.txt"));
});
