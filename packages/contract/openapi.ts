// The OpenAPI 3.1 document, computed from the endpoint table and the error catalogue.

import type { z } from "zod";
import { type Endpoint, errorCodesOf, type Tag, type Upload } from "./endpoints/endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { type ErrorCode, failures, requestErrors } from "./errors.ts";
import recorded from "./examples.json" with { type: "json" };
import { describeFields } from "./openapi-descriptions.ts";
import { createSchemaCollector, type JsonSchema, type SchemaCollector } from "./openapi-schemas.ts";
import { SCOPES } from "./scopes.ts";

export const API_VERSION = "1.0.0-beta";

const EXAMPLE_REQUEST_ID = "req_5f0c1d1e-3a52-4c8e-8f0b-6a2f9f3f7c11";
const REQUEST_ID_HEADER = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

/** In the order of the reference. */
export const TAGS: { readonly [tag in Tag]: string } = {
  Service: "Whether the service is there, and this interface as a document.",
  Account: "Who the key belongs to, and what it may do.",
  Administration: "Accounts of this installation and what is granted to them; for its owner.",
  Voices: "The voices that can speak, and the engines that they come from.",
  Projects: "Ordered sections that share one cast. A standalone story is a hidden project of one section.",
  Books: "Books that come in, what they say of themselves, and their covers.",
  Sections: "Chapters or scenes: their text, their order, their end.",
  Documents: "The script of a section: blocks of narration, speech and sound, under one version.",
  Speakers: "The people of a project's stories and the voices that speak them.",
  Lexicon: "How the words of a project are pronounced, wherever they occur.",
  Workflows: "Durable work: structuring text, making audio; and what happens meanwhile.",
  Media: "The audio that there is, and the timeline that it makes.",
  Exports: "Finished files: MP3, WAV, M4B, EPUB and SRT.",
  Sounds: "Effects and ambience that people upload, and the catalogue of what is public.",
  Sharing: "Public links that need no key.",
  Feedback: "Words and images for the operator of this installation.",
};

function usedTags(): Tag[] {
  const used = new Set((Object.values(endpoints) as Endpoint[]).map((row) => row.tag));
  return (Object.keys(TAGS) as Tag[]).filter((tag) => used.has(tag));
}

const STATUS_WORDS: { readonly [status: number]: string } = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; poll for the outcome.",
};

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

let latest: { readonly serverUrl: string; readonly document: OpenApiDocument } | null = null;

/**
 * Computed once for a server: it is public, and takes tens of milliseconds.
 * @param serverUrl the base URL with its version segment, such as "http://127.0.0.1:7411/v1"
 */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  if (latest?.serverUrl !== serverUrl) latest = { serverUrl, document: computeDocument(serverUrl) };
  return latest.document;
}

function computeDocument(serverUrl: string): OpenApiDocument {
  const schemas = createSchemaCollector();
  const paths: { [path: string]: { [method: string]: unknown } } = {};
  for (const [id, row] of Object.entries(endpoints) as [string, Endpoint][]) {
    paths[row.path] ??= {};
    const item = paths[row.path]!;
    item[row.method.toLowerCase()] = operation(id, row, schemas);
    if (row.answer === "bytes") {
      item.head = { ...operation(`${id}Headers`, row, schemas), summary: `${row.summary}: headers only` };
    }
  }
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Fullcast",
      version: API_VERSION,
      summary: "Story text to full-cast audio.",
      license: { name: "GNU Affero General Public License v3.0 or later", identifier: "AGPL-3.0-or-later" },
      description: introduction(),
    },
    servers: [{ url: serverUrl }],
    tags: usedTags().map((name) => ({ name, description: TAGS[name] })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: `An API key. Each operation names the scope it needs, out of: ${SCOPES.join(", ")}.`,
        },
      },
      headers: {
        RequestId: { description: "The request_id of the body.", schema: { type: "string", pattern: "^req_" } },
        RetryAfter: { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
      },
      schemas: {
        ...schemas.components(),
        ErrorDetails: { ...errorDetails },
        ErrorEnvelope: errorEnvelope(Object.keys(requestErrors)),
      },
    },
  };
  describeFields(document);
  return document;
}

/**
 * The envelope of a refusal with one of these codes. Each operation has the whole shape, not an `allOf` that narrows the
 * general one: in an `allOf` each part would have to know the fields of the other.
 */
function errorEnvelope(codes: readonly string[]): JsonSchema {
  return {
    type: "object",
    required: ["error", "request_id"],
    properties: {
      error: {
        type: "object",
        description: "Why the request was refused.",
        required: ["code", "message", "retryable", "details"],
        properties: {
          code: { type: "string", enum: codes },
          message: { type: "string" },
          retryable: { type: "boolean" },
          details: { $ref: "#/components/schemas/ErrorDetails" },
        },
      },
      request_id: { type: "string", pattern: "^req_" },
    },
  };
}

