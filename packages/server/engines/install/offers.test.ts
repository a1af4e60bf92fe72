import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mayPublish } from "../onnx/voice-files.ts";
import { CatalogueError, licenseOf, readKokoroTrees, readPiperCatalogue } from "./offers.ts";

test("a licence is read from the cards of Piper and Kokoro", () => {
  assert.equal(licenseOf("# Card\n\n* URL: x\n* License: CC BY 4.0\n"), "CC BY 4.0");
  assert.equal(licenseOf("---\nlicense: apache-2.0\n---\n"), "apache-2.0");
  assert.equal(licenseOf("* License: Unknown\n"), null);
  assert.equal(licenseOf("* License: \u001b[31mred\n"), "[31mred");
  assert.equal(licenseOf("No word of it."), null);
});

test("only licences that clearly allow it count as publishable", () => {
  const allowed = [
    "CC0",
    "Public Domain",
    "https://creativecommons.org/publicdomain/zero/1.0/",
    "https://creativecommons.org/licenses/by/4.0/",
    "CC BY-SA 4.0",
    "cc-by-4.0",
    "MIT",
    "apache-2.0",
  ];
  const unclear = [
    "https://creativecommons.org/licenses/by-nc-sa/4.0/",
    "CC BY-NC 4.0",
    "CC-BY-ND 4.0",
    "Creative Commons non commercial",
    "For research only",
    "https://www.cstr.ed.ac.uk/projects/blizzard/2013/lessac_blizzard2013/license.html",
    "see the URL",
  ];
  assert.deepEqual(
    allowed.filter((license) => mayPublish(license) !== true),
    [],
  );
  assert.deepEqual(
    unclear.filter((license) => mayPublish(license) !== null),
    [],
  );
});

test("whatever stands in a catalogue, it is refused or gives names and paths that stay in their folder", () => {
  const entry = fc.record({
    language: fc.record({ code: fc.string() }),
    files: fc.dictionary(
      fc.oneof(fc.string(), fc.constant("a/en-x.onnx"), fc.constant("../en-x.onnx"), fc.constant("/en-x.onnx.json")),
      fc.record({ size_bytes: fc.integer(), md5_digest: fc.string() }),
    ),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.dictionary(fc.string(), entry).map((value) => JSON.stringify(value)),
      ),
      (text) => {
        for (const read of [readPiperCatalogue, (one: string) => readKokoroTrees([one])]) {
          try {
            for (const { name, files } of read(text)) {
              for (const part of [name, ...files.flatMap((file) => [file.name, ...file.path.split("/")])]) {
                assert.match(part, /^[^./\\][^/\\]*$/u);
              }
            }
          } catch (error) {
            assert.ok(error instanceof CatalogueError);
          }
        }
      },
    ),
  );
});
