// One value, one text: JSON with sorted keys and shortest exact numbers, the input of every hash over a document
// (manifest_hash, mastering_profile_hash, intent hashes, idempotency of requests).

/**
 * Canonical JSON after RFC 8785 (JSON Canonicalization Scheme): no whitespace, keys in order of their UTF-16 code units,
 * numbers and strings as ECMAScript writes them. Members that are `undefined` are left out, as JSON.stringify does.
 *
 * One difference from the RFC: a lone surrogate is written as its `\udXXX` escape instead of being an error, so that
 * hashing never fails on text that was stored before it was checked.
 *
 * Throws TypeError on what JSON cannot hold: NaN, infinities, functions, symbols, bigints, a lone `undefined`.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("Canonical JSON holds finite numbers only");
      return JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as Record<string, unknown>);
    default:
      throw new TypeError(`Canonical JSON cannot hold a ${typeof value}`);
  }
}

function canonicalArray(values: readonly unknown[]): string {
  let text = "[";
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ",";
    text += canonicalJson(values[index]);
  }
  return `${text}]`;
}

function canonicalObject(value: Record<string, unknown>): string {
  let text = "{";
  // The default sort compares UTF-16 code units, which is the order that RFC 8785 section 3.2.3 asks for.
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ",";
    text += `${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}
