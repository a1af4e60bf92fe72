// Sessions of browsers: signing in with a key, the scopes and origins of the cookie, and the end of a session.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedServer } from "./server.ts";

const server = await sharedServer();
const origin = () => server.url;

const signIn = (key: string, headers: { readonly [name: string]: string } = {}) =>
  server.request("/session", { method: "POST", key: null, headers, body: JSON.stringify({ key }) });

/** The cookie as a browser sends it back. */
const cookieOf = (headers: Headers) => (headers.get("set-cookie") ?? "").split(";")[0] ?? "";

/** A request as a page of the studio makes it. */
const asPage = (cookie: string, path: string, init: RequestInit = {}) =>
  server.request(path, { ...init, key: null, headers: { cookie, origin: origin(), ...(init.headers as object) } });

async function newAccount(username: string) {
  const { raw_key } = await server.client.call("createAccount", {
    body: { username, display_name: username, plan: "free" },
  });
  return raw_key;
}

describe("signing in", () => {
  test("exchanges a key for a cookie that scripts cannot read; it says who is signed in and for how long", async () => {
    const answer = await signIn(server.key, { origin: origin() });
    assert.equal(answer.status, 201);
    const cookie = answer.headers.get("set-cookie") ?? "";
    assert.match(cookie, /^fullcast_session=fs_[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
    const { session } = answer.body.data;
    assert.equal(session.account.username, "owner");
    const life = Date.parse(session.expires_at) - Date.parse(session.created_at);
    assert.equal(life, LIMITS.session_days * 86_400_000);
    assert.ok(!JSON.stringify(answer.body).includes("fs_"));
    const read = await asPage(cookieOf(answer.headers), "/session");
    assert.equal(read.body.data.session.id, session.id);
    assert.equal(read.body.data.session.is_current, true);
    assert.equal((await asPage(cookieOf(answer.headers), "/me")).body.data.username, "owner");
  });

  test("with a bad key is 401, an empty or overlong one 400, and sets no cookie", async () => {
    for (const [key, status] of [
      ["fc_wrong", 401],
      ["", 400],
      ["x".repeat(LIMITS.raw_key_units), 401],
      ["x".repeat(LIMITS.raw_key_units + 1), 400],
    ] as const) {
      const answer = await signIn(key);
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get("set-cookie"), null);
    }
  });

  test("takes the name of a device, of up to LIMITS.session_name_units", async () => {
    const named = (name: string) =>
      server.request("/session", { method: "POST", key: null, body: JSON.stringify({ key: server.key, name }) });
    assert.equal((await named("Mara’s phone")).body.data.session.name, "Mara’s phone");
    assert.equal((await named("x".repeat(LIMITS.session_name_units))).status, 201);
    assert.equal((await named("x".repeat(LIMITS.session_name_units + 1))).status, 400);
  });

  test("from a page of another origin, or under another host, is 403", async () => {
    assert.equal((await signIn(server.key, { origin: "https://evil.example" })).body.error.code, "ORIGIN_NOT_ALLOWED");
    assert.equal((await signIn(server.key, { origin: "null" })).status, 403);
  });

  test("never passes a token for a key, nor a key for a token", async () => {
    const [, token = ""] = cookieOf((await signIn(server.key)).headers).split("=");
    assert.equal((await asPage(`fullcast_session=${token}`, "/me")).status, 200);
    assert.equal((await server.request("/me", { key: token })).status, 401);
    assert.equal((await signIn(token)).status, 401);
    assert.equal((await asPage(`fullcast_session=${server.key}`, "/me")).status, 401);
  });
});

describe("a request with the cookie", () => {
  test("that changes something needs the Origin of this server; reading needs none", async () => {
    const cookie = cookieOf((await signIn(server.key)).headers);
    const change = (headers: { readonly [name: string]: string }) =>
      server.request("/me/generation-preferences", {
        method: "PATCH",
        key: null,
        headers: { cookie, ...headers },
        body: JSON.stringify({ allow_fallbacks: true }),
      });
    assert.equal((await change({ origin: origin() })).status, 200);
    for (const other of ["https://evil.example", "null", origin().replace("http:", "https:"), `${origin()}1`]) {
      const answer = await change({ origin: other });
      assert.equal(answer.status, 403, other);
      assert.equal(answer.body.error.code, "ORIGIN_NOT_ALLOWED");
    }
    assert.equal((await change({})).status, 403);
    assert.equal((await server.request("/me", { key: null, headers: { cookie } })).status, 200);
    // A key beside the cookie means a program; a page of another site cannot send a key.
    assert.equal((await change({ authorization: `Bearer ${server.key}` })).status, 200);
  });

  test("has the scopes of its key and no more", async () => {
    const { raw_key } = await server.client.call("createApiKey", {
      body: { name: "reading", scopes: ["studio:read"], expires_in_days: null },
    });
    const cookie = cookieOf((await signIn(raw_key)).headers);
    assert.equal((await asPage(cookie, "/studio/projects")).status, 200);
    assert.equal((await asPage(cookie, "/me")).body.error.code, "INSUFFICIENT_SCOPE");
    assert.deepEqual((await asPage(cookie, "/session")).body.data.session.scopes, ["studio:read"]);
  });

  test("of another account sees only its own", async () => {
    const created = await server.client.call("createStandaloneSection", {
      body: {
        schema_version: 1,
        actor_session_id: crypto.randomUUID(),
        client_mutation_id: crypto.randomUUID(),
        title: "Mine",
        raw_text: "Mine.",
      },
    });
    const cookie = cookieOf((await signIn(await newAccount("neighbour"))).headers);
    assert.equal((await asPage(cookie, `/studio/sections/${created.section.id}/document`)).status, 404);
    assert.deepEqual((await asPage(cookie, "/studio/projects")).body.data.unassigned_sections, []);
  });
});

describe("a session ends", () => {
  test("at sign-out, which removes the cookie; signing out again changes nothing", async () => {
    const cookie = cookieOf((await signIn(server.key)).headers);
    const other = cookieOf((await signIn(server.key)).headers);
    const out = await asPage(cookie, "/session", { method: "DELETE" });
    assert.deepEqual([out.status, out.body.data], [200, { session: null }]);
    assert.match(
      out.headers.get("set-cookie") ?? "",
      /^fullcast_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    assert.equal((await asPage(cookie, "/me")).status, 401);
    assert.equal((await asPage(cookie, "/session")).body.data.session, null);
    assert.equal((await asPage(other, "/me")).status, 200, "another session goes on");
    assert.equal((await asPage(cookie, "/session", { method: "DELETE" })).status, 200);
    const foreign = await server.request("/session", { method: "DELETE", key: null, headers: { cookie: other } });
    assert.equal(foreign.status, 403, "no other page signs a person out");
  });

  test("with its key", async () => {
    const { raw_key, api_key } = await server.client.call("createApiKey", {
      body: { name: "short-lived", scopes: ["account:read"], expires_in_days: null },
    });
    const cookie = cookieOf((await signIn(raw_key)).headers);
    assert.equal((await asPage(cookie, "/me")).status, 200);
    await server.client.call("revokeApiKey", { params: { apiKeyId: api_key.id } });
    assert.equal((await asPage(cookie, "/me")).status, 401);
    assert.equal((await asPage(cookie, "/session")).body.data.session, null);
  });

  test("while its account is disabled", async () => {
    const key = await newAccount("sleeper");
    const { id } = await server.withKey(key).call("readProfile");
    const cookie = cookieOf((await signIn(key)).headers);
    await server.client.call("disableAccount", { params: { accountId: id } });
    assert.equal((await asPage(cookie, "/me")).body.error.code, "ACCOUNT_DISABLED");
    await refused(server.withKey(key).call("readProfile"), 403, "ACCOUNT_DISABLED");
  });

  test("not with the server: it is stored, as a hash", async () => {
    const cookie = cookieOf((await signIn(server.key)).headers);
    await server.restart();
    assert.equal((await asPage(cookie, "/me")).status, 200);
  });
});
