// The licences of the engines are English sentences; the studio has them in German.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { exports as german } from "../../packages/web/src/i18n/de/exports.ts";

const ENGINES = join(import.meta.dirname, "../../packages/server/engines");
const STATED = /(?:\blicense: |\bLICENSE = |\?\? )"([^"]+)"/gu;

test("every licence that an engine states has German words", () => {
  const licences = new Set(
    readdirSync(ENGINES, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/test|behaviour/u.test(name))
      .flatMap((name) => readFileSync(join(ENGINES, name), "utf8").split("\n"))
      .filter((line) => /license/iu.test(line))
      .flatMap((line) => [...line.matchAll(STATED)].map(([, licence = ""]) => licence)),
  );
  assert.ok(licences.size >= 5, [...licences].join("\n"));
  // A name alone is the same in every language.
  for (const licence of licences)
    if (!/^[A-Z0-9.-]+$/u.test(licence)) assert.notEqual(german.licence(licence), licence, licence);
});
