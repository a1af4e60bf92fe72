import assert from "node:assert/strict";
import { createPublicKey, randomBytes, verify } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { publicKeyOf, signerOf, signText } from "./signature.ts";

const SEED = Buffer.alloc(32, 7);
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
const texts = fc.string({ unit: "grapheme", maxLength: 200 });

test("a text is signed by its key, another text is not", () => {
  fc.assert(
    fc.property(seeds, texts, texts, (seed, text, other) => {
      const jws = signText(text, seed);
      assert.deepEqual(signerOf(text, jws), publicKeyOf(seed));
      if (other !== text) assert.equal(signerOf(other, jws), null);
    }),
    { numRuns: 30 },
  );
});

test("any other JWS library reads it: RFC 7515 with the payload put back in", () => {
  const jws = signText("hello", SEED);
  const [header = "", , signature = ""] = jws.split(".");
  const { alg, jwk } = JSON.parse(Buffer.from(header, "base64url").toString()) as { alg: string; jwk: { kty: string } };
  assert.equal(alg, "EdDSA");
  const input = Buffer.from(`${header}.${Buffer.from("hello").toString("base64url")}`);
  const key = createPublicKey({ key: jwk, format: "jwk" });
  assert.ok(verify(null, input, key, Buffer.from(signature, "base64url")));
});

test("the thumbprint is that of RFC 8037, appendix A.3", () => {
  const seed = Buffer.from("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", "base64url");
  assert.deepEqual(publicKeyOf(seed), {
    kty: "OKP",
    crv: "Ed25519",
    x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
  });
});

test("a changed, foreign or malformed signature has no signer", () => {
  const good = signText("hello", SEED);
  const [header = "", , signature = ""] = good.split(".");
  const head = JSON.parse(Buffer.from(header, "base64url").toString()) as { readonly jwk: object };
  const headed = (change: object) =>
    `${Buffer.from(JSON.stringify({ ...head, ...change })).toString("base64url")}..${signature}`;
  const bad = [
    "",
    "..",
    `${header}..`,
    `${header}.${Buffer.from("hello").toString("base64url")}.${signature}`,
    `${header}..${randomBytes(64).toString("base64url")}`,
    headed({ alg: "none" }),
    headed({ alg: "HS256" }),
    headed({ crit: ["b64"] }),
    headed({ kid: "another" }),
    headed({ jwk: null }),
    headed({ jwk: { ...head.jwk, x: "short" } }),
    headed({ jwk: { ...head.jwk, x: publicKeyOf(Buffer.alloc(32, 8)).x } }),
    `${"A".repeat(2000)}..${signature}`,
    `${Buffer.from("null").toString("base64url")}..${signature}`,
  ];
  for (const jws of bad) assert.equal(signerOf("hello", jws), null, jws);
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (jws) => signerOf("hello", jws) === null));
});
