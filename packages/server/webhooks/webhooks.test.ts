import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { type TestContext, test } from "node:test";
import { selfSigned } from "../../../tests/api/self-signed.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { deliver, readWebhookUrl } from "./webhooks.ts";

const BODY = JSON.stringify({ event: "run.ended", data: { title: "Grüße" } });
const NOW = new Date("2026-11-24T04:00:00.900Z");
const settings = { allowPrivate: true, clock: () => NOW };
const to = (url: string) => ({ id: "d-1", url, secret: "whsec_test", body: BODY });

/** A receiver on loopback. Returns its port. */
async function receiver(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("a delivery carries its id, its body and a signature of time and body", async (t) => {
  const seen = Promise.withResolvers<{
    method: string | undefined;
    headers: NodeJS.Dict<string | string[]>;
    body: string;
  }>();
  const port = await receiver(t, async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    seen.resolve({ method: request.method, headers: request.headers, body: Buffer.concat(parts).toString() });
    answer.writeHead(204).end();
  });
  assert.deepEqual(await deliver(to(`http://127.0.0.1:${port}/hook?a=1`), settings), { delivered: true, status: 204 });
  const { method, headers, body } = await seen.promise;
  assert.equal(method, "POST");
  assert.equal(body, BODY);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["fullcast-delivery"], "d-1");
  const seconds = Date.parse("2026-11-24T04:00:00Z") / 1000;
  const expected = createHmac("sha256", "whsec_test").update(`${seconds}.${BODY}`).digest("hex");
  assert.equal(headers["fullcast-signature"], `t=${seconds},v1=${expected}`);
});

test("a redirect is not followed", async (t) => {
  const paths: (string | undefined)[] = [];
  const port = await receiver(t, (request, answer) => {
    paths.push(request.url);
    answer.writeHead(307, { location: "/other" }).end();
  });
  const result = await deliver(to(`http://127.0.0.1:${port}/hook`), settings);
  assert.deepEqual(result, { delivered: false, status: 307, reason: "STATUS" });
  assert.deepEqual(paths, ["/hook"]);
});

test("an answer 500 is a failure, and a later answer 200 is a delivery", async (t) => {
  const statuses = [500, 200];
  const port = await receiver(t, (_request, answer) => answer.writeHead(statuses.shift() ?? 418).end());
  const url = `http://127.0.0.1:${port}/`;
  assert.deepEqual(await deliver(to(url), settings), { delivered: false, status: 500, reason: "STATUS" });
  assert.deepEqual(await deliver(to(url), settings), { delivered: true, status: 200 });
});

test("a receiver that hangs ends with the time limit", async (t) => {
  const port = await receiver(t, () => {});
  const result = await deliver(to(`http://127.0.0.1:${port}/`), { ...settings, limitMs: 100 });
  assert.deepEqual(result, { delivered: false, status: null, reason: "TIMED_OUT" });
});

test("a name server that hangs ends with the time limit", async () => {
  const resolve = () => new Promise<string[]>(() => {});
  const result = await deliver(to("https://hooks.example.org/"), { ...settings, limitMs: 50, resolve });
  assert.deepEqual(result, { delivered: false, status: null, reason: "TIMED_OUT" });
});

test("an answer without an end is not read", async (t) => {
  const closed = Promise.withResolvers<void>();
  const port = await receiver(t, (_request, answer) => {
    answer.on("close", closed.resolve);
    answer.writeHead(200).write("x");
  });
  assert.deepEqual(await deliver(to(`http://127.0.0.1:${port}/`), settings), { delivered: true, status: 200 });
  await closed.promise;
});

test("headers beyond the limit are a failure", async (t) => {
  const port = await receiver(t, (_request, answer) => answer.writeHead(200, { long: "x".repeat(20_000) }).end());
  const result = await deliver(to(`http://127.0.0.1:${port}/`), settings);
  assert.deepEqual(result, { delivered: false, status: null, reason: "UNREACHABLE" });
});

test("a receiver that refuses is unreachable", async () => {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const result = await deliver(to(`http://127.0.0.1:${port}/`), settings);
  assert.deepEqual(result, { delivered: false, status: null, reason: "UNREACHABLE" });
});