const errorDetails: JsonSchema = {
  type: "object",
  additionalProperties: true,
  description:
    "Depends on the code. For INVALID_REQUEST: `issues`, each with `path`, `message` and, outside the body, `in`.",
};

function operation(id: string, row: Endpoint, schemas: SchemaCollector): { [key: string]: unknown } {
  return {
    operationId: id,
    tags: [row.tag],
    summary: row.summary,
    description: operationDescription(row),
    security: row.scope === null ? [] : [{ apiKey: row.scope === "any" ? [] : [row.scope] }],
    parameters: [
      ...parameters("path", row.params, schemas),
      ...parameters("query", row.query, schemas),
      ...parameters("header", row.headers, schemas),
    ],
    ...(row.body === undefined ? {} : { requestBody: requestBody(id, row, row.body, schemas) }),
    ...(row.upload === undefined ? {} : { requestBody: uploadBody(row.upload) }),
    responses: { ...successes(id, row, schemas), ...reserved(row), ...refusals(row) },
  };
}

/** Its sentences, what it needs, and what makes a repetition safe. */
export function operationDescription(row: Endpoint): string {
  const { scope } = row;
  const needs =
    scope === null
      ? "Needs no key."
      : scope === "any"
        ? "Needs a key, whatever its scopes."
        : `Needs the scope \`${scope}\`.`;
  return [row.description ?? `${row.summary}.`, [needs, repetition(row)].join(" ").trim()].join("\n\n");
}

function repetition(row: Endpoint): string {
  if (!row.errors.includes("IDEMPOTENCY_CONFLICT")) return "";
  const by = row.headers === undefined ? "`client_mutation_id`" : "`Idempotency-Key`";
  return `Idempotent by ${by}: the same request again returns the committed result, another one with it is 409 \`IDEMPOTENCY_CONFLICT\`.`;
}

/** What a parameter means wherever it has this name, unless its row says more. */
const PARAMETER_WORDS: { readonly [name: string]: string } = {
  "idempotency-key": "Chosen by the client: the same key with the same request has one effect.",
  accountId: "An account of this installation.",
  apiKeyId: "A key of the account, by its id (never the key itself).",
  assetId: "A media asset: the audio of a rendition, a cover, or the file of an export.",
  cursor: "Where the page begins: `next_cursor` of the page before. Absent: at the beginning.",
  document_version: "The document version that the client has seen.",
  exportId: "An export of the account.",
  format: "Only of this format.",
  from_index: "Index of the first block of the window, from 0. Absent, and without limit: the whole document.",
  in_project: "With project_id: only those that are linked to it, or only those that are not.",
  language: "A BCP 47 language, such as en or en-GB.",
  limit: "The most items of a page.",
  age: "Only voices of this age.",
  gender: "Only voices of this gender.",
  model: "Only of this model.",
  projectId: "A project of the account, also the hidden one of a standalone story.",
  project_id: "A project of the account.",
  provider: "Only of this engine, by its provider name.",
  q: "Words to look for.",
  schema_version: "Which version of the answer: 1 unless 2 is asked for.",
  scope: "Whose: the account's own, those shared with it, or the public ones.",
  sectionId: "A section of the account.",
  section_id: "Only of this section.",
  shareId: "A share of a sound with the account.",
  soundId: "A sound of the library.",
  speakerId: "A speaker of the project.",
  speaker_registry_version: "The version of the cast that the client has seen.",
  status: "Only in this state.",
  token: "The last part of a signed URL, which comes whole from another answer.",
  uploadId: "An upload of the sound.",
  version: "A committed version of the document.",
  voiceId: "A voice, as GET /voices lists it.",
  voice_ids: "At most 50 voice ids, separated by commas. Absent: asks about a new voice.",
  workflowRunId: "A workflow run of the account.",
};

function parameters(place: "path" | "query" | "header", schema: z.ZodObject | undefined, schemas: SchemaCollector) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const described = schemas.request(field as z.ZodType);
    const { description = PARAMETER_WORDS[name] } = described;
    const required = !(field as z.ZodType).safeParse(undefined).success;
    return {
      name: place === "header" ? name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase()) : name,
      in: place,
      required,
      ...(description === undefined ? {} : { description }),
      schema: described,
    };
  });
}

/** What is sent to and answered by an endpoint: as its row says, else as a server was recorded saying it. */
export function examplesOf(id: string, row: Endpoint): NonNullable<Endpoint["examples"]> {
  const spoken: { readonly [id: string]: Endpoint["examples"] } = recorded;
  const { body, responses } = row.examples ?? {};
  const found = spoken[id];
  return { body: body ?? found?.body, responses: { ...found?.responses, ...responses } };
}

function requestBody(id: string, row: Endpoint, body: z.ZodType, schemas: SchemaCollector) {
  const example = examplesOf(id, row).body;
  return {
    required: !body.safeParse(undefined).success,
    content: { "application/json": { schema: schemas.request(body), ...(example === undefined ? {} : { example }) } },
  };
}

