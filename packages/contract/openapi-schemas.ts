// Converts zod schemas to the JSON Schema of OpenAPI 3.1 (draft 2020-12). Every schema with an id becomes a component.
// Requests are closed (unknown keys are refused), answers are open (clients must ignore unknown keys), so a shape that is
// used in both can become two components.

import { z } from "zod";

export type JsonSchema = { [key: string]: unknown };

const DEFINITION_REF = "#/$defs/";
const COMPONENT_REF = "#/components/schemas/";
const INPUT_SUFFIX = "Input";

export interface SchemaCollector {
  request(schema: z.ZodType): JsonSchema;
  response(schema: z.ZodType): JsonSchema;
  /** Call it after the last schema. It sets the final names in all converted schemas. */
  components(): { [name: string]: JsonSchema };
}

export function createSchemaCollector(): SchemaCollector {
  const requestDefinitions = new Map<string, JsonSchema>();
  const responseDefinitions = new Map<string, JsonSchema>();
  const handedOut: { readonly schema: JsonSchema; readonly side: "request" | "response" }[] = [];

  const convert = (schema: z.ZodType, side: "request" | "response"): JsonSchema => {
    // The wrapper makes a schema with an id a reference as well.
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), {
      target: "draft-2020-12",
      io: side === "request" ? "input" : "output",
      unrepresentable: "any",
      override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, side),
    }) as unknown as {
      readonly properties: { readonly it: JsonSchema };
      readonly $defs?: { readonly [id: string]: JsonSchema };
    };
    const definitions = side === "request" ? requestDefinitions : responseDefinitions;
    for (const [id, definition] of Object.entries($defs ?? {})) definitions.set(id, definition);
    handedOut.push({ schema: properties.it, side });
    return properties.it;
  };

  return {
    request: (schema) => convert(schema, "request"),
    response: (schema) => convert(schema, "response"),
    components: () => {
      const split = namesThatDiffer(requestDefinitions, responseDefinitions);
      const requestName = (id: string) => (split.has(id) ? `${id}${INPUT_SUFFIX}` : id);
      const components: { [name: string]: JsonSchema } = {};
      for (const [id, definition] of responseDefinitions) {
        components[id] = definition;
        handedOut.push({ schema: definition, side: "response" });
      }
      for (const [id, definition] of requestDefinitions) {
        if (responseDefinitions.has(id) && !split.has(id)) continue;
        components[requestName(id)] = definition;
        handedOut.push({ schema: definition, side: "request" });
      }
      for (const { schema, side } of handedOut) renameRefs(schema, side === "request" ? requestName : (id) => id);
      return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

/** Removes what zod adds without need: bounds of safe integers, patterns of known formats, its own ids. */
function tidy(schema: JsonSchema, side: "request" | "response"): void {
  delete schema.id;
  delete schema["~standard"];
  if (schema.format === "uuid" || schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minLength === 0) delete schema.minLength;
  const values = schema.enum ?? [schema.const];
  if (schema.type === "number" && Array.isArray(values) && values.every(Number.isInteger)) schema.type = "integer";
  if (side === "response" && schema.additionalProperties === false) delete schema.additionalProperties;
}

function namesThatDiffer(
  requests: ReadonlyMap<string, JsonSchema>,
  responses: ReadonlyMap<string, JsonSchema>,
): ReadonlySet<string> {
  const differing = new Set<string>();
  for (let found = -1; found !== differing.size; ) {
    found = differing.size;
    for (const [id, definition] of requests) {
      const other = responses.get(id);
      if (other === undefined || differing.has(id)) continue;
      // A shape also differs when a shape that it refers to differs.
      const text = JSON.stringify(definition);
      const refersToDiffering = [...differing].some((name) => text.includes(`"${DEFINITION_REF}${name}"`));
      if (refersToDiffering || text !== JSON.stringify(other)) differing.add(id);
    }
  }
  return differing;
}

function renameRefs(value: unknown, nameOf: (id: string) => string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === "$ref" && typeof item === "string" && item.startsWith(DEFINITION_REF)) {
      (value as JsonSchema)[key] = COMPONENT_REF + nameOf(item.slice(DEFINITION_REF.length));
    } else {
      renameRefs(item, nameOf);
    }
  }
}
