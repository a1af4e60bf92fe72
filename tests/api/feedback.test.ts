// interface.md, "Feedback"; decisions.md, 9 and 10.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { GIF, JPEG, PNG, WEBP } from "./images.ts";
import { refused, sharedAccount } from "./server.ts";

const server = await sharedAccount();
const { client } = server;

const IMAGES = { "image/png": PNG, "image/jpeg": JPEG, "image/webp": WEBP, "image/gif": GIF } as const;
type ImageType = keyof typeof IMAGES;

const upload = (bytes: Uint8Array<ArrayBuffer>, contentType: ImageType = "image/png") =>
  client.call("uploadFeedbackAttachment", { upload: { contentType, bytes } });

const feedbackBody = () => ({
  schema_version: 1 as const,
  client_mutation_id: randomUUID(),
  category: "idea" as const,
  message: "A key that jumps to the next speaker would help.",
});

describe("attachments", () => {
  for (const [type, bytes] of Object.entries(IMAGES) as [ImageType, Uint8Array<ArrayBuffer>][]) {
    test(`a raw ${type} is accepted and described with its type and size`, async () => {
      const { attachment_id, ...described } = await upload(bytes, type);
      assert.match(attachment_id, /^[0-9a-f-]{36}$/);
      assert.deepEqual(described, { content_type: type, size_bytes: bytes.length });
    });
  }
  test("an image is never trusted by its type: bytes of another kind, cut short or broken are refused", async () => {
    const broken = Uint8Array.from(PNG);
    broken.fill(0xaa, 41, 60);
    const page = new TextEncoder().encode("<!doctype html><script>alert(1)</script>".repeat(3));
    for (const [bytes, type] of [
      [JPEG, "image/png"],
      [PNG, "image/gif"],
      [page, "image/webp"],
      [PNG.slice(0, -20), "image/png"],
      [JPEG.slice(0, -40), "image/jpeg"],
      [WEBP.slice(0, -40), "image/webp"],
      [broken, "image/png"],
      [new Uint8Array(1), "image/png"],
    ] as const) {
      const refusal = await refused(upload(bytes, type), 400, "IMAGE_UNREADABLE");
      assert.equal(typeof refusal.details.reason, "string");
    }
  });
  test("an image of more than 64 million pixels is refused before it is decoded", async () => {
    const huge = Uint8Array.from(PNG);
    const view = new DataView(huge.buffer);
    view.setUint32(16, 60_000);
    view.setUint32(20, 60_000);
    await refused(upload(huge), 400, "IMAGE_UNREADABLE");
  });
  test("another Content-Type is 400 and names the header; so is a missing body", async () => {
    for (const type of ["image/svg+xml", "text/html", "application/json"]) {
      const answer = await server.request("/feedback/attachments", {
        method: "POST",
        headers: { "content-type": type },
        body: Buffer.from(PNG),
      });
      assert.equal(answer.status, 400);
      assert.deepEqual(
        [answer.body.error.details.issues[0].path, answer.body.error.details.issues[0].in],
        ["content-type", "header"],
      );
    }
    const empty = await server.request("/feedback/attachments", {
      method: "POST",
      headers: { "content-type": "image/png" },
    });
    assert.equal(empty.body.error.code, "INVALID_REQUEST");
  });
  test("10 MiB are read, one byte more is 400 REQUEST_TOO_LARGE", async () => {
    // A PNG may have data after its end. All bytes count, and the picture is complete.
    const atLimit = new Uint8Array(LIMITS.feedback_attachment_bytes);
    atLimit.set(PNG);
    assert.equal((await upload(atLimit)).size_bytes, LIMITS.feedback_attachment_bytes);
    const over = await refused(upload(new Uint8Array(LIMITS.feedback_attachment_bytes + 1)), 400, "REQUEST_TOO_LARGE");
    assert.equal(over.details.limit_bytes, LIMITS.feedback_attachment_bytes);
  });
});

