// Stored values in JavaScript, the same on both databases: int8 as a number, numeric as text, timestamptz as Date, jsonb
// parsed, bytea as Uint8Array. Types without a time zone stay text, because a Date would assume one.

export const OID = {
  bytea: 17,
  int8: 20,
  date: 1082,
  timestamp: 1114,
  interval: 1186,
  int8Array: 1016,
} as const;

/** @throws RangeError beyond ±(2^53 − 1), where a JavaScript number would silently change the value. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("A stored integer is beyond the safe range of a number.");
  return value;
}

export function asText(text: string): string {
  return text;
}
