// What a key may do.

export const SCOPES = [
  "voices:read",
  "voices:write",
  "account:read",
  "account:write",
  "studio:read",
  "studio:write",
  "api_keys:read",
  "api_keys:write",
  "admin",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Who makes a request, once its key or session was found. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  /** The session whose cookie the request has; absent for a key. */
  readonly sessionId?: string;
  readonly scopes: ReadonlySet<Scope>;
}