describe("feedback", () => {
  test("POST /feedback answers 201 with the whole record, its attachments in the order that was sent", async () => {
    const [first, second] = [await upload(GIF, "image/gif"), await upload(PNG)];
    const answer = await server.request("/feedback", {
      method: "POST",
      body: JSON.stringify({
        ...feedbackBody(),
        context: { page: "/sections", deep: { a: [1, null, "x"] } },
        attachment_ids: [second.attachment_id, first.attachment_id],
      }),
    });
    assert.equal(answer.status, 201);
    const { id, created_at, ...rest } = answer.body.data.feedback;
    assert.deepEqual(rest, {
      category: "idea",
      message: "A key that jumps to the next speaker would help.",
      context: { page: "/sections", deep: { a: [1, null, "x"] } },
      attachments: [second, first],
    });
    const listed = await client.call("listFeedback", { query: { limit: 1 } });
    assert.deepEqual(listed.feedback, [answer.body.data.feedback]);
    assert.ok(id !== "" && !Number.isNaN(Date.parse(created_at)));
  });
  test("replaying the same request answers 200 with the committed result; other content conflicts", async () => {
    const body = feedbackBody();
    const send = (change: object = {}) =>
      server.request("/feedback", { method: "POST", body: JSON.stringify({ ...body, ...change }) });
    const answers = await Promise.all([send(), send(), send()]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 200, 201]);
    assert.equal(new Set(answers.map((answer) => answer.body.data.feedback.id)).size, 1);
    const conflict = await send({ message: "Something else." });
    assert.deepEqual([conflict.status, conflict.body.error.code], [409, "IDEMPOTENCY_CONFLICT"]);
  });
  test("an attachment belongs to one feedback of its own account", async () => {
    const { attachment_id } = await upload(PNG);
    const first = feedbackBody();
    await client.call("sendFeedback", { body: { ...first, attachment_ids: [attachment_id] } });
    await refused(
      client.call("sendFeedback", { body: { ...feedbackBody(), attachment_ids: [attachment_id] } }),
      409,
      "ATTACHMENT_IN_USE",
    );
    await refused(
      client.call("sendFeedback", { body: { ...feedbackBody(), attachment_ids: [randomUUID()] } }),
      404,
      "NOT_FOUND",
    );
    const replay = await client.call("sendFeedback", { body: { ...first, attachment_ids: [attachment_id] } });
    assert.equal(replay.feedback.attachments.length, 1);
  });
  test("a message has 1 to 5,000 UTF-16 units, and there are at most 5 attachments", async () => {
    const send = (change: object) => client.call("sendFeedback", { body: { ...feedbackBody(), ...change } });
    const at = await send({ message: "😀".repeat(LIMITS.feedback_message_units / 2) });
    assert.equal(at.feedback.message.length, LIMITS.feedback_message_units);
    for (const change of [
      { message: "" },
      { message: `${"a".repeat(LIMITS.feedback_message_units)}a` },
      { message: "a\u0000" },
      { category: "rant" },
      { context: [] },
      { context: { text: "x".repeat(LIMITS.feedback_context_bytes) } },
      { attachment_ids: Array.from({ length: LIMITS.feedback_attachments + 1 }, () => randomUUID()) },
    ]) {
      const { details } = await refused(send(change), 400, "INVALID_REQUEST");
      assert.equal((details.issues as { path: string }[])[0]?.path.split(".")[0], Object.keys(change)[0]);
    }
    const five = [];
    for (let n = 0; n < LIMITS.feedback_attachments; n++) five.push((await upload(GIF, "image/gif")).attachment_id);
    assert.equal((await send({ attachment_ids: five })).feedback.attachments.length, LIMITS.feedback_attachments);
    const fits = { text: "x".repeat(LIMITS.feedback_context_bytes - '{"text":""}'.length) };
    assert.deepEqual((await send({ context: fits })).feedback.context, fits);
  });
  test("paging neither skips nor repeats while feedback comes in", async () => {
    const all = (await client.call("listFeedback", { query: { limit: 100 } })).feedback.map((one) => one.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof client.call<"listFeedback">>> = await client.call("listFeedback", {
        query: { limit: 2, ...(cursor === null ? {} : { cursor }) },
      });
      seen.push(...page.feedback.map((one) => one.id));
      cursor = page.next_cursor;
      await client.call("sendFeedback", { body: feedbackBody() });
    } while (cursor !== null);
    assert.deepEqual(seen, all);
    for (const bad of ["x", "1.2", "9".repeat(400)]) {
      await refused(client.call("listFeedback", { query: { cursor: bad } }), 400, "INVALID_REQUEST");
    }
    for (const limit of [0, LIMITS.feedback_page + 1]) {
      await refused(client.call("listFeedback", { query: { limit } }), 400, "INVALID_REQUEST");
    }
  });
  test("sending needs account:write, reading account:read", async () => {
    const reader = await server.withScopes("account:read");
    const writer = await server.withScopes("account:write");
    await refused(reader.call("sendFeedback", { body: feedbackBody() }), 403, "INSUFFICIENT_SCOPE");
    await refused(
      reader.call("uploadFeedbackAttachment", { upload: { contentType: "image/png", bytes: PNG } }),
      403,
      "INSUFFICIENT_SCOPE",
    );
    await refused(writer.call("listFeedback"), 403, "INSUFFICIENT_SCOPE");
  });
});
