import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createUrlSigner } from "./signed-url.ts";

const now = new Date("2026-11-21T04:00:00Z");
const later = new Date("2026-11-21T04:15:00Z");
const secret = new Uint8Array(32).fill(7);
const signer = createUrlSigner(secret, () => now);

test("a token gives back what was signed", () => {
  const token = signer.sign({
    purpose: "media",
    object: "asset",
    expiresAt: later,
    extra: { filename: "Kapitel 1 – Ü.m4b" },
  });
  assert.match(token, /^[A-Za-z0-9_.-]+$/);
  assert.deepEqual(signer.verify(token, "media"), {
    object: "asset",
    expiresAt: later,
    extra: { filename: "Kapitel 1 – Ü.m4b" },
  });
});

test("it opens nothing for another purpose, under another secret, or from the moment it expires", () => {
  const token = signer.sign({ purpose: "media", object: "asset", expiresAt: later });
  assert.equal(signer.verify(token, "export"), null);
  assert.equal(createUrlSigner(new Uint8Array(32).fill(8), () => now).verify(token, "media"), null);
  assert.equal(createUrlSigner(secret, () => later).verify(token, "media"), null);
  assert.ok(createUrlSigner(secret, () => new Date(later.getTime() - 1)).verify(token, "media"));
});

test("no change of a single character survives", () => {
  const token = signer.sign({ purpose: "media", object: "asset", expiresAt: later });
  const characters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."];
  for (let place = 0; place < token.length; place++) {
    for (const character of characters) {
      if (character === token[place]) continue;
      assert.equal(signer.verify(token.slice(0, place) + character + token.slice(place + 1), "media"), null);
    }
  }
});

test("any text is read without a fault", () => {
  fc.assert(fc.property(fc.string({ maxLength: 1_200 }), (text) => assert.equal(signer.verify(text, "media"), null)));
});

test("a short secret is refused", () => {
  assert.throws(() => createUrlSigner(new Uint8Array(16), () => now), RangeError);
});
