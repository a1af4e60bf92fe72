// Requests generated from the OpenAPI document: for every operation a valid body, and the places in it for tests of limits and
// texts.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type Endpoint, type EndpointId, endpointRows, openApiDocument } from "@fullcast/contract";

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, as it came.
export type Schema = any;
export type Path = readonly (string | number)[];

const document: Schema = openApiDocument("http://127.0.0.1/v1");

/** The schema that a reference stands for; of alternatives the first that is not null. */
export function resolved(schema: Schema): Schema {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.slice("#/components/schemas/".length);
    return resolved(document.components.schemas[name] ?? assert.fail(`no component ${name}`));
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return resolved(alternatives.find((one: Schema) => one.type !== "null"));
  return schema;
}

export interface Described {
  readonly id: EndpointId;
  readonly row: Endpoint;
  /** Null: no body is taken. */
  readonly body: Schema | null;
  /** A body of the right shape, from the reference; undefined when there is none. */
  readonly example: unknown;
  readonly query: readonly { readonly name: string; readonly schema: Schema; readonly required: boolean }[];
}

export const described: readonly Described[] = (Object.entries(endpointRows) as [EndpointId, Endpoint][]).map(
  ([id, row]) => {
    const operation = document.paths[row.path][row.method.toLowerCase()];
    return {
      id,
      row,
      body: operation.requestBody?.content["application/json"]?.schema ?? null,
      example: operation.requestBody?.content["application/json"]?.example,
      query: (operation.parameters ?? []).filter((one: Schema) => one.in === "query"),
    };
  },
);

/** A value of the schema's shape: with `everything` also what is optional. Texts of patterns come from `examples`. */
export function sampleOf(given: Schema, everything = false): unknown {
  const schema = resolved(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case "object": {
      const names = Object.keys(schema.properties ?? {});
      const wanted = everything ? names : (schema.required ?? []);
      return Object.fromEntries(wanted.map((name: string) => [name, sampleOf(schema.properties[name], everything)]));
    }
    case "array":
      return Array.from({ length: Math.max(schema.minItems ?? 0, everything ? 1 : 0) }, () =>
        sampleOf(schema.items, everything),
      );
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case "boolean":
      return false;
    case "string":
      return textOf(schema);
    default:
      return {};
  }
}

function textOf({ format, pattern, minLength = 1 }: Schema): string {
  if (format === "uuid") return randomUUID();
  if (format === "email") return "mara@example.org";
  if (pattern === "^[0-9a-f]{64}$") return "0".repeat(64);
  return "a".repeat(Math.max(minLength, 1));
}

/** A body of the right shape: the reference's example, else one made from its schema; ids of nothing that exists. */
export function bodyOf({ example, body }: Described): unknown {
  if (body === null) return undefined;
  return example === undefined ? sampleOf(body) : freshIds(example);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function freshIds(value: unknown): unknown {
  if (typeof value === "string") return UUID.test(value) ? randomUUID() : value;
  if (Array.isArray(value)) return value.map(freshIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, freshIds(item)]));
}

/** The required query of the operation, with its question mark. */
export function queryOf({ query }: Described): string {
  const given = query.filter((one) => one.required).map((one) => `${one.name}=${sampleOf(one.schema)}`);
  return given.length === 0 ? "" : `?${given.join("&")}`;
}

/** A header for every row. Endpoints without an idempotency key ignore it. */
export const headersOf = () => ({ "idempotency-key": randomUUID() });

export const nowhere = (row: Endpoint) => row.path.replace(/\{\w+\}/g, () => randomUUID());

export interface Place {
  readonly path: Path;
  readonly schema: Schema;
}

/** Every place of a body's schema, outermost first; of arrays the first item. */
export function placesOf(given: Schema, path: Path = []): Place[] {
  const schema = resolved(given);
  const inside =
    schema.type === "object"
      ? Object.entries(schema.properties ?? {}).flatMap(([name, field]) => placesOf(field, [...path, name]))
      : schema.type === "array"
        ? placesOf(schema.items, [...path, 0])
        : [];
  return [{ path, schema }, ...inside];
}

/** A copy of `body` with another value at a place; what is missing on the way there is made from the schema. */
export function withValueAt(given: Schema, body: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const schema = resolved(given);
  if (typeof step === "number") {
    const [first, ...others] = Array.isArray(body) && body.length > 0 ? body : [sampleOf(schema.items)];
    return [withValueAt(schema.items, first, rest, value), ...others];
  }
  const object =
    typeof body === "object" && body !== null ? (body as { [key: string]: unknown }) : (sampleOf(schema) as object);
  return {
    ...object,
    [step]: withValueAt(schema.properties[step], (object as { [key: string]: unknown })[step], rest, value),
  };
}

interface Variant {
  readonly schema: Schema;
  /** Where it differs from the first variant. */
  readonly at: Path;
}

/** The schema with every alternative decided, so that each alternative stands in one of the variants. */
function decided(given: Schema, path: Path): [Schema, ...Variant[]] {
  const alternatives = alternativesOf(given);
  if (alternatives !== null) {
    const [first, ...others] = alternatives.map((one) => decided(one, path));
    if (first === undefined) return [{}];
    const [base, ...variants] = first;
    return [base, ...variants, ...others.flatMap(([schema, ...more]) => [{ schema, at: path }, ...more])];
  }
  const schema = resolved(given);
  if (schema.type === "array") {
    const [items, ...variants] = decided(schema.items, [...path, 0]);
    return [{ ...schema, items }, ...variants.map((one) => ({ ...one, schema: { ...schema, items: one.schema } }))];
  }
  if (schema.type !== "object" || schema.properties === undefined) return [schema];
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => [name, decided(field, [...path, name])] as const,
  );
  const properties = Object.fromEntries(fields.map(([name, [base]]) => [name, base]));
  const variants = fields.flatMap(([name, [, ...more]]) =>
    more.map((one) => ({ ...one, schema: { ...schema, properties: { ...properties, [name]: one.schema } } })),
  );
  return [{ ...schema, properties }, ...variants];
}

/** The alternatives that are not null, when there are some to choose from. */
function alternativesOf(given: Schema): Schema[] | null {
  if (typeof given.$ref === "string") {
    const name = given.$ref.slice("#/components/schemas/".length);
    return alternativesOf(document.components.schemas[name]);
  }
  const found = (given.anyOf ?? given.oneOf)?.filter((one: Schema) => one.type !== "null");
  return found === undefined ? null : found;
}

/**
 * An operation once for each alternative that its body holds (the kinds of operations, contents, annotations), with the
 * places that this alternative adds.
 */
export function variantsOf(one: Described): { readonly one: Described; readonly places: readonly Place[] }[] {
  if (one.body === null) return [];
  const [base, ...variants] = decided(one.body, []);
  const isWithin = (path: Path, at: Path) => at.every((step, index) => path[index] === step);
  // Where the whole body has alternatives, the operation's example may be of another one.
  const example = variants.some(({ at }) => at.length === 0) ? undefined : one.example;
  return [
    { one: { ...one, body: base, example }, places: placesOf(base) },
    ...variants.map(({ schema, at }) => ({
      one: { ...one, body: schema, example: undefined },
      places: placesOf(schema).filter(({ path }) => isWithin(path, at)),
    })),
  ];
}

/** Whether an issue names this place or one that contains it. */
export function speaksOf(issue: { readonly path: string; readonly in?: string }, path: Path): boolean {
  const place = path.join(".");
  return issue.in === undefined && (issue.path === "" || issue.path === place || place.startsWith(`${issue.path}.`));
}
