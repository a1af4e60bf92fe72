// The scopes of API keys.

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

/** The authenticated caller of a request. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  /** The session of the request's cookie. Absent for a key. */
  readonly sessionId?: string;
  readonly scopes: ReadonlySet<Scope>;
}
