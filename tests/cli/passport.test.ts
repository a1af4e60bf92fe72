// `fullcast passport`: made beside a page, verified with and without keys and files; changed and foreign files are refused.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { narrating } from "./narrating.ts";
import { runCli } from "./run-cli.ts";

const { at, env, serve } = narrating();
before(serve);

const passport = (...args: string[]) => runCli(["passport", ...args], { env });

test("a passport names the narrated file, is verified, and is refused after any change", async () => {
  writeFileSync(at("gate.txt"), `They came to the gate at noon. "Two," said the keeper. "Two what?" asked Bram.`);
  assert.equal((await runCli(["narrate", at("gate.txt"), "-o", at("gate.mp3"), "-q"], { env })).code, 0);
  const made = await passport("make", "gate", "-o", at("passport.json"));
  assert.equal(made.code, 0, made.stderr);
  const text = readFileSync(at("passport.json"), "utf8");
  const { files } = (JSON.parse(text) as { passport: { files: { shop_checks: unknown[] }[] } }).passport;
  assert.deepEqual([files.length, files[0]?.shop_checks.length], [1, 6]);
  const page = readFileSync(at("passport.html"), "utf8");
  assert.match(page, /Publishing passport: gate/i);
  assert.match(page, /ACX \(Audible\)<\/td><td dir="auto">2026-06<\/td>.*<td dir="auto">refused<\/td>/);

  const good = await passport("verify", at("passport.json"), at("gate.mp3"));
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /The signature fits/);
  assert.match(good.stdout, /Whose key this is was not checked/);
  assert.match(good.stdout, /gate\.mp3: is .* of the passport/);

  // Spaces and the order of fields do not count; every value does.
  writeFileSync(at("spaced.json"), JSON.stringify(JSON.parse(text)));
  assert.equal((await passport("verify", at("spaced.json"))).code, 0);
  writeFileSync(at("changed.json"), text.replace('"machine"', '"human"'));
  const changed = await passport("verify", at("changed.json"));
  assert.equal(changed.code, 1);
  assert.match(changed.stderr, /the signature does not fit/);

  const kid = /Signed with the key (\S+)\./.exec(good.stdout)?.[1] ?? assert.fail(good.stdout);
  writeFileSync(at("keys.json"), JSON.stringify({ keys: [{ kid }] }));
  assert.match((await passport("verify", at("passport.json"), "--keys", at("keys.json"))).stdout, /has this key/);
  writeFileSync(at("other-keys.json"), JSON.stringify({ keys: [{ kid: "another" }, null] }));
  const other = await passport("verify", at("passport.json"), "--keys", at("other-keys.json"));
  assert.deepEqual([other.code, /Another server signed it/.test(other.stderr)], [1, true]);

  appendFileSync(at("gate.mp3"), "x");
  const touched = await passport("verify", at("passport.json"), at("gate.mp3"));
  assert.equal(touched.code, 1);
  assert.match(touched.stderr, /does not name .*gate\.mp3/);
});

test("files that are no passport are refused with what is wrong", async () => {
  for (const [name, content, message] of [
    ["empty.json", "", /is no JSON/],
    ["null.json", "null", /is no passport of Fullcast/],
    ["list.json", "[]", /is no passport of Fullcast/],
    ["odd.json", `{"passport":{"format":"fullcast-passport-1","files":[]},"jws":"a..b"}`, /the signature does not fit/],
  ] as const) {
    writeFileSync(at(name), content);
    const run = await passport("verify", at(name));
    assert.deepEqual([run.code, message.test(run.stderr)], [1, true], run.stderr);
  }
  const none = await passport("verify", at("none.json"));
  assert.deepEqual([none.code, /There is no file/.test(none.stderr)], [2, true]);
});
