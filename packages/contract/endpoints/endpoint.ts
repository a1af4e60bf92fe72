// The type of a row of the endpoint table, and the types that server and client derive from it.

import type { JsonValue } from "@fullcast/core/document";
import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { Scope } from "../scopes.ts";

export type Tag =
  | "Account"
  | "Administration"
  | "Voices"
  | "Projects"
  | "Sections"
  | "Books"
  | "Documents"
  | "Speakers"
  | "Lexicon"
  | "Series"
  | "Workflows"
  | "Media"
  | "Exports"
  | "Sharing"
  | "Guests"
  | "Feedback"
  | "Sounds"
  | "Webhooks"
  | "Service";

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base URL, which ends in `/v1`. Parameters are in braces: "/studio/exports/{exportId}". */
  readonly path: string;
  /** The scope that a key must hold. "any": any valid key. null: no key is needed. */
  readonly scope: Scope | "any" | null;
  /** Opens, shows or ends the session of a browser: Host and Origin are checked although it needs no key. */
  readonly session?: true;
  readonly tag: Tag;
  /** A few words. */
  readonly summary: string;
  /** Sentences for the reference, CommonMark. */
  readonly description?: string;
  /** Exactly the parameters of the path. */
  readonly params?: z.ZodObject;
  /** Plain types; query-values.ts converts them from and to text. A strict object refuses unknown keys. */
  readonly query?: z.ZodObject;
  /** Lower-case names. */
  readonly headers?: z.ZodObject;
  /** The JSON body; a schema that accepts `undefined` makes the body optional. Absent: no body is read. */
  readonly body?: z.ZodType;
  /** A raw body in place of JSON. */
  readonly upload?: Upload;
  /**
   * "data": JSON in the envelope (the default). "json": JSON without the envelope. "bytes": a file; a GET supports ranges.
   * "events": server-sent events.
   */
  readonly answer?: "data" | "json" | "bytes" | "events";
  /** The content types of the file that a POST returns. */
  readonly answerTypes?: readonly string[];
  /** The payload for each successful status. For "bytes" it is only a description; for "events" it describes one event. */
  readonly responses: { readonly [status: number]: z.ZodType };
  /** Error codes beyond those that every endpoint of its kind has (see `errorCodesOf`). */
  readonly errors: readonly ErrorCode[];
  /** Error codes that the interface lists here but this server never returns. The document marks them as reserved. */
  readonly reservedStatuses?: readonly (403 | 404 | 409 | 502)[];
  /** Values for the reference, by status. */
  readonly examples?: { readonly body?: unknown; readonly responses?: { readonly [status: number]: unknown } };
}

export interface Upload {
  /** The accepted Content-Type values. */
  readonly contentTypes: readonly string[];
  readonly limitBytes: number;
}

/** What the types below read of a row. `endpoint` has checked the whole row where it is written. */
export type AnyRow = Pick<Endpoint, "method" | "path" | "scope"> & { readonly responses: object };

/** Keeps the literal types of a row. */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row;
}

/** Any JSON stays as it is: it is read-only already, and the recursive type would never end. */
export type DeepReadonly<T> = [JsonValue] extends [T] ? T : ReadonlyFields<T>;
type ReadonlyFields<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

type Nothing = { readonly [key: string]: never };
/** What a schema states of its values. A comparison with all of z.ZodType takes the compiler seconds for the whole table. */
interface Typed {
  readonly _zod: { readonly output: unknown; readonly input: unknown };
}
type Output<Schema, Absent> = Schema extends Typed ? DeepReadonly<Schema["_zod"]["output"]> : Absent;
type Input<Schema, Absent> = Schema extends Typed ? DeepReadonly<Schema["_zod"]["input"]> : Absent;
type Part<Row, Name extends string> = Row extends { readonly [Key in Name]: infer Schema } ? Schema : undefined;

/** The parts of a checked request, defaults filled in. */
export interface RequestOf<Row extends AnyRow> {
  readonly params: Output<Part<Row, "params">, Nothing>;
  readonly query: Output<Part<Row, "query">, Nothing>;
  readonly headers: Output<Part<Row, "headers">, Nothing>;
  readonly body: Output<Part<Row, "body">, undefined>;
}

/** A client's input. Fields with a default are optional. */
export type CallOf<Row extends AnyRow> = Given<"params", Input<Part<Row, "params">, undefined>> &
  Given<"query", Input<Part<Row, "query">, undefined>> &
  Given<"headers", Input<Part<Row, "headers">, undefined>> &
  Given<"body", Input<Part<Row, "body">, undefined>> &
  (Row extends { readonly upload: Upload } ? { readonly upload: UploadCall<Row["upload"]> } : unknown);

/** The bytes of a raw body, and one of the row's content types. */
export interface UploadCall<Takes extends Upload = Upload> {
  readonly contentType: Takes["contentTypes"][number];
  readonly bytes: Uint8Array<ArrayBuffer> | Blob;
}

type Given<Name extends string, Value> = undefined extends Value
  ? [Exclude<Value, undefined>] extends [never]
    ? { readonly [Key in Name]?: never }
    : { readonly [Key in Name]?: Value }
  : object extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** A successful status with its payload. */
export type AnswerOf<Row extends AnyRow> = {
  readonly [Status in keyof Row["responses"] & number]: {
    readonly status: Status;
    readonly data: Input<Row["responses"][Status], never>;
  };
}[keyof Row["responses"] & number];

/** The payload of any successful status. */
export type DataOf<Row extends AnyRow> = Input<Row["responses"][keyof Row["responses"] & number], never>;

/** All error codes of a row: its own and those of every request of its kind. */
export function errorCodesOf(row: Endpoint): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>();
  if (row.scope !== null) codes.add("UNAUTHENTICATED").add("ACCOUNT_DISABLED");
  if (row.scope !== null || row.session) codes.add("HOST_NOT_ALLOWED").add("ORIGIN_NOT_ALLOWED");
  if (row.scope !== null && row.scope !== "any") codes.add("INSUFFICIENT_SCOPE");
  if (row.params || row.query || row.headers || row.body || row.upload) codes.add("INVALID_REQUEST");
  if (row.body || row.upload) codes.add("REQUEST_TOO_LARGE");
  for (const code of row.errors) codes.add(code);
  if (row.scope !== null || row.session)
    codes.add("DATABASE_UNAVAILABLE").add("STORAGE_UNAVAILABLE").add("SERVICE_UNAVAILABLE");
  if (row.scope !== null && row.method !== "GET") codes.add("STORAGE_FULL");
  codes.add("RATE_LIMITED");
  codes.add("INTERNAL");
  return [...codes];
}
