import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ApiError, type Caller } from "@fullcast/contract";
import type { HttpOptions } from "./create-http.ts";
import { bearer, FULL_KEY, readHealth, refusal, smallServer } from "./small-server.ts";

const caller: Caller = {
  accountId: randomUUID(),
  keyId: randomUUID(),
  sessionId: "s",
  scopes: new Set(["account:read"]),
};
const ID = randomUUID();
const cookie = "fullcast_session=fs_known";

const served = (options: Partial<HttpOptions> = {}) =>
  smallServer(
    {
      readHealth,
      openSession: async () => {
        throw new ApiError("UNAUTHENTICATED");
      },
      readGenerationPreferences: async () => ({
        status: 200,
        data: { allow_fallbacks: true, allow_paid_retries: false },
      }),
      readSession: async () => ({ status: 200, data: { session: null } }),
    },
    { ofSession: async (token) => (token === "fs_known" ? caller : null), ...options },
  );

test("the Host of a cookie request must be this server's; keys, signed URLs and health go under any name", async () => {
  const { app } = served({ ownAddresses: () => ({ publicUrl: "https://cast.example", listened: ["192.0.2.7"] }) });
  const preferences = "/v1/me/generation-preferences";
  for (const host of ["localhost:7411", "127.0.0.1", "192.0.2.7:7411", "cast.example"])
    assert.equal((await app.inject({ url: preferences, headers: { host, cookie } })).statusCode, 200, host);
  for (const url of [preferences, "/v1/session"]) {
    const answer = await app.inject({ url, headers: { host: "rebound.example", cookie } });
    assert.deepEqual([answer.statusCode, refusal(answer).code], [403, "HOST_NOT_ALLOWED"]);
  }
  const signedUp = { method: "POST" as const, url: "/v1/session", payload: { key: "fc_a" } };
  assert.equal(
    refusal(await app.inject({ ...signedUp, headers: { host: "rebound.example" } })).code,
    "HOST_NOT_ALLOWED",
  );
  const host = "rebound.example";
  assert.equal((await app.inject({ url: preferences, headers: { host, ...bearer(FULL_KEY) } })).statusCode, 200);
  assert.equal((await app.inject({ url: "/v1/health", headers: { host, cookie } })).statusCode, 200);
  assert.equal((await app.inject({ url: "/v1/media/abc", headers: { host, cookie } })).statusCode, 404);
});

test("bad keys and unknown sessions of an address end in 429; a valid session of it is never refused because of them", async () => {
  const { app } = served({
    limits: { failedKeys: { perSecond: 1, burst: 2 }, perAddress: { perSecond: 1, burst: 3 } },
  });
  const bad = () => app.inject({ method: "POST", url: "/v1/session", payload: { key: "fc_wrong" } });
  const unknown = () => app.inject({ url: "/v1/me", headers: { cookie: "fullcast_session=fs_other" } });
  assert.deepEqual([(await bad()).statusCode, (await unknown()).statusCode], [401, 401]);
  assert.deepEqual([(await bad()).statusCode, (await unknown()).statusCode], [429, 429]);
  const known = await app.inject({ url: "/v1/me/generation-preferences", headers: { cookie } });
  assert.equal(known.statusCode, 200);
});

test("a key decides beside a cookie, a bad one too", async () => {
  const { app } = served();
  const url = `/v1/studio/workflows/${ID}`;
  assert.equal((await app.inject({ url, headers: { cookie } })).statusCode, 403);
  assert.equal((await app.inject({ url, headers: { cookie, ...bearer(FULL_KEY) } })).statusCode, 404);
  assert.equal(
    (await app.inject({ url: "/v1/me", headers: { cookie, authorization: "Bearer wrong" } })).statusCode,
    401,
  );
});
