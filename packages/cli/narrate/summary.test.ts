import assert from "node:assert/strict";
import { test } from "node:test";
import type { CastRow } from "./cast.ts";
import { rightsText } from "./summary.ts";

const row = (voice: string | null, license: string | null, publishable: boolean | null): CastRow => ({
  speaker: "Mara",
  lines: 1,
  voice,
  gender: null,
  age: null,
  accent: null,
  license,
  publishable,
});

test("voices whose licence does not clearly allow to publish are named once, with their licence", () => {
  assert.equal(rightsText([row("Fiona", "BSD", true), row(null, null, null)]), "");
  assert.equal(
    rightsText([row("Lessac", "Unknown", null), row("Lessac", "Unknown", null), row("Own", "CC BY-NC 4.0", false)]),
    "\n\nBefore you publish, read the licences of these voices; whether they allow it is unclear:\n  Lessac: Unknown\n  Own: CC BY-NC 4.0",
  );
});
