// The OpenAPI 3.1 document, computed from the endpoint table and the error catalogue.

import type { z } from "zod";
import { type Endpoint, errorCodesOf, type Tag, type Upload } from "./endpoints/endpoint.ts";
import { endpointRows } from "./endpoints.ts";
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
  Service: "Health, and this interface as a document.",
  Account: "The account behind the key, its balance, preferences and keys.",
  Administration: "Accounts of this installation and their grants. Needs the scope `admin`.",
  Voices: "Voices and the engines that they belong to.",
  Projects: "Ordered sections that share one cast. A standalone story is a hidden project of one section.",
  Books: "Imported books, their metadata and covers.",
  Sections: "Chapters or scenes: creating, moving and deleting them.",
  Documents: "The script of a section: versioned blocks of narration, speech and sound.",
  Speakers: "The cast of a project and its voices.",
  Lexicon: "How the words of a project are pronounced, wherever they occur.",
  Series: "People of a series of books, and proposals for the casts of its stories.",
  Workflows: "Durable jobs that structure text and generate audio, and their events.",
  Media: "The audio of blocks and the playback timeline.",
  Exports: "Finished files: MP3, WAV, M4B, Opus, EPUB, SRT and WebVTT.",
  Sounds: "Uploaded effects and ambience, and the public catalogue.",
  Sharing: "Public links that need no key.",
  Guests: "People without an account who speak a character: links, consents and recordings.",
  Webhooks: "Signed requests to addresses of the account, about what happened.",
  Feedback: "Feedback with images for the operator of this installation.",
};

function usedTags(): Tag[] {
  const used = new Set(Object.values(endpointRows).map((row) => row.tag));
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
 * Computed once for each server URL, because it takes tens of milliseconds.
 * @param serverUrl the base URL with its version segment, such as "http://127.0.0.1:7411/v1"
 */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  if (latest?.serverUrl !== serverUrl) latest = { serverUrl, document: computeDocument(serverUrl) };
  return latest.document;
}

