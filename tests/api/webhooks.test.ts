// decisions.md, 12, "Webhooks". One request to one address: packages/server/webhooks/webhooks.test.ts.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { after, describe, test } from "node:test";
import { createLog } from "@fullcast/server";
import { refused, sharedServer } from "./server.ts";
import { complete, newSound, put, SHORT_WAV } from "./sound.ts";
import { createAudio, createStory, prepare, spokenStory, startExport } from "./story.ts";

let logged = "";
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
const server = await sharedServer({ FULLCAST_WEBHOOK_PRIVATE: "1" }, createLog("debug", stream));
const { client } = server;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
  readonly body: any;
}

/** A receiver on loopback that answers with `status()` and keeps what came. */
async function receiver(status: (received: Received) => number = () => 204) {
  const received: Received[] = [];
  let news = Promise.withResolvers<void>();
  const http = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const one = { headers: request.headers, text, body: JSON.parse(text) };
    answer.writeHead(status(one)).end("an answer that is not shown");
    received.push(one);
    news.resolve();
    news = Promise.withResolvers();
  }).listen(0, "127.0.0.1");
  after(() => {
    http.closeAllConnections();
    http.close();
  });
  await once(http, "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook?token=of-the-url`,
    received,
    /** Resolves when `count` requests came that `wanted` accepts. */
    async until(count: number, wanted: (one: Received) => boolean = () => true): Promise<Received[]> {
      for (;;) {
        const found = received.filter(wanted);
        if (found.length >= count) return found;
        await news.promise;
      }
    },
  };
}

const create = (url: string, events: readonly ("run.ended" | "export.ended" | "sound.ended" | "take.created")[]) =>
  client.call("createWebhook", { body: { url, events: [...events] } });
const deliveries = async (webhookId: string, query: { limit?: number; cursor?: string } = {}) =>
  client.call("listWebhookDeliveries", { params: { webhookId }, query });