function uploadBody({ contentTypes, limitBytes }: Upload) {
  return {
    required: true,
    description: `The file itself, at most ${limitBytes} bytes.`,
    content: Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: "string", format: "binary" } }])),
  };
}

function successes(id: string, row: Endpoint, schemas: SchemaCollector): { [status: string]: unknown } {
  if (row.answer === "bytes") return fileAnswers(row, schemas);
  if (row.answer === "events") return eventAnswer(row, schemas);
  const answers: { [status: string]: unknown } = {};
  const examples = examplesOf(id, row).responses;
  for (const [status, schema] of Object.entries(row.responses)) {
    const payload = schemas.response(schema);
    const example = examples?.[Number(status)];
    answers[status] = {
      description: STATUS_WORDS[Number(status)] ?? "Done.",
      headers: REQUEST_ID_HEADER,
      content: {
        "application/json":
          row.answer === "json"
            ? { schema: payload }
            : {
                schema: {
                  type: "object",
                  required: ["data", "request_id"],
                  properties: { data: payload, request_id: { type: "string", pattern: "^req_" } },
                },
                ...(example === undefined ? {} : { example: { data: example, request_id: EXAMPLE_REQUEST_ID } }),
              },
      },
    };
  }
  return answers;
}

function fileAnswers(row: Endpoint, schemas: SchemaCollector): { [status: string]: unknown } {
  const { description = "The file." } = schemas.response(row.responses[200]!);
  const headers = {
    ...REQUEST_ID_HEADER,
    "Accept-Ranges": { schema: { type: "string", const: "bytes" } },
    ETag: { schema: { type: "string" } },
  };
  const content = { "*/*": { schema: { type: "string", format: "binary" } } };
  return {
    200: { description, headers, content },
    206: {
      description: "The range that was asked for.",
      headers: { ...headers, "Content-Range": { schema: { type: "string" } } },
      content,
    },
    304: { description: "Not changed since the tag in If-None-Match.", headers },
  };
}

/** One message of the stream stands for all: OpenAPI 3.1 has no way to say more of a stream. */
function eventAnswer(row: Endpoint, schemas: SchemaCollector): { [status: string]: unknown } {
  return {
    200: {
      description: "A stream of server-sent events that stays open; the schema is that of one event.",
      headers: REQUEST_ID_HEADER,
      content: { "text/event-stream": { schema: schemas.response(row.responses[200]!) } },
    },
  };
}

function refusals(row: Endpoint): { [status: string]: unknown } {
  const byStatus = Map.groupBy(errorCodesOf(row), (code) => requestErrors[code].status);
  const answers: { [status: string]: unknown } = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[status] = {
      description: codes.map((code) => `\`${code}\`: ${requestErrors[code].sentence}`).join("\n\n"),
      headers: {
        ...REQUEST_ID_HEADER,
        ...(status === 429 ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {}),
      },
      content: {
        "application/json": {
          schema: errorEnvelope(codes),
          example: errorExample(codes[0]!, row),
        },
      },
    };
  }
  return answers;
}

/** The refusals that the interface lists and this server never answers. Clients must still expect them. */
function reserved(row: Endpoint): { [status: string]: unknown } {
  return Object.fromEntries(
    (row.reservedStatuses ?? []).map((status) => [
      status,
      {
        description: "Reserved by the interface. This version of the server never answers it here.",
        headers: REQUEST_ID_HEADER,
        content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorEnvelope" } } },
      },
    ]),
  );
}

function errorExample(code: ErrorCode, row: Endpoint) {
  const { sentence, retryable } = requestErrors[code];
  const details: { readonly [Code in ErrorCode]?: unknown } = {
    INSUFFICIENT_SCOPE: { required_scope: row.scope },
    INVALID_REQUEST: { issues: [{ path: "title", message: "must have at most 500 UTF-16 units" }] },
    RATE_LIMITED: { retry_after_seconds: 1 },
    VERSION_CONFLICT: { field: "base_document_version", expected: 3, current: 4 },
  };
  return {
    error: { code, message: sentence, retryable, details: details[code] ?? {} },
    request_id: EXAMPLE_REQUEST_ID,
  };
}

function introduction(): string {
  const codes = Object.entries(failures).map(([code, { sentence }]) => `- \`${code}\`: ${sentence}`);
  return [
    "Story text becomes full-cast audio: create a section, prepare it, create its audio, export a file.",
    "Every JSON answer is `{ data, request_id }` or `{ error: { code, message, retryable, details }, request_id }`. Ids are UUIDs, times ISO 8601 in UTC, lengths UTF-16 code units. Clients must bear keys that they do not know.",
    "Codes that stand inside workflow steps and exports:",
    codes.join("\n"),
  ].join("\n\n");
}
