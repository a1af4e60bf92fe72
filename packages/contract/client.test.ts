import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { ClientError, createClient } from "./contract.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | string[] | undefined;
  readonly encoding: string | string[] | undefined;
  readonly body: string;
}

async function answering(
  answer: { readonly status?: number; readonly body: string; readonly type?: string },
  use: (baseUrl: string, seen: Seen[]) => Promise<void>,
): Promise<void> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    seen.push({
      method,
      url,
      authorization: headers.authorization,
      idempotencyKey: headers["idempotency-key"],
      encoding: headers["accept-encoding"],
      body,
    });
    response.writeHead(answer.status ?? 200, {
      "content-type": answer.type ?? "application/json",
      "x-request-id": "req_1",
    });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const envelope = (data: unknown) => JSON.stringify({ data, request_id: "req_1" });

test("a call fills in path, query, headers, key and body, and returns the payload", async () => {
  await answering({ body: envelope({ allow_fallbacks: false, allow_paid_retries: false }) }, async (baseUrl, seen) => {
    const client = createClient({ baseUrl: `${baseUrl}/`, apiKey: "fc_key" });
    const preferences = await client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
    assert.equal(preferences.allow_fallbacks, false);
    await client.call("readPlaybackManifest", {
      params: { sectionId: ID },
      query: { document_version: 2, speaker_registry_version: 3 },
    });
    await client.call("createExport", {
      headers: { "idempotency-key": "once" },
      body: {
        schema_version: 1,
        section_id: ID,
        document_version: 1,
        speaker_registry_version: 1,
        mastering_version: 1,
        format: "mp3",
      },
    });
    await client.call("listVoices");
    await client.call("readHealth");
    assert.deepEqual(
      seen.map(({ method, url, authorization }) => [method, url, authorization]),
      [
        ["PATCH", "/v1/me/generation-preferences", "Bearer fc_key"],
        [
          "GET",
          `/v1/studio/sections/${ID}/playback-manifest?document_version=2&speaker_registry_version=3`,
          "Bearer fc_key",
        ],
        ["POST", "/v1/studio/exports", "Bearer fc_key"],
        ["GET", "/v1/voices", "Bearer fc_key"],
        ["GET", "/v1/health", undefined],
      ],
    );
    assert.equal(seen[0]?.body, '{"allow_fallbacks":false}');
    assert.equal(seen[2]?.idempotencyKey, "once");
  });
});

test("a refusal is thrown with everything that the server reported", async () => {
  const error = { code: "VERSION_CONFLICT", message: "Stale.", retryable: false, details: { field: "x", current: 2 } };
  await answering({ status: 409, body: JSON.stringify({ error, request_id: "req_9" }) }, async (baseUrl) => {
    await assert.rejects(createClient({ baseUrl, apiKey: "k" }).call("readProfile"), (thrown: ClientError) => {
      assert.ok(thrown instanceof ClientError);
      const { status, code, message, details, requestId, retryable } = thrown;
      assert.deepEqual(
        { status, code, message, details, requestId, retryable },
        {
          status: 409,
          code: "VERSION_CONFLICT",
          message: "Stale.",
          details: { field: "x", current: 2 },
          requestId: "req_9",
          retryable: false,
        },
      );
      return true;
    });
  });
});

for (const [what, answer] of [
  ["a proxy's page", { status: 502, body: "<h1>Bad gateway</h1>", type: "text/html" }],
  ["JSON without an envelope", { status: 200, body: "[]" }],
  ["half a document", { status: 200, body: '{"data":' }],
] as const) {
  test(`${what} is an UNREADABLE_ANSWER`, async () => {
    await answering(answer, async (baseUrl) => {
      await assert.rejects(createClient({ baseUrl }).call("readHealth"), {
        code: "UNREADABLE_ANSWER",
        status: answer.status,
        requestId: "req_1",
      });
    });
  });
}

test("no answer is NO_ANSWER, retryable; an aborted call rejects with the abort", async () => {
  const client = createClient({
    baseUrl: "http://x/v1",
    fetch: async () => Promise.reject(new TypeError("fetch failed")),
  });
  await assert.rejects(client.call("readHealth"), { code: "NO_ANSWER", status: 0, retryable: true });
  await assert.rejects(
    createClient({ baseUrl: "http://127.0.0.1:1/v1" }).call("readHealth", { signal: AbortSignal.abort() }),
    { name: "AbortError" },
  );
});

test("calls that the table does not know do not compile", () => {
  const client = createClient({ baseUrl: "http://x/v1", fetch: async () => new Response(envelope(null)) });
  const calls = [
    // @ts-expect-error: no such endpoint
    () => client.call("readEverything"),
    // @ts-expect-error: the path parameter is missing
    () => client.call("readWorkflow"),
    // @ts-expect-error: the parameter has another name
    () => client.call("readWorkflow", { params: { id: ID } }),
    // @ts-expect-error: the body is missing
    () => client.call("changeGenerationPreferences", {}),
    // @ts-expect-error: an unknown key in the body
    () => client.call("changeGenerationPreferences", { body: { allow_fallbacks: true, other: 1 } }),
    // @ts-expect-error: the header is missing
    () => client.call("createExport", { body: { schema_version: 1 } }),
    // @ts-expect-error: this endpoint takes no body
    () => client.call("readHealth", { body: {} }),
    // What has a default may be left out.
    () => client.call("listExports", { query: { format: "mp3" } }),
    () => client.call("cancelWorkflow", { params: { workflowRunId: ID } }),
  ];
  assert.equal(calls.length, 9);
});

test("path parameters cannot leave their place", async () => {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: "http://x/v1",
    fetch: async (url) => {
      urls.push(url);
      return new Response(envelope(null));
    },
  });
  await client.call("readWorkflow", { params: { workflowRunId: "a/../b?c=1#d" } });
  assert.deepEqual(urls, ["http://x/v1/studio/workflows/a%2F..%2Fb%3Fc%3D1%23d"]);
  await assert.rejects(client.call("readWorkflow", { params: { workflowRunId: ".." } }), TypeError);
});

test("a file comes as the response itself, a bare document without an envelope", async () => {
  await answering({ body: "bytes", type: "audio/mpeg" }, async (baseUrl) => {
    const response = await createClient({ baseUrl }).call("readSignedMedia", { params: { token: "t" } });
    assert.equal(await response.text(), "bytes");
  });
  await answering({ body: '{"openapi":"3.1.1"}' }, async (baseUrl) => {
    assert.equal((await createClient({ baseUrl }).call("readOpenApi")).openapi, "3.1.1");
  });
});

test("the client asks a server on the same machine for plain answers, any other for compressed ones", async () => {
  await answering({ body: envelope({ allow_fallbacks: false, allow_paid_retries: false }) }, async (baseUrl, seen) => {
    await createClient({ baseUrl, apiKey: "fc_key" }).call("readGenerationPreferences");
    const port = new URL(baseUrl).port;
    const elsewhere = createClient({
      baseUrl: "http://stories.example/v1",
      apiKey: "fc_key",
      fetch: (url, init) => fetch(url.replace("stories.example", `127.0.0.1:${port}`), init),
    });
    await elsewhere.call("readGenerationPreferences");
    assert.equal(seen[0]?.encoding, "identity");
    assert.match(String(seen[1]?.encoding), /gzip/);
  });
});
