import { type CallResult, ClientError, type EndpointId } from "@fullcast/contract/client";

export type { Client } from "@fullcast/contract/client";

/** The answer of an endpoint. */
export type Answer<Id extends EndpointId> = CallResult<Id>;

/** Whether an error is the server's refusal with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is ClientError {
  return error instanceof ClientError && codes.includes(error.code);
}
