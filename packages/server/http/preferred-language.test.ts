import assert from "node:assert/strict";
import { test } from "node:test";
import { preferredLanguage } from "./preferred-language.ts";

test("the most welcome language that the pages have, else English", () => {
  const cases: readonly [string | undefined, string][] = [
    [undefined, "en"],
    ["", "en"],
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["en-GB,en;q=0.9,de;q=0.8", "en"],
    ["fr,de;q=0.5,en;q=0.4", "de"],
    ["en;q=0.1, DE;q=0.2", "de"],
    ["de;q=0,en", "en"],
    ["de;q=0", "en"],
    ["deu", "en"],
    ["*", "en"],
    [`de,${"x".repeat(2_000)}`, "en"],
    ["de;q=oops", "en"],
  ];
  for (const [header, language] of cases) assert.equal(preferredLanguage(header), language, String(header));
});
