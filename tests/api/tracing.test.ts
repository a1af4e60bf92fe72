// Traces: a request, its jobs, their steps and the calls of engines are one trace at a stand-in collector.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { askService } from "../../packages/server/engines/brought/ask-service.ts";
import { startTracing, traced, wantsTraces } from "../../packages/server/tracing.ts";
import { deliver } from "../../packages/server/webhooks/deliver.ts";
import { poll, startTestServer } from "./server.ts";
import { createStory, finished, mutation } from "./story.ts";

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly [type: string]: unknown } }[];
}

const bodies: string[] = [];
const spans: SentSpan[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    assert.equal(request.url, "/v1/traces");
    const body = Buffer.concat(chunks).toString("utf8");
    bodies.push(body);
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader("content-type", "application/json").end("{}");
  });
});
collector.listen(0, "127.0.0.1");
await once(collector, "listening");
after(() => collector.close());
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
process.env.OTEL_BSP_SCHEDULE_DELAY = "200";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const SECRET = "The lighthouse keeper counted the ships.";

const attributeOf = (span: SentSpan, key: string) =>
  Object.values(span.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

/** A call of an engine and what it belongs to, as far as it is known. */
function pathOfEngine(known: readonly SentSpan[]): SentSpan[] {
  const byId = new Map(known.map((span) => [span.spanId, span]));
  const path: SentSpan[] = [];
  const engine = known.find(({ name }) => name.startsWith("engine "));
  for (let span = engine; span !== undefined; span = byId.get(span.parentSpanId ?? "")) path.push(span);
  return path;
}

test("a request, its jobs, their steps and the calls of engines are one trace; no text and no key is sent", async () => {
  await using server = await startTestServer();
  const { projectId, sectionId } = await createStory(server.client, `"Good evening," said Mara. ${SECRET}`);
  const answer = await server.request(`/studio/projects/${projectId}/workflows`, {
    method: "POST",
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
    body: JSON.stringify({
      schema_version: 2,
      ...mutation(),
      workflow_kind: "create_audio",
      section_ids: [sectionId],
    }),
  });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  const runId: string = answer.body.data.run.id;
  assert.equal((await finished(server.client, runId)).run.status, "completed");
  // Spans arrive in batches, each when it has ended.
  const path = await poll(
    async () => pathOfEngine(spans.filter(({ traceId }) => traceId === TRACE)),
    (found) => found.at(-1)?.parentSpanId === CALLER,
  );
  const names = path.map(({ name }) => name);
  assert.equal(names[1], "step generate_stale_audio");
  assert.equal(names[2], "job workflow");
  assert.equal(names.at(-1), "POST /v1/studio/projects/{projectId}/workflows");
  assert.ok((attributeOf(path[0]!, "fullcast.characters") as number) > 0);
  assert.deepEqual([attributeOf(path[1]!, "fullcast.run_id"), attributeOf(path[2]!, "fullcast.key")], [runId, runId]);
  assert.equal(attributeOf(path.at(-1)!, "fullcast.request_id"), answer.headers.get("x-request-id"));
  for (const hidden of [SECRET, "lighthouse", server.key]) {
    assert.ok(!bodies.some((body) => body.includes(hidden)), hidden);
  }
});

test("an error is sent as its name and place, not with its message", async () => {
  await using tracing = await startTracing(process.env);
  assert.ok(tracing);
  const failing = traced(
    "failing",
    () => ({}),
    async () => {
      throw new TypeError(SECRET);
    },
  );
  await assert.rejects(failing, TypeError);
  const span = await poll(
    async () => spans.find(({ name }) => name === "failing") ?? null,
    (found) => found !== null,
  );
  assert.equal(attributeOf(span!, "error.type"), "TypeError");
  assert.match(String(attributeOf(span!, "error.place")), /^tracing\.test\.ts:\d+$/);
  assert.ok(!bodies.some((body) => body.includes(SECRET)));
});

test("a speech service and the receiver of a webhook get the trace of the request", async () => {
  await using tracing = await startTracing(process.env);
  assert.ok(tracing);
  const heard: (string | undefined)[] = [];
  const receiver = createServer(({ headers }, response) => {
    heard.push(headers.traceparent as string | undefined);
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const send = async () => {
    await askService("A service", { method: "GET", url, headers: {}, mostBytes: 100 }, undefined);
    const delivery = { id: "one", url, secret: "secret", body: "{}" };
    assert.ok((await deliver(delivery, { allowPrivate: true, clock: () => new Date() })).delivered);
  };
  try {
    await traced("sending", () => ({}), send, `00-${TRACE}-${CALLER}-01`);
    await send();
  } finally {
    receiver.close();
  }
  const [asked, delivered, ...outside] = heard;
  for (const header of [asked, delivered]) assert.match(header ?? "", new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  assert.deepEqual(outside, [undefined, undefined]);
});

test("traces are off without an address, with the exporter none, and when the standard variable disables them", () => {
  const at = "http://127.0.0.1:4318";
  assert.equal(wantsTraces({}), false);
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: "" }), false);
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: at }), true);
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${at}/v1/traces` }), true);
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: at, OTEL_SDK_DISABLED: "true" }), false);
  assert.equal(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: at, OTEL_TRACES_EXPORTER: "none" }), false);
});
