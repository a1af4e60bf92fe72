// Canonical JSON: equal values give equal text. It is the input of manifest_hash, mastering_profile_hash, intent hashes and
// the hashes that compare repeated requests.

/**
 * Canonical JSON by RFC 8785 (JSON Canonicalization Scheme): no whitespace, keys sorted by UTF-16 code units, numbers and
 * strings as ECMAScript writes them. Omits members that are `undefined`, as JSON.stringify does.
 *
 * One difference from the RFC: a lone surrogate becomes its `\udXXX` escape. The RFC treats it as an error, but hashing must
 * not fail on text that was stored before it was validated.
 *
 * @throws TypeError for a value that JSON cannot represent: NaN, infinities, functions, symbols, bigints, `undefined`
 * outside an object.
 */
export function canonicalJson(value: unknown): string {
  const seen = { unorderable: false };
  const inOrder = ordered(value, seen);
  return seen.unorderable ? written(value) : JSON.stringify(inOrder);
}

// Returns the value with its members in canonical order. JSON.stringify then writes it, which is five times as fast on a
// long manifest as joining strings. A part that is in order already is not copied. Some keys cannot be ordered in an object:
// JavaScript puts keys that look like array indices first, and `__proto__` is not a member. For those, written() joins the
// text.
function ordered(value: unknown, seen: { unorderable: boolean }): unknown {
  if (typeof value !== "object" || value === null) return checked(value);
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null;
    for (let index = 0; index < value.length; index += 1) {
      const item = ordered(value[index], seen);
      if (item === value[index]) continue;
      copy ??= value.slice();
      copy[index] = item;
    }
    return copy ?? value;
  }
  return orderedMembers(value as { readonly [key: string]: unknown }, seen);
}

function orderedMembers(value: { readonly [key: string]: unknown }, seen: { unorderable: boolean }): unknown {
  const keys = Object.keys(value);
  // JSON.stringify would call toJSON and write its result.
  let same = typeof value.toJSON !== "function";
  for (let index = 1; index < keys.length && same; index += 1) same = keys[index]! > keys[index - 1]!;
  if (!same) keys.sort();
  const members: unknown[] = [];
  for (const key of keys) {
    if (isUnorderable(key)) seen.unorderable = true;
    const member = value[key];
    const inOrder = member === undefined || typeof member === "string" ? member : ordered(member, seen);
    if (member === undefined || inOrder !== member) same = false;
    members.push(inOrder);
  }
  if (same) return value;
  const copy: Record<string, unknown> = {};
  for (const [index, key] of keys.entries()) {
    if (members[index] !== undefined && !isUnorderable(key)) copy[key] = members[index];
  }
  return copy;
}

function written(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(checked(value));
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  const members = [];
  for (const key of sortedKeys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${written(member)}`);
  }
  return `{${members.join(",")}}`;
}

function checked(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number") throw new TypeError(`Canonical JSON cannot hold a ${typeof value}`);
  if (!Number.isFinite(value)) throw new TypeError("Canonical JSON holds finite numbers only");
  return value;
}

function isUnorderable(key: string): boolean {
  const first = key.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return /^\d+$/.test(key);
  return key === "__proto__";
}

/** The default sort compares UTF-16 code units, the order of RFC 8785 section 3.2.3. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  for (let index = 1; index < keys.length; index += 1) {
    if (keys[index]! < keys[index - 1]!) return keys.sort();
  }
  return keys;
}
