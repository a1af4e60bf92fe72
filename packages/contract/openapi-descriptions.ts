// Adds descriptions to every field and shape of the document that has none in its schema.

import { FIELD_WORDS } from "./field-words.ts";
import type { JsonSchema } from "./openapi-schemas.ts";
import { SHAPE_WORDS } from "./shape-words.ts";

interface Described {
  readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } };
  readonly components: { readonly schemas: { readonly [name: string]: JsonSchema } };
}

export function describeFields(document: Described): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const shape = name.replace(/Input$/, "");
    schema.description ??= SHAPE_WORDS[shape];
    if (schema.description === undefined) delete schema.description;
    describeWithin(schema, shape);
  }
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      const { operationId } = operation as { readonly operationId: string };
      describeWithin(operation, operationId);
    }
  }
}

/** Walks through everything that can hold schemas, except examples and enums. */
function describeWithin(value: unknown, owner: string): void {
  if (typeof value !== "object" || value === null) return;
  const { properties } = value as { readonly properties?: { readonly [name: string]: JsonSchema } };
  for (const [name, field] of Object.entries(properties ?? {})) {
    const words = FIELD_WORDS[`${owner}.${name}`] ?? FIELD_WORDS[name];
    if (field.description === undefined && words !== undefined) field.description = words;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key !== "example" && key !== "examples" && key !== "enum") describeWithin(inner, owner);
  }
}
