// Signing another device in with a code, and the list of sessions.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const pair = async (kind: "working" | "listening") => (await client.call("createPairing", { body: { kind } })).pairing;
const redeem = (code: string, more: object = {}) =>
  server.request("/session/pair", {
    method: "POST",
    key: null,
    headers: { origin: server.url },
    body: JSON.stringify({ code, ...more }),
  });
const cookieOf = (headers: Headers) => (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const as = (cookie: string, path: string, method = "GET", body?: object) =>
  server.request(path, {
    method,
    key: null,
    headers: { cookie, origin: server.url },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe("a pairing code", () => {
  test("opens one session, typed in any way, within LIMITS.pairing_minutes", async () => {
    const made = await pair("working");
    assert.match(made.code, /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    assert.deepEqual(
      made.urls.map((url) => new URL(url).hash),
      made.urls.map(() => `#pair=${made.code}`),
    );
    const minutes = (Date.parse(made.expires_at) - Date.now()) / 60_000;
    assert.ok(minutes > LIMITS.pairing_minutes - 1 && minutes <= LIMITS.pairing_minutes);
    const opened = await redeem(made.code.toLowerCase().replaceAll("-", " "), { name: "Phone" });
    assert.equal(opened.status, 201);
    assert.deepEqual([opened.body.data.session.kind, opened.body.data.session.name], ["working", "Phone"]);
    const again = await redeem(made.code);
    assert.deepEqual(
      [again.status, again.body.error.code, again.headers.get("set-cookie")],
      [401, "UNAUTHENTICATED", null],
    );
    assert.equal((await redeem("0000-0000-0000")).status, 401);
    assert.equal((await redeem("")).status, 400);
  });

  test("is redeemed once, also by two devices at the same moment", async () => {
    const { code } = await pair("listening");
    const statuses = (await Promise.all([redeem(code), redeem(code), redeem(code)])).map((one) => one.status);
    assert.deepEqual(statuses.sort(), [201, 401, 401]);
  });

  test("ends when it is cancelled, and when LIMITS.pairing_codes newer ones are made", async () => {
    const { id, code } = await pair("working");
    await client.call("cancelPairing", { params: { pairingId: id } });
    await refused(client.call("cancelPairing", { params: { pairingId: id } }), 404, "NOT_FOUND");
    assert.equal((await redeem(code)).status, 401);
    const first = await pair("working");
    for (let count = 0; count < LIMITS.pairing_codes; count += 1) await pair("working");
    assert.equal((await redeem(first.code)).status, 401);
  });

  test("from a page of another origin, or under another host, is 403 and stays", async () => {
    const { code } = await pair("working");
    const elsewhere = await server.request("/session/pair", {
      method: "POST",
      key: null,
      headers: { origin: "https://evil.example" },
      body: JSON.stringify({ code }),
    });
    assert.equal(elsewhere.body.error.code, "ORIGIN_NOT_ALLOWED");
    assert.equal((await redeem(code)).status, 201);
  });
});

describe("a paired device", () => {
  test("for listening can read, play and store its place, and change nothing", async () => {
    const { projectId, sectionId } = await createStory(client);
    const cookie = cookieOf((await redeem((await pair("listening")).code)).headers);
    assert.equal((await as(cookie, `/studio/sections/${sectionId}/document`)).status, 200);
    const place = { section_id: null, block_id: null, offset_ms: 0, bookmarks: [] };
    assert.equal((await as(cookie, `/me/listening/${projectId}`, "PUT", place)).status, 200);
    const preview = await as(cookie, `/studio/sections/${sectionId}/previews`, "POST", { from_block_id: null });
    assert.deepEqual([preview.status, preview.body.error?.details], [403, { required_scope: "studio:write" }]);
    const change = await as(cookie, `/studio/projects/${projectId}`, "PATCH", { schema_version: 1, name: "Mine" });
    assert.equal(change.body.error.code, "INSUFFICIENT_SCOPE");
  });

  test("for working can edit, but can neither pair devices nor list or create keys", async () => {
    const cookie = cookieOf((await redeem((await pair("working")).code)).headers);
    const made = await as(cookie, "/projects", "POST", {
      schema_version: 1,
      client_mutation_id: crypto.randomUUID(),
      name: "From the phone",
    });
    assert.equal(made.status, 201);
    for (const [method, path] of [
      ["POST", "/pairings"],
      ["GET", "/api-keys"],
      ["GET", "/sessions"],
    ] as const) {
      const refusal = await as(cookie, path, method, method === "POST" ? { kind: "working" } : undefined);
      assert.equal(refusal.body.error.code, "INSUFFICIENT_SCOPE", path);
    }
    assert.equal((await as(cookie, "/admin/accounts")).status, 403);
  });

  test("is listed among the sessions, up to LIMITS.session_list, and signed out at once", async () => {
    const opened = await redeem((await pair("listening")).code, { name: "Kitchen" });
    const cookie = cookieOf(opened.headers);
    const { sessions } = await client.call("listSessions");
    assert.ok(sessions.length <= LIMITS.session_list);
    const [listed] = sessions;
    assert.deepEqual(
      [listed?.id, listed?.name, listed?.kind, listed?.is_current],
      [opened.body.data.session.id, "Kitchen", "listening", false],
    );
    assert.equal((await as(cookie, "/me")).status, 200);
    const sessionId = listed?.id ?? "";
    assert.equal((await client.call("revokeSession", { params: { sessionId } })).session.id, sessionId);
    assert.equal((await as(cookie, "/me")).status, 401);
    await refused(client.call("revokeSession", { params: { sessionId } }), 404, "NOT_FOUND");
  });
});

test("a browser under an unknown host sees a page that states what to do; a program gets the envelope", async () => {
  const { request } = await import("node:http");
  const ask = (path: string, accept: string) =>
    new Promise<{ status: number | undefined; type: string | undefined; text: string }>((resolve, reject) => {
      request(`${server.url}${path}`, { headers: { host: "evil.example", accept } }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (text += part));
        response.on("end", () =>
          resolve({ status: response.statusCode, type: response.headers["content-type"], text }),
        );
      })
        .on("error", reject)
        .end();
    });
  const page = await ask("/stories", "text/html,*/*");
  assert.deepEqual([page.status, page.type], [403, "text/html; charset=utf-8"]);
  assert.match(page.text, /FULLCAST_PUBLIC_URL/);
  assert.ok(!page.text.includes("evil.example"));
  const data = await ask("/v1/session", "text/html");
  assert.equal(JSON.parse(data.text).error.code, "HOST_NOT_ALLOWED");
});
