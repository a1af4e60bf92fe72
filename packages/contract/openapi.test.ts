import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { z } from "zod";
import { endpointRows, errorCodesOf, openApiDocument, requestErrors } from "./contract.ts";
import recorded from "./examples.json" with { type: "json" };
import { FIELD_WORDS } from "./field-words.ts";
import { examplesOf } from "./openapi.ts";
import { SHAPE_WORDS } from "./shape-words.ts";

// biome-ignore lint/suspicious/noExplicitAny: a JSON document is walked
type Json = any;

const document: Json = JSON.parse(JSON.stringify(openApiDocument("http://127.0.0.1:7411/v1")));
const rows = Object.entries(endpointRows);

function visit(value: Json, see: (key: string, value: Json) => void): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    see(key, item);
    visit(item, see);
  }
}

test("an independent validator finds the document valid", async () => {
  const result = await new Validator().validate(structuredClone(document));
  assert.deepEqual(result, { valid: true });
});

test("every schema compiles under JSON Schema 2020-12 in strict mode, as those do who check answers by it", () => {
  const ajv = new Ajv2020({
    ...{ strict: true, strictTypes: true, allowUnionTypes: true },
    // The compiled checks are never run: a shape that many answers hold is compiled once, without messages.
    ...{ inlineRefs: false, messages: false, code: { optimize: false } },
  });
  addFormats.default(ajv);
  // What OpenAPI adds to JSON Schema says nothing of what is valid.
  ajv.addVocabulary([
    "discriminator",
    "example",
    "openapi",
    "info",
    "paths",
    "components",
    "servers",
    "security",
    "tags",
  ]);
  ajv.addSchema(document, "document");
  const schemas: string[] = [];
  /** By its text: many errors have the same schema. */
  const different = new Map<string, string>();
  const seek = (value: Json, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries<Json>(value)) {
      const at = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (key !== "schema" && path !== "/components/schemas") {
        seek(item, at);
        continue;
      }
      schemas.push(at);
      different.set(JSON.stringify(item), at);
    }
  };
  seek(document, "");
  assert.ok(schemas.length > 500);
  for (const path of different.values()) ajv.compile({ $ref: `document#${encodeURI(path)}` });
});

test("every row of the table is an operation with all its statuses and codes", () => {
  for (const [id, row] of rows) {
    const operation = document.paths[row.path][row.method.toLowerCase()];
    assert.equal(operation.operationId, id);
    for (const status of Object.keys(row.responses)) assert.ok(operation.responses[status], `${id} ${status}`);
    for (const code of errorCodesOf(row)) {
      const { schema } = operation.responses[requestErrors[code].status].content["application/json"];
      assert.ok(schema.properties.error.properties.code.enum.includes(code), `${id} ${code}`);
    }
    assert.deepEqual(
      operation.security,
      row.scope === null ? [] : [{ apiKey: row.scope === "any" ? [] : [row.scope] }],
    );
  }
});

test("every operation has its own id and every reference leads somewhere", () => {
  const ids: string[] = [];
  visit(document, (key, value) => {
    if (key === "operationId") ids.push(value);
    if (key !== "$ref") return;
    const target = value
      .slice(2)
      .split("/")
      .reduce((node: Json, step: string) => node?.[step], document);
    assert.ok(value.startsWith("#/components/") && target !== undefined, value);
  });
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(!JSON.stringify(document).includes("$defs"));
});

test("requests are closed, answers are open", () => {
  const schemaOf = (reference: Json) =>
    reference.$ref === undefined ? reference : document.components.schemas[reference.$ref.split("/").at(-1)];
  const { requestBody, responses } = document.paths["/studio/projects/{projectId}/speakers/{speakerId}/casting"].patch;
  const body = schemaOf(requestBody.content["application/json"].schema);
  assert.equal(body.additionalProperties, false);
  const profile = schemaOf(body.properties.generation_profile.anyOf[0]);
  assert.equal(profile.additionalProperties, false);
  const answer = schemaOf(responses[200].content["application/json"].schema.properties.data);
  assert.equal(answer.additionalProperties, undefined);
  assert.equal(document.components.schemas.GenerationProfileOverride.additionalProperties, undefined);
});

test("every shape and every field of it has words, and no word is left without a field", () => {
  const bare = new Set<string>();
  const fields = new Set<string>();
  for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
    if (!schema.description) bare.add(name);
  }
  const see = (owner: string) => (key: string, value: Json) => {
    if (key !== "properties") return;
    for (const [name, field] of Object.entries<Json>(value)) {
      fields.add(name).add(`${owner}.${name}`);
      if (!field.description) bare.add(`${owner}.${name}`);
    }
  };
  for (const [name, schema] of Object.entries<Json>(document.components.schemas))
    visit(schema, see(name.replace(/Input$/, "")));
  for (const item of Object.values<Json>(document.paths))
    for (const operation of Object.values<Json>(item)) visit(withoutExamples(operation), see(operation.operationId));
  assert.deepEqual([...bare], [], "without words: tell them at the schema, or in field-words.ts or shape-words.ts");
  assert.deepEqual(
    Object.keys(FIELD_WORDS).filter((name) => !fields.has(name)),
    [],
    "words for fields that do not exist",
  );
  assert.deepEqual(
    Object.keys(SHAPE_WORDS).filter((name) => document.components.schemas[name] === undefined),
    [],
    "words for shapes that do not exist",
  );
});

const withoutExamples = (value: Json): Json =>
  JSON.parse(JSON.stringify(value, (key, item) => (key === "example" ? undefined : item)));

test("every operation shows a request and each of its answers, and every example keeps to its own schema", () => {
  const faults: string[] = [];
  const check = (what: string, schema: z.ZodType | undefined, example: unknown) => {
    if (example === undefined) faults.push(`${what}: none`);
    const parsed = schema?.safeParse(example);
    if (parsed?.success === false) faults.push(`${what}: ${parsed.error.message}`);
  };
  for (const [id, row] of rows) {
    const { body, responses } = examplesOf(id, row);
    if (row.body !== undefined && (body !== undefined || !row.body.safeParse(undefined).success))
      check(`${id} body`, row.body, body);
    if ((row.answer ?? "data") !== "data") continue;
    for (const [status, schema] of Object.entries(row.responses))
      check(`${id} ${status}`, schema, responses?.[Number(status)]);
  }
  assert.deepEqual(faults, [], "give the row examples, or record them: node tests/docs/record-examples.ts");
});

test("recorded examples are of existing endpoints, and contain nothing of the machine that recorded them", () => {
  for (const id of Object.keys(recorded)) assert.ok(Object.hasOwn(endpointRows, id), id);
  const text = JSON.stringify(recorded);
  // The rules of a shop name their source.
  for (const [, address] of text.matchAll(/(https?:[^"\s]+)/g))
    assert.match(
      address ?? "",
      /^(?:http:\/\/127\.0\.0\.1:7411|https:\/\/chapterpass\.com\/learn|http:\/\/cv\.iptc\.org)\//,
    );
  assert.doesNotMatch(text, /fc_(?!shown-once|Zk3xQ)|\/tmp|\/home|node_modules/);
});
