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

/** Who stands behind a request, once its key was found. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: ReadonlySet<Scope>;
}
