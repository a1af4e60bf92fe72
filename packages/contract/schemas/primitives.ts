// The basic formats of all shapes.

import type { JsonValue } from "@fullcast/core/document";
import { z } from "zod";
import { LIMITS } from "../limits.ts";

/** A UUID of any version, converted to lower case. */
export const uuid = z.guid("must be a UUID").toLowerCase();
/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime();
export const url = z.url();
/** SHA-256 and the like: 64 lowercase hexadecimal digits. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lowercase hexadecimal digits");
export const version = z.int().min(1);
export const count = z.int().min(0);
/** The integer constant that most studio bodies carry. */
export const schemaVersion1 = z.literal(1);

const hasNoNul = (text: string) => !text.includes("\u0000");
const isWellFormed = (text: string) => text.isWellFormed();

interface LengthRange {
  readonly min?: number;
  readonly max: number;
}

/** Text without NUL and lone surrogates. Lengths are UTF-16 units. */
export function text(length: LengthRange) {
  return measured(z.string(), length);
}

/** The text is trimmed before its length is checked. */
export function trimmedText(length: LengthRange) {
  return measured(z.string().trim(), length);
}

// JSON Schema counts code points, as zod's min and max do. The schema therefore states the bound in code points that
// follows from the limit in UTF-16 units.
function measured(schema: z.ZodString, { min = 0, max }: LengthRange) {
  return schema
    .refine((value) => value.length >= min, `must have at least ${min} UTF-16 ${min === 1 ? "unit" : "units"}`)
    .refine((value) => value.length <= max, `must have at most ${max} UTF-16 units`)
    .refine(hasNoNul, "must not contain null characters")
    .refine(isWellFormed, "must not contain malformed Unicode (lone surrogates)")
    .meta(min === 1 ? { minLength: 1, maxLength: max } : { maxLength: max });
}

/** The text of a whole section: at most 8 MiB of UTF-8. */
export const rawText = z
  .string()
  .refine((value) => fitsUtf8(value, LIMITS.raw_text_utf8_bytes), `must be at most ${LIMITS.raw_text_utf8_bytes} bytes`)
  .refine(hasNoNul, "must not contain null characters")
  .refine(isWellFormed, "must not contain malformed Unicode (lone surrogates)");

function fitsUtf8(value: string, limit: number): boolean {
  // A UTF-16 unit takes one to three bytes of UTF-8.
  if (value.length > limit) return false;
  if (value.length * 3 <= limit) return true;
  let bytes = 0;
  for (let index = 0; index < value.length; index++) {
    const unit = value.charCodeAt(index);
    // A surrogate pair has four bytes, so each half counts as two.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes <= limit;
}

/** "lowercase identifier up to 64 chars" of interface.md. */
export const identifier = z
  .string()
  .max(64)
  .regex(/^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/, "must be a lowercase identifier");
/** An identifier that may also contain dots. */
export const dottedIdentifier = z
  .string()
  .max(64)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, "must be a lowercase identifier");

export function uniqueUuids(length: { readonly min: number; readonly max: number }) {
  return z
    .array(uuid)
    .min(length.min)
    .max(length.max)
    .refine((ids) => new Set(ids).size === ids.length, "must not name the same id twice");
}

const JSON_VALUE_DEPTH = 32;

function isStorableJson(value: unknown, depth: number): value is JsonValue {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return hasNoNul(value) && isWellFormed(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth >= JSON_VALUE_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isStorableJson(item, depth + 1));
  return Object.entries(value).every(([key, item]) => isStorableJson(key, depth) && isStorableJson(item, depth + 1));
}

const isStorableObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && isStorableJson(value, 0);

/** Any JSON that can be stored: texts without NUL or lone surrogates, at most 32 levels deep. */
export const jsonValue = z
  .custom<JsonValue>((value) => isStorableJson(value, 0), "must be JSON of well-formed text, at most 32 levels deep")
  .meta({ description: "Any JSON value." });
export const jsonObject = z
  .custom<{ readonly [key: string]: JsonValue }>(
    isStorableObject,
    "must be a JSON object of well-formed text, at most 32 levels deep",
  )
  .meta({ type: "object", additionalProperties: true });
