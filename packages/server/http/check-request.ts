// Checks the parts of a request against the schemas of its row. All faults are reported at once.

import { ApiError, type Endpoint, type Issue, readQueryValues } from "@fullcast/contract";
import type { z } from "zod";

const MOST_ISSUES = 20;
const LONGEST_MESSAGE = 300;

export interface RawRequest {
  readonly params: unknown;
  readonly query: { readonly [key: string]: unknown };
  readonly headers: { readonly [name: string]: unknown };
  readonly body: unknown;
}

export interface CheckedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

const NOTHING = Object.freeze({});

/** @throws ApiError INVALID_REQUEST with details.issues */
export function checkRequest(row: Endpoint, raw: RawRequest): CheckedRequest {
  const issues: Issue[] = [];
  const params = row.params ? check(row.params, raw.params, "path", issues) : NOTHING;
  const query = row.query ? check(row.query, readQueryValues(row.query, raw.query), "query", issues) : NOTHING;
  const headers = row.headers ? check(row.headers, raw.headers, "header", issues) : NOTHING;
  const body = row.body ? check(row.body, raw.body, undefined, issues) : undefined;
  if (issues.length > 0) throw new ApiError("INVALID_REQUEST", { issues: issues.slice(0, MOST_ISSUES) });
  return { params, query, headers, body };
}

function check(schema: z.ZodType, value: unknown, place: Issue["in"], issues: Issue[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) issues.push(toIssue(issue, place));
  return undefined;
}

// zod's messages name what was expected and never quote the value, but unknown keys are the client's own words.
function toIssue(issue: z.core.$ZodIssue, place: Issue["in"]): Issue {
  const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
  const message = issue.code === "unrecognized_keys" ? "is not a known key" : messageOf(issue);
  const issueOf = {
    path: path.map(String).join(".").slice(0, LONGEST_MESSAGE),
    message: message.slice(0, LONGEST_MESSAGE),
  };
  return place === undefined ? issueOf : { ...issueOf, in: place };
}

/** For a union without a discriminator, the first alternative's fault says more than "Invalid input". */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_union") return issue.errors[0]?.[0]?.message ?? issue.message;
  return issue.message;
}
