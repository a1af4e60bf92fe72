// What signs a person in: a key, or a code that another device shows.

export type Proof = { readonly kind: "key"; readonly key: string } | { readonly kind: "code"; readonly code: string };

/** A code of the server: twelve digits and letters of Crockford's base 32, with or without its hyphens. */
const CODE = /^(?:[0-9a-z][\s-]*){12}$/i;

/** What a person typed into the field "Key". Keys are longer than codes. Null for nothing. */
export function readProof(typed: string): Proof | null {
  const text = typed.trim();
  if (text === "") return null;
  return CODE.test(text) ? { kind: "code", code: text } : { kind: "key", key: text };
}

/** The proof that an address carries, as in `#key=fc_…` of the start link or `#pair=…` of a QR code. */
export function proofOfFragment(hash: string): Proof | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [key, code] = [fields.get("key"), fields.get("pair")];
  if (key !== null) return { kind: "key", key };
  return code === null ? null : { kind: "code", code };
}
