// Tests that need real connections: unfinished bodies, clients that disconnect, the stop.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "@fullcast/contract";
import { bearer, FULL_KEY, READING_KEY, readHealth, refusal, smallServer } from "./small-server.ts";

async function listening(server: ReturnType<typeof smallServer>, use: (port: number, url: string) => Promise<void>) {
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  try {
    await use(Number(new URL(url).port), url);
  } finally {
    await server.app.close();
  }
}

test("a body over 8 MiB is 401 without a key and 400 with one, and the client sees the answer while it is sending", async () => {
  const payload = `{"title":"${"a".repeat(9 * 1024 * 1024)}"}`;
  const send = async (url: string, headers: { [name: string]: string }, chunked: boolean) => {
    const body = chunked ? new Blob([payload]).stream() : payload;
    const response = await fetch(`${url}/v1/studio/sections`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      duplex: "half",
    });
    return { status: response.status, ...refusal({ body: await response.text() }) };
  };
  await listening(smallServer({}), async (_port, url) => {
    for (const chunked of [false, true]) {
      assert.equal((await send(url, {}, chunked)).code, "UNAUTHENTICATED");
      const refused = await send(url, bearer(FULL_KEY), chunked);
      assert.deepEqual(
        [refused.status, refused.code, refused.details.limit_bytes],
        [400, "REQUEST_TOO_LARGE", 8_388_608],
      );
    }
  });
});

test("the signal aborts when the client goes away, and not when it was answered", async () => {
  const gone = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const server = smallServer({
    readProfile: async ({ signal }) => {
      signal.addEventListener("abort", () => gone.resolve());
      started.resolve();
      await gone.promise;
      throw new ApiError("INTERNAL");
    },
    readHealth: async (context) => {
      signals.push(context.signal);
      return readHealth(context);
    },
  });
  await listening(server, async (_port, url) => {
    await (await fetch(`${url}/v1/health`)).text();
    const leaving = new AbortController();
    const request = fetch(`${url}/v1/me`, { headers: bearer(FULL_KEY), signal: leaving.signal }).catch(() => {});
    await started.promise;
    leaving.abort();
    await request;
    await gone.promise;
    assert.deepEqual(
      signals.map((signal) => signal.aborted),
      [false],
    );
  });
});

test("a handler that ends because its client went away is not logged as an error", async () => {
  for (const wait of [
    async (signal: AbortSignal) => {
      await once(signal, "abort");
      signal.throwIfAborted();
    },
    (signal: AbortSignal) => pause(60_000, undefined, { signal }),
  ]) {
    const started = Promise.withResolvers<void>();
    const server = smallServer({
      readProfile: async ({ signal }) => {
        started.resolve();
        await wait(signal);
        throw new ApiError("INTERNAL");
      },
    });
    await listening(server, async (_port, url) => {
      const leaving = new AbortController();
      const request = fetch(`${url}/v1/me`, { headers: bearer(FULL_KEY), signal: leaving.signal }).catch(() => {});
      await started.promise;
      leaving.abort();
      await request;
      const isLogged = () => server.logged.some((line) => /the client left|request failed/.test(line));
      for (const end = performance.now() + 10_000; !isLogged() && performance.now() < end; ) await pause(10);
    });
    assert.match(server.logged.join("\n"), /the client left/);
    assert.doesNotMatch(server.logged.join("\n"), /request failed/);
  }
});

for (const [what, sent] of [
  ["what is not HTTP", "GARBAGE\r\n\r\n"],
  [
    "a path that is none, and expectations",
    "GET /v1/%zz HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n",
  ],
  ["a request without Host", "GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n"],
] as const) {
  test(`${what} is answered with an enveloped 400`, async () => {
    await listening(smallServer({}), async (port) => {
      const socket = connect(port, "127.0.0.1");
      socket.end(sent);
      let answer = "";
      socket.setEncoding("utf8").on("data", (text) => {
        answer += text;
      });
      await once(socket, "close");
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /\r\nx-request-id: req_/i);
      assert.equal(refusal({ body: answer.slice(answer.indexOf("\r\n\r\n") + 4) }).code, "INVALID_REQUEST");
    });
  });
}

test("a connection without a request does not hold up the stop", async () => {
  const server = smallServer({ readHealth });
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  await (await fetch(`${url}/v1/health`)).text();
  const closed = once(socket, "close");
  socket.on("error", () => {});
  const before = performance.now();
  await server.app.close();
  await closed;
  assert.ok(performance.now() - before < 1_000);
});

test("what is being answered when the stop begins is answered", async () => {
  const started = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const server = smallServer({
    readHealth: async (context) => {
      started.resolve();
      await go.promise;
      return readHealth(context);
    },
  });
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  const response = fetch(`${url}/v1/health`);
  await started.promise;
  const closed = server.app.close();
  go.resolve();
  assert.equal((await response).status, 200);
  await (await response).text();
  await closed;
});

/** Sends the head of a request and a part of its body; resolves with the status line of the answer. */
function unfinished(port: number, key: string, announced: number, part: Buffer) {
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const answered = new Promise<string>((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("\r\n")) resolve(text.slice(0, text.indexOf("\r\n")));
    });
    socket.on("error", reject);
  });
  const head = `POST /v1/studio/sections HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`;
  socket.write(head);
  socket.write(part);
  return { socket, answered, closed };
}

test("unfinished bodies of one key may hold so many bytes and no more; another key is not concerned", async () => {
  const bodies = { mostBytesUnderWay: 200_000 };
  await listening(smallServer({}, { bodies }), async (port) => {
    const sent = Array.from({ length: 4 }, () => unfinished(port, FULL_KEY, 100_000, Buffer.alloc(60_000, " ")));
    const first = await Promise.race(sent.map(({ answered }) => answered));
    assert.equal(first, "HTTP/1.1 429 Too Many Requests");
    const other = unfinished(port, READING_KEY, 2, Buffer.from("{}"));
    assert.equal(await other.answered, "HTTP/1.1 403 Forbidden");
    for (const { socket } of [...sent, other]) socket.destroy();
  });
});

test("a body that falls silent, or drips, is refused with 400 and its connection ends", async () => {
  await listening(smallServer({}, { bodies: { longestSilenceMs: 200 } }), async (port) => {
    const silent = unfinished(port, FULL_KEY, 100, Buffer.from("{"));
    const drips = unfinished(port, FULL_KEY, 1_000_000, Buffer.from("{"));
    const timer = setInterval(() => drips.socket.write(" "), 50);
    try {
      assert.equal(await silent.answered, "HTTP/1.1 400 Bad Request");
      // A client that still sends when its connection ends may lose the answer to the reset that follows.
      const answer = await drips.answered.catch((error: NodeJS.ErrnoException) => error.code);
      assert.ok(answer === "HTTP/1.1 400 Bad Request" || answer === "ECONNRESET" || answer === "EPIPE", answer);
      await Promise.all([silent.closed, drips.closed]);
    } finally {
      clearInterval(timer);
      for (const { socket } of [silent, drips]) socket.destroy();
    }
  });
});