function computeDocument(serverUrl: string): OpenApiDocument {
  const schemas = createSchemaCollector();
  const paths: { [path: string]: { [method: string]: unknown } } = {};
  for (const [id, row] of Object.entries(endpointRows)) {
    paths[row.path] ??= {};
    const item = paths[row.path]!;
    item[row.method.toLowerCase()] = operation(id, row, schemas);
    if (row.answer === "bytes" && row.method === "GET") {
      item.head = { ...operation(`${id}Headers`, row, schemas), summary: `${row.summary}: headers only` };
    }
  }
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Fullcast",
      version: API_VERSION,
      summary: "Story text to multi-voice audio.",
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
        RequestId: { description: "The same as request_id in the body.", schema: { type: "string", pattern: "^req_" } },
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
 * general one: in an `allOf` each part would have to allow the fields of the other.
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

/** The description of the row, the required scope, and the idempotency rule. */
export function operationDescription(row: Endpoint): string {
  const { scope } = row;
  const needs =
    scope === null
      ? "Needs no key."
      : scope === "any"
        ? "Needs a key with any scope."
        : `Needs the scope \`${scope}\`.`;
  return [row.description ?? `${row.summary}.`, [needs, repetition(row)].join(" ").trim()].join("\n\n");
}

function repetition(row: Endpoint): string {
  if (!row.errors.includes("IDEMPOTENCY_CONFLICT")) return "";
  const by = row.headers === undefined ? "`client_mutation_id`" : "`Idempotency-Key`";
  return `Idempotent by ${by}: the same request returns the committed result, a different request with it is 409 \`IDEMPOTENCY_CONFLICT\`.`;
}

/** The meaning of each parameter name. A description in the row overrides it. */
const PARAMETER_WORDS: { readonly [name: string]: string } = {
  "idempotency-key": "Chosen by the client. The same request with the same key takes effect once.",
  accountId: "An account of this installation.",
  apiKeyId: "The id of a key of the account, never the key itself.",
  assetId: "A media asset: the audio of a rendition, a cover, or the file of an export.",
  cursor: "`next_cursor` of the previous page. Absent: the first page.",
  document_version: "The document version that the client last read.",
  exportId: "An export of the account.",
  format: "Only of this format.",
  blockId: "A block of the section's document.",
  from_index: "Index of the first block of the window, from 0. Without from_index and limit: the whole document.",
  importId: "A preview of a book's file.",
  in_project: "With project_id. true: only linked sounds. false: only the others.",
  language: "A BCP 47 language, such as en or en-GB.",
  limit: "The largest number of items on the page.",
  age: "Only voices of this age.",
  gender: "Only voices of this gender.",
  model: "Only of this model.",
  projectId: "A project of the account, including the hidden project of a standalone story.",
  project_id: "A project of the account.",
  provider: "An engine, by its provider name.",
  q: "Words to search for.",
  pairingId: "A pairing code of the account.",
  reviewLinkId: "A review link of the account.",
  reviewCommentId: "A comment on a story of the account.",
  catalogueLinkId: "An address of the account's catalogue.",
  customVoiceId: "A custom voice of the account.",
  person: "The name of the person whose voice is cloned.",
  by: "self: the person confirms the text. other: someone who keeps the agreement of the person.",
  takes: "keep: what the voice spoke stays. delete: it is deleted, as a withdrawn consent demands.",
  guestLinkId: "A guest link of the account.",
  guestRecordingId: "A recording of a guest.",
  guestToken: "The last part of the address of a guest link.",
  reviewSlug: "The last part of the address of a review link.",
  shareSlug: "The last part of the address of a public page.",
  sessionId: "A session of the account.",
  previewId: "A mix that is played while its audio is made.",
  schema_version: "The version of the answer. Default 1.",
  scope: "mine: the account's own. shared: shared with the account. public: the public catalogue.",
  sectionId: "A section of the account.",
  section_id: "Only of this section.",
  shareId: "A share through which the account received a sound.",
  soundId: "A sound of the library.",
  speakerId: "A speaker of the project.",
  speaker_registry_version: "The cast version that the client last read.",
  status: "Only in this state.",
  takeId: "A take of the block.",
  token: "The last part of a signed URL. Other answers contain the whole URL.",
  uploadId: "An upload of the sound.",
  version: "A committed version of the document.",
  deliveryId: "A delivery of the webhook.",
  seriesId: "A series of the account.",
  personId: "A person of the series.",
  webhookId: "A webhook of the account.",
  voiceId: "A voice, as GET /voices lists it.",
  voice_ids: "At most 50 voice ids, separated by commas. Absent: the status for a new voice.",
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

/** The examples of the row, or those that were recorded from a server. */
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
  const file = { schema: { type: "string", format: "binary" } };
  if (row.method !== "GET") {
    const types = row.answerTypes ?? ["*/*"];
    const content = Object.fromEntries(types.map((type) => [type, file]));
    return { 200: { description, headers: REQUEST_ID_HEADER, content } };
  }
  const headers = {
    ...REQUEST_ID_HEADER,
    "Accept-Ranges": { schema: { type: "string", const: "bytes" } },
    ETag: { schema: { type: "string" } },
  };
  const content = { "*/*": file };
  return {
    200: { description, headers, content },
    206: {
      description: "The requested range.",
      headers: { ...headers, "Content-Range": { schema: { type: "string" } } },
      content,
    },
    304: { description: "The file is unchanged: its tag is in If-None-Match.", headers },
    ...redirect(row, schemas),
  };
}

function redirect(row: Endpoint, schemas: SchemaCollector): { [status: string]: unknown } {
  const schema = row.responses[302];
  if (schema === undefined) return {};
  const { description } = schemas.response(schema);
  const headers = { ...REQUEST_ID_HEADER, Location: { schema: { type: "string", format: "uri" } } };
  return { 302: { description, headers } };
}

/** OpenAPI 3.1 cannot describe a stream, so the schema is that of one message. */
function eventAnswer(row: Endpoint, schemas: SchemaCollector): { [status: string]: unknown } {
  return {
    200: {
      description: "A stream of server-sent events that stays open. The schema is that of one event.",
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

/** Error codes that the interface lists but this server never returns. Clients must still expect them. */
function reserved(row: Endpoint): { [status: string]: unknown } {
  return Object.fromEntries(
    (row.reservedStatuses ?? []).map((status) => [
      status,
      {
        description: "Reserved by the interface. This version of the server never returns it here.",
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
    "Fullcast turns story text into multi-voice audio. Create a section, prepare it, create its audio, export a file.",
    "Every JSON answer is `{ data, request_id }` or `{ error: { code, message, retryable, details }, request_id }`. Ids are UUIDs, times are ISO 8601 in UTC, lengths are UTF-16 code units. Clients must ignore unknown keys.",
    "Codes inside workflow steps, exports and sounds:",
    codes.join("\n"),
  ].join("\n\n");
}