/** The recorded deliveries, once `settled` of them no longer wait: a delivery is recorded after its answer. */
async function settledDeliveries(webhookId: string, settled: number) {
  for (;;) {
    const page = (await deliveries(webhookId, { limit: 100 })).deliveries;
    if (page.filter(({ state }) => state !== "waiting").length >= settled) return page;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("a webhook", () => {
  test("reports takes, the end of a run and of an export, in order and signed; its secret is shown once", async () => {
    const { url, until } = await receiver();
    const { webhook, secret } = await create(url, ["run.ended", "take.created", "export.ended"]);
    assert.match(secret, /^whsec_[\w-]{43}$/);
    const listed = await client.call("listWebhooks");
    assert.ok(!JSON.stringify(listed).includes(secret));
    assert.deepEqual(
      listed.webhooks.find(({ id }) => id === webhook.id),
      webhook,
    );

    const { projectId, sectionId, workflow } = await spokenStory(client);
    const ofRun = await until(1, ({ body }) => body.data.workflow_run_id === workflow.run.id);
    const queued = await startExport(client, { projectId, sectionId }, "wav");
    const [ofExport] = await until(1, ({ body }) => body.event === "export.ended");
    const all = await until(1);
    const takes = all.filter(({ body }) => body.event === "take.created");
    assert.ok(takes.length > 0);
    const runs = all.indexOf(ofRun[0] ?? assert.fail());
    assert.ok(
      takes.every((take) => all.indexOf(take) < runs),
      "takes come before the end of their run",
    );
    const shown = await client.call("listTakes", {
      params: { sectionId, blockId: takes[0]?.body.data.block_id },
    });
    assert.equal(shown.takes[0]?.id, takes[0]?.body.data.take_id);
    assert.deepEqual(ofRun[0]?.body.data, {
      workflow_run_id: workflow.run.id,
      workflow_kind: workflow.run.workflow_kind,
      status: "completed",
    });
    assert.equal(ofExport?.body.data.export_id, queued.id);
    assert.equal(ofExport?.body.data.status, "completed");
    for (const { headers, text, body } of all) {
      const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["fullcast-signature"])) ?? [];
      assert.equal(hex, createHmac("sha256", secret).update(`${seconds}.${text}`).digest("hex"));
      assert.ok(Math.abs(Number(seconds) * 1000 - Date.now()) < 600_000);
      assert.equal(headers["fullcast-delivery"], body.id);
      assert.equal(body.project_id, projectId);
    }
    await settledDeliveries(webhook.id, all.length);
    assert.ok(!logged.includes(secret) && !logged.includes("of-the-url"));
    await client.call("deleteWebhook", { params: { webhookId: webhook.id } });
  });

  test("a delivery that fails is tried again with the same id before a later one of its project", async () => {
    let refusals = 2;
    const { url, until, received } = await receiver(() => (refusals-- > 0 ? 500 : 200));
    const { webhook } = await create(url, ["run.ended"]);
    const { projectId, sectionId } = await createStory(client, "“Yes,” said Ann.");
    const run = async () => (await prepare(client, projectId, sectionId)).run.id;
    const ids = [await run(), await run()];
    await until(4);
    assert.deepEqual(
      received.map(({ body }) => body.data.workflow_run_id),
      [ids[0], ids[0], ids[0], ids[1]],
    );
    assert.equal(new Set(received.map(({ text }) => text)).size, 2);
    const page = await settledDeliveries(webhook.id, 2);
    assert.deepEqual(
      page.map(({ state, attempts, last_status, last_reason, next_attempt_at }) => [
        state,
        attempts,
        last_status,
        last_reason,
        next_attempt_at,
      ]),
      [
        ["delivered", 1, 200, null, null],
        ["delivered", 3, 200, null, null],
      ],
    );
    assert.ok(!JSON.stringify(page).includes("not shown"));
    const first = await deliveries(webhook.id, { limit: 1 });
    assert.deepEqual(first.deliveries, [page[0]]);
    const second = await deliveries(webhook.id, { limit: 1, cursor: first.next_cursor ?? "" });
    assert.deepEqual([second.deliveries, second.next_cursor], [[page[1]], null]);

    const delivery = page[1] ?? assert.fail();
    const params = { webhookId: webhook.id, deliveryId: delivery.id };
    const again = await client.call("redeliverWebhook", { params });
    assert.deepEqual([again.delivery.id, again.delivery.state, again.delivery.attempts], [delivery.id, "waiting", 0]);
    await until(5);
    assert.equal(received[4]?.text, received[0]?.text);
    await client.call("deleteWebhook", { params: { webhookId: webhook.id } });
    await refused(client.call("redeliverWebhook", { params }), 404, "NOT_FOUND");
  });

  test("a test arrives at once and signed, although an earlier delivery waits; two tests do not pile up", async () => {
    let isRefused = true;
    const { url, until } = await receiver(({ body }) => (body.event === "run.ended" || isRefused ? 500 : 204));
    const { webhook, secret } = await create(url, ["run.ended"]);
    const { projectId, sectionId } = await createStory(client, "“Go,” said Ann.");
    await prepare(client, projectId, sectionId);
    await until(1, ({ body }) => body.event === "run.ended");
    const params = { webhookId: webhook.id };
    const { delivery } = await client.call("testWebhook", { params });
    assert.deepEqual([delivery.event, delivery.project_id, delivery.state], ["webhook.test", null, "waiting"]);
    const [first] = await until(1, ({ body }) => body.event === "webhook.test");
    const [, seconds] = /^t=(\d+),/.exec(String(first?.headers["fullcast-signature"])) ?? [];
    const hex = createHmac("sha256", secret).update(`${seconds}.${first?.text}`).digest("hex");
    assert.equal(first?.headers["fullcast-signature"], `t=${seconds},v1=${hex}`);
    assert.deepEqual(first?.body.data, {});
    isRefused = false;
    const again = await client.call("testWebhook", { params });
    assert.equal(again.delivery.id, delivery.id);
    await settledDeliveries(webhook.id, 1);
    const tests = (await deliveries(webhook.id)).deliveries.filter(({ event }) => event === "webhook.test");
    assert.deepEqual(
      tests.map(({ state, last_status }) => [state, last_status]),
      [["delivered", 204]],
    );
    await client.call("deleteWebhook", { params });
    await refused(client.call("testWebhook", { params }), 404, "NOT_FOUND");
  });

  test("a receiver that refuses delays its own project only, and a restart forgets nothing", async () => {
    const { url, until, received } = await receiver(({ body }) => (body.project_id === dead.projectId ? 503 : 200));
    const { webhook } = await create(url, ["run.ended"]);
    const dead = await createStory(client, "“No,” said Bob.");
    const alive = await createStory(client, "“Yes,” said Ann.");
    const ofDead = await prepare(client, dead.projectId, dead.sectionId);
    await until(1);
    const ofAlive = await prepare(client, alive.projectId, alive.sectionId);
    await until(1, ({ body }) => body.data.workflow_run_id === ofAlive.run.id);
    await server.restart();
    const ofDeadRun = ({ body }: Received) => body.data.workflow_run_id === ofDead.run.id;
    await until(received.filter(ofDeadRun).length + 1, ofDeadRun);
    const { deliveries: page } = await server.client.call("listWebhookDeliveries", {
      params: { webhookId: webhook.id },
      query: {},
    });
    const waiting = page.find(({ state }) => state === "waiting") ?? assert.fail("the refused delivery waits");
    assert.deepEqual([waiting.last_status, waiting.last_reason], [503, "STATUS"]);
    assert.notEqual(waiting.next_attempt_at, null);
    await server.client.call("deleteWebhook", { params: { webhookId: webhook.id } });
  });

  test("reports the end of a sound, and events that it did not ask for do not come", async () => {
    const { url, until, received } = await receiver();
    const { webhook } = await server.client.call("createWebhook", { body: { url, events: ["sound.ended"] } });
    const { projectId, sectionId } = await createStory(server.client, "“Yes,” said Ann.");
    await createAudio(server.client, projectId, sectionId);
    const { sound, upload } = await newSound(server.client, SHORT_WAV);
    await put(upload, SHORT_WAV);
    await complete(server.client, sound.id, upload.id);
    const [{ body } = assert.fail()] = await until(1);
    assert.deepEqual(body.data, {
      sound_effect_id: sound.id,
      upload_id: upload.id,
      status: "ready",
      error_code: null,
    });
    assert.equal(body.project_id, null);
    assert.equal(received.length, 1);
    await server.client.call("deleteWebhook", { params: { webhookId: webhook.id } });
  });

  test("has bounds: addresses, events, LIMITS.webhooks, LIMITS.webhook_url_units and LIMITS.webhook_delivery_page", async () => {
    const { client: now } = server;
    const refuse = (body: { url: string; events: string[] }) =>
      refused(now.call("createWebhook", { body: body as never }), 400, "INVALID_REQUEST");
    for (const url of ["http://example.org/", "ftp://localhost/", "https://a:b@example.org/", "text", ""]) {
      await refuse({ url, events: ["run.ended"] });
    }
    await refuse({ url: `https://example.org/${"x".repeat(2048)}`, events: ["run.ended"] });
    for (const events of [[], ["run.begun"], ["run.ended", "run.ended"]]) {
      await refuse({ url: "https://example.org/", events });
    }
    const ids: string[] = [];
    for (let index = 0; index < 10; index++) {
      const { webhook } = await now.call("createWebhook", {
        body: { url: `https://hooks${index}.example.org/`, events: ["sound.ended"] },
      });
      ids.push(webhook.id);
    }
    await refuse({ url: "https://example.org/", events: ["run.ended"] });
    for (const limit of [0, 101]) {
      const params = { webhookId: ids[0] ?? "" };
      await refused(now.call("listWebhookDeliveries", { params, query: { limit } }), 400, "INVALID_REQUEST");
    }
    for (const webhookId of ids) await now.call("deleteWebhook", { params: { webhookId } });
    assert.deepEqual((await now.call("listWebhooks")).webhooks, []);
    await refused(now.call("deleteWebhook", { params: { webhookId: ids[0] ?? "" } }), 404, "NOT_FOUND");
    const reader = await server.withScopes("account:read");
    await refused(reader.call("listWebhooks"), 403, "INSUFFICIENT_SCOPE");
  });
});
