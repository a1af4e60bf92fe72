// Sessions of browsers: a cookie in place of a key.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { text, trimmedText, uuid } from "../schemas/primitives.ts";
import { pairing, session, signedIn } from "../schemas/sessions.ts";
import { endpoint } from "./endpoint.ts";

const exampleSession = {
  id: "0f6f9a52-7a3f-4f0e-8d39-0f8a54c7c1de",
  kind: "browser" as const,
  name: "Firefox on Linux",
  created_at: "2026-11-23T15:00:00.000Z",
  expires_at: "2026-12-23T15:00:00.000Z",
  last_used_at: null,
  is_current: true,
  api_key_id: "5e0c7b1a-2f64-4b0d-9a55-7c3d1e8f6a42",
  scopes: ["studio:read" as const, "studio:write" as const],
  account: {
    id: "3c7d1f52-8a55-4f55-9c37-2f8a4c1b9e10",
    username: "mara",
    display_name: "Mara",
    avatar_url: null,
    email: null,
    plan: "creator" as const,
    created_at: "2026-11-21T04:00:00.000Z",
  },
};

const { api_key_id: _key, scopes: _scopes, account: _account, ...listedSession } = exampleSession;

const COOKIE_RULES =
  "A request with the cookie needs a `Host` of this server, and for every method but GET and HEAD an `Origin` of this server.";

export const sessionEndpoints = {
  openSession: endpoint({
    method: "POST",
    path: "/session",
    scope: null,
    session: true,
    tag: "Account",
    summary: "Sign in: exchange a key for a session cookie",
    description: `Sets the cookie \`fullcast_session\`, which scripts of the page cannot read. The session holds the scopes of the key. It ends at sign-out, with its key, and after thirty days. ${COOKIE_RULES}`,
    body: mutationBody({
      key: text({ min: 1, max: LIMITS.raw_key_units }).meta({ description: "A raw key of the account." }),
      name: trimmedText({ min: 1, max: LIMITS.session_name_units })
        .optional()
        .meta({ description: "The device, as people recognise it in the list of sessions." }),
    }),
    responses: { 201: z.strictObject({ session: signedIn }) },
    errors: ["UNAUTHENTICATED", "ACCOUNT_DISABLED"],
    examples: {
      body: { key: "fc_shown-once", name: "Firefox on Linux" },
      responses: { 201: { session: exampleSession } },
    },
  }),
  readSession: endpoint({
    method: "GET",
    path: "/session",
    scope: null,
    session: true,
    tag: "Account",
    summary: "Who is signed in",
    description: "The session of the request's cookie. Null: not signed in, or the session has ended.",
    responses: { 200: z.strictObject({ session: signedIn.nullable() }) },
    errors: ["ACCOUNT_DISABLED"],
    examples: { responses: { 200: { session: exampleSession } } },
  }),
  listSessions: endpoint({
    method: "GET",
    path: "/sessions",
    scope: "api_keys:read",
    tag: "Account",
    summary: "The browsers and devices that are signed in",
    description: "Newest first, at most 200. Sessions that have ended are not listed.",
    responses: { 200: z.strictObject({ sessions: z.array(session).meta({ description: "Newest first." }) }) },
    errors: [],
    examples: { responses: { 200: { sessions: [listedSession] } } },
  }),
  revokeSession: endpoint({
    method: "DELETE",
    path: "/sessions/{sessionId}",
    scope: "api_keys:write",
    tag: "Account",
    summary: "Sign a browser or device out",
    description: "Ends the session at once. Its key and other sessions stay.",
    params: z.strictObject({ sessionId: uuid }),
    responses: { 200: z.strictObject({ session }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { session: listedSession } } },
  }),
  createPairing: endpoint({
    method: "POST",
    path: "/pairings",
    scope: "api_keys:write",
    tag: "Account",
    summary: "Create a code that signs another device in",
    description: `The code opens one session and is valid for ${LIMITS.pairing_minutes} minutes. \`urls\` are for a QR code: the address of the studio with the code in its fragment, which browsers never send. \`is_reachable\` is false if the server listens on this machine only; start it with \`FULLCAST_HOST=0.0.0.0\` to change that. A working device may do what its key allows, except administration, keys, and pairing. A listening device reads and plays.`,
    body: mutationBody({ kind: z.enum(["working", "listening"]).meta({ description: "What the device may do." }) }),
    responses: { 201: z.strictObject({ pairing: pairing.meta({ description: "The code." }) }) },
    errors: [],
    examples: {
      body: { kind: "listening" },
      responses: {
        201: {
          pairing: {
            id: "6a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
            kind: "listening" as const,
            code: "7KQ2-M9XA-04TB",
            urls: ["http://192.168.1.20:7411/#pair=7KQ2-M9XA-04TB"],
            is_reachable: true,
            expires_at: "2026-11-24T15:10:00.000Z",
          },
        },
      },
    },
  }),
  cancelPairing: endpoint({
    method: "DELETE",
    path: "/pairings/{pairingId}",
    scope: "api_keys:write",
    tag: "Account",
    summary: "Revoke an unused code",
    description: "404 if the code was used or has expired.",
    params: z.strictObject({ pairingId: uuid }),
    responses: { 200: z.strictObject({ pairing: z.null().meta({ description: "The code is revoked." }) }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { pairing: null } } },
  }),
  redeemPairing: endpoint({
    method: "POST",
    path: "/session/pair",
    scope: null,
    session: true,
    tag: "Account",
    summary: "Sign in with a code from another device",
    description: `Sets the cookie \`fullcast_session\`, as signing in with a key does. Case, spaces and hyphens in the code do not matter. An unknown, used or expired code is 401. ${COOKIE_RULES}`,
    body: mutationBody({
      code: text({ min: 1, max: 64 }).meta({ description: "The code that the other device shows." }),
      name: trimmedText({ min: 1, max: LIMITS.session_name_units })
        .optional()
        .meta({ description: "The device, as people recognise it in the list of sessions." }),
    }),
    responses: { 201: z.strictObject({ session: signedIn }) },
    errors: ["UNAUTHENTICATED", "ACCOUNT_DISABLED"],
    examples: {
      body: { code: "7KQ2-M9XA-04TB", name: "Phone" },
      responses: { 201: { session: { ...exampleSession, kind: "listening" as const, name: "Phone" } } },
    },
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/session",
    scope: null,
    session: true,
    tag: "Account",
    summary: "Sign out: end the session of the cookie",
    description: "Removes the cookie. Without a session nothing changes.",
    responses: { 200: z.strictObject({ session: z.null() }) },
    errors: [],
    examples: { responses: { 200: { session: null } } },
  }),
};
