// The unit, the image and the compose file name settings and programs that exist.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SETTINGS_HELP } from "@fullcast/server/settings";

const ROOT = join(import.meta.dirname, "../..");
const folder = join(ROOT, "docs/operations/deployment");
const texts = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

test("every setting in the files for systemd and containers exists", () => {
  const named = texts.flatMap(({ name, text }) =>
    (text.match(/\bFULLCAST_[A-Z0-9_]+/g) ?? []).map((one) => ({ name, one })),
  );
  assert.ok(named.length >= 6);
  for (const { name, one } of named) assert.ok(Object.hasOwn(SETTINGS_HELP, one), `${name}: ${one}`);
});

test("every program and file of the repository that they start or copy exists", () => {
  const paths = texts.flatMap(
    ({ text }) => text.match(/\b(?:packages|docs)\/[\w./-]+\.\w+|docs\/[\w/-]+\/Dockerfile\b/g) ?? [],
  );
  assert.ok(paths.length >= 4);
  for (const path of paths) assert.ok(existsSync(join(ROOT, path)), path);
});
