// The signature of a publishing passport: a JSON Web Signature (RFC 7515) with Ed25519 (RFC 8037), compact, its payload left out
// (RFC 7515, appendix F). The header holds the public key and its thumbprint (RFC 7638).

import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";

/** A public key as JSON Web Key. `kid` is its thumbprint. */
export interface PassportKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
}

/** PKCS #8 of an Ed25519 key before its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const HEADER_BYTES = 1000;
const JWS = /^([A-Za-z0-9_-]{1,2000})\.\.([A-Za-z0-9_-]{86})$/;
const RAW_KEY = /^[A-Za-z0-9_-]{43}$/;

const base64url = (text: string): string => Buffer.from(text, "utf8").toString("base64url");
const privateKey = (seed: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });

function keyOf(x: string): PassportKey {
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid };
}

/** @param seed 32 secret bytes */
export function publicKeyOf(seed: Uint8Array): PassportKey {
  const { x } = createPublicKey(privateKey(seed)).export({ format: "jwk" });
  return keyOf(x ?? "");
}

/** Signs a text. */
export function signText(text: string, seed: Uint8Array): string {
  const { kty, crv, x, kid } = publicKeyOf(seed);
  const header = base64url(JSON.stringify({ alg: "EdDSA", typ: "fullcast-passport", kid, jwk: { kty, crv, x } }));
  const signature = sign(null, Buffer.from(`${header}.${base64url(text)}`, "ascii"), privateKey(seed));
  return `${header}..${signature.toString("base64url")}`;
}

/** The key that has signed a text. Null: the signature is malformed, or it is not of this text. */
export function signerOf(text: string, jws: string): PassportKey | null {
  const [, header = "", signature = ""] = JWS.exec(jws) ?? [];
  const key = headerKey(Buffer.from(header, "base64url"));
  if (key === null) return null;
  const { kty, crv, x } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
  const signed = Buffer.from(`${header}.${base64url(text)}`, "ascii");
  return verify(null, signed, publicKey, Buffer.from(signature, "base64url")) ? key : null;
}

/** The key in the header; null for another algorithm, another kind of key, or a name that is not the key's thumbprint. */
function headerKey(bytes: Buffer): PassportKey | null {
  if (bytes.length === 0 || bytes.length > HEADER_BYTES) return null;
  const { alg, kid, crit, jwk } = parsed(bytes.toString("utf8"));
  if (alg !== "EdDSA" || crit !== undefined || typeof jwk !== "object" || jwk === null) return null;
  const { kty, crv, x } = jwk as { readonly [name: string]: unknown };
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string" || !RAW_KEY.test(x)) return null;
  const key = keyOf(x);
  return key.kid === kid ? key : null;
}

function parsed(text: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as { readonly [name: string]: unknown }) : {};
  } catch {
    return {};
  }
}
