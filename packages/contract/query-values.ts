// Converts query strings, which hold only text, to and from the numbers and booleans of the query schemas.

import type { z } from "zod";

type Kind = "text" | "number" | "boolean";

const NUMBER = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,10})?$/;
const kindsBySchema = new WeakMap<z.ZodObject, ReadonlyMap<string, Kind>>();

/**
 * The raw query with its numbers and booleans converted. A value that cannot be converted stays text, so that the schema
 * reports it. A repeated key stays an array.
 */
export function readQueryValues(
  schema: z.ZodObject,
  raw: { readonly [key: string]: unknown },
): { readonly [key: string]: unknown } {
  const kinds = kindsOf(schema);
  const read: { [key: string]: unknown } = Object.create(null);
  for (const [key, value] of Object.entries(raw)) read[key] = readValue(kinds.get(key) ?? "text", value);
  return read;
}

function readValue(kind: Kind, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (kind === "number" && NUMBER.test(value)) return Number(value);
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function kindsOf(schema: z.ZodObject): ReadonlyMap<string, Kind> {
  const known = kindsBySchema.get(schema);
  if (known !== undefined) return known;
  const kinds = new Map(Object.entries(schema.shape).map(([key, field]) => [key, kindOf(field as z.ZodType)]));
  kindsBySchema.set(schema, kinds);
  return kinds;
}

function kindOf(schema: z.ZodType): Kind {
  const definition = schema.def as {
    readonly type: string;
    readonly innerType?: z.ZodType;
    readonly values?: readonly unknown[];
  };
  switch (definition.type) {
    case "optional":
    case "default":
    case "nullable":
    case "prefault":
      return kindOf(definition.innerType!);
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "literal":
      return typeof definition.values?.[0] === "number" ? "number" : "text";
    default:
      return "text";
  }
}

/** The query string with its question mark, or "" without values. */
export function writeQueryValues(values: { readonly [key: string]: unknown }): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) query.append(key, String(value));
  }
  const written = query.toString();
  return written === "" ? "" : `?${written}`;
}