test("a request goes to the checked address of a name that no other lookup finds; its certificate must be trusted", async (t) => {
  const names: string[] = [];
  let requests = 0;
  const { key, cert } = selfSigned();
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  const server = createTlsServer({ key, cert, SNICallback }, () => {
    requests += 1;
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // Names under .invalid never exist (RFC 6761).
  const result = await deliver(to(`https://hooks.invalid:${port}/`), {
    ...settings,
    resolve: async () => ["127.0.0.1"],
  });
  assert.deepEqual(result, { delivered: false, status: null, reason: "UNREACHABLE" });
  assert.deepEqual(names, ["hooks.invalid"]);
  assert.equal(requests, 0);
});

test("a name is looked up once, and Host stays that of the URL", async (t) => {
  const hosts: (string | undefined)[] = [];
  const port = await receiver(t, (request, answer) => {
    hosts.push(request.headers.host);
    answer.end();
  });
  let asked = 0;
  // The second answer would lead elsewhere.
  const resolve = async () => (asked++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"]);
  assert.deepEqual(await deliver(to(`http://localhost:${port}/`), { ...settings, resolve }), {
    delivered: true,
    status: 200,
  });
  assert.equal(asked, 1);
  assert.deepEqual(hosts, [`localhost:${port}`]);
});

test("a name with a private address is refused before anything connects", async (t) => {
  let connections = 0;
  const server = createTcpServer(() => {
    connections += 1;
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const addresses of [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::ffff:127.0.0.1"]]) {
    const result = await deliver(to(`https://hooks.example.org:${port}/`), {
      ...settings,
      allowPrivate: false,
      resolve: async () => addresses,
    });
    assert.deepEqual(result, { delivered: false, status: null, reason: "ADDRESS_REFUSED" });
  }
  assert.equal(connections, 0);
});

test("http to a name that does not lead to loopback is refused", async () => {
  const result = await deliver(to("http://localhost/"), { ...settings, resolve: async () => ["1.1.1.1"] });
  assert.deepEqual(result, { delivered: false, status: null, reason: "ADDRESS_REFUSED" });
});

test("an unknown name is a failure", async () => {
  const resolve = () => Promise.reject(new Error("not found"));
  const result = await deliver(to("https://hooks.example.org/"), { ...settings, resolve });
  assert.deepEqual(result, { delivered: false, status: null, reason: "NAME_UNKNOWN" });
});

test("private, loopback, link-local, mapped and reserved addresses are not public", () => {
  const refused = [
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.31.255.255", "192.168.0.1"],
    ...["198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:8.8.8.8", "::ffff:7f00:1", "64:ff9b::1"],
    ...["fc00::1", "fe80::1", "fe80::1%eth0", "ff02::1", "2001:db8::1", "2002:7f00:1::", "2001::1", "text", ""],
  ];
  for (const address of refused) assert.equal(isPublicAddress(address), false, address);
  for (const address of ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450::1"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
  assert.equal(isLoopbackAddress("127.9.9.9"), true);
  assert.equal(isLoopbackAddress("::ffff:127.0.0.1"), false);
});

test("a URL is https, or http on loopback where that is allowed", () => {
  const both = (text: string) => [true, false].map((allowPrivate) => readWebhookUrl(text, allowPrivate) !== null);
  assert.deepEqual(both("https://hooks.example.org/x?y=1"), [true, true]);
  for (const text of [
    "http://localhost:8080/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://[::1]/",
    "https://10.0.0.1/",
  ]) {
    assert.deepEqual(both(text), [true, false], text);
  }
  const never = [
    "http://example.org/",
    "http://localhost.example.org/",
    "ftp://localhost/",
    "https://u:p@example.org/",
  ];
  for (const text of [
    ...never,
    "https://example.org/#a",
    "file:///etc/passwd",
    "text",
    `https://a.org/${"x".repeat(3000)}`,
  ]) {
    assert.deepEqual(both(text), [false, false], text.slice(0, 40));
  }
});

test("an attempt that the caller ends rejects with the caller's reason and is no failure of the receiver", async (t) => {
  const stop = new AbortController();
  const reason = new Error("the server stops");
  const port = await receiver(t, () => stop.abort(reason));
  await assert.rejects(deliver(to(`http://127.0.0.1:${port}/`), { ...settings, signal: stop.signal }), reason);
  const lookingUp = new AbortController();
  const resolve = () => {
    lookingUp.abort(reason);
    return new Promise<string[]>(() => {});
  };
  await assert.rejects(
    deliver(to("https://hooks.invalid/"), { ...settings, resolve, signal: lookingUp.signal }),
    reason,
  );
});
