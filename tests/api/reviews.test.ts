// Review links: a reader without an account reads, listens and comments on lines.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refused, sharedAccount } from "./server.ts";
import { createStory, media, spokenStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const create = (projectId: string, name = "Ann", days = 7) =>
  client.call("createReviewLink", { params: { projectId }, body: { schema_version: 1, name, days } });
const slugOf = (url: string) => url.split("/").at(-1) ?? "";
const firstLine = async (sectionId: string) => (await media(client, sectionId))[0]?.block_id ?? assert.fail("no line");
const addressOf = (url: string, sectionId = "", rest = "") =>
  sectionId === "" ? url : `${url}/sections/${sectionId}${rest}`;
const say = (slug: string, body: object) =>
  server.request(`/reviews/${slug}/comments`, { method: "POST", key: null, body: JSON.stringify(body) });

describe("a review link", () => {
  test("shows the lines, plays their mix and brings a comment to its owner, who deletes it", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const { review_link, url } = await create(projectId);
    assert.match(slugOf(url), /^[A-Za-z0-9_-]{22}$/);
    const contents = await fetch(url);
    assert.equal(contents.status, 200);
    assert.match(await contents.text(), new RegExp(`/r/${slugOf(url)}/sections/${sectionId}"`));
    const german = await fetch(url, { headers: { "accept-language": "de-CH, en;q=0.5" } });
    assert.equal(german.headers.get("content-language"), "de");
    assert.match(await german.text(), /<html lang="de">.*Öffne ein Kapitel/s);
    const block_id = await firstLine(sectionId);
    const page = await fetch(addressOf(url, sectionId));
    const html = await page.text();
    assert.ok(html.includes(`data-block="${block_id}"`));
    assert.ok(html.includes('content="noindex"'));
    assert.ok(!html.includes("/s/"));
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'.*form-action 'none'/);
    const answer = await fetch(addressOf(url, sectionId, "/mix.json"));
    const { data } = (await answer.json()) as { data: { mix: string } };
    const segment = await fetch(addressOf(url, sectionId, `/mix/${data.mix}/0.m4s`));
    assert.equal(segment.status, 200);
    assert.ok((await segment.arrayBuffer()).byteLength > 1000);

    const text = "<script>alert(1)</script> Slower.";
    const said = await say(slugOf(url), { section_id: sectionId, block_id, name: "Ann", text });
    assert.equal(said.status, 201);
    const state = await client.call("listReviewLinks", { params: { projectId } });
    assert.deepEqual(state.review_links, [review_link]);
    assert.equal(JSON.stringify(state).includes(slugOf(url)), false);
    const [comment] = state.review_comments;
    assert.deepEqual([comment?.block_id, comment?.name, comment?.text], [block_id, "Ann", text]);
    assert.notEqual(comment?.quote, "");
    const params = { reviewCommentId: comment?.id ?? "" };
    await client.call("deleteReviewComment", { params });
    assert.deepEqual((await client.call("listReviewLinks", { params: { projectId } })).review_comments, []);
    await refused(client.call("deleteReviewComment", { params }), 404, "NOT_FOUND");
  });
  test("opens nothing after its revocation", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const { review_link, url } = await create(projectId);
    const block_id = await firstLine(sectionId);
    const params = { reviewLinkId: review_link.id };
    const revoked = await client.call("revokeReviewLink", { params });
    assert.equal(revoked.review_link.state, "revoked");
    assert.deepEqual(await client.call("revokeReviewLink", { params }), revoked);
    for (const rest of ["", "/mix.json", "/timeline.json", "/audio.mp3"]) {
      assert.equal((await fetch(addressOf(url, sectionId, rest))).status, 404, rest);
    }
    assert.equal((await fetch(url)).status, 404);
    const body = { section_id: sectionId, block_id, name: "Ann", text: "Late." };
    assert.equal((await say(slugOf(url), body)).status, 404);
  });
  test("shows hostile texts as text, and nothing of another project", async () => {
    const hostile = await createStory(client, 'He wrote <img src=x onerror="alert(1)"> here.');
    const other = await createStory(client, "A secret.");
    const { url } = await create(hostile.projectId);
    const html = await (await fetch(addressOf(url, hostile.sectionId))).text();
    assert.ok(html.includes("&#60;img src=x"));
    assert.ok(!html.includes("<img src=x"));
    assert.equal((await fetch(addressOf(url, other.sectionId))).status, 404);
    const block_id = await firstLine(other.sectionId);
    const body = { section_id: other.sectionId, block_id, name: "Ann", text: "Hello." };
    assert.equal((await say(slugOf(url), body)).status, 404);
  });
  test("has bounds: name, days, length of a comment, comments and links", async () => {
    const { projectId, sectionId } = await createStory(client, "Once upon a time.");
    for (const [name, days] of [
      ["", 7],
      ["A".repeat(61), 7],
      ["Ann", 0],
      ["Ann", 91],
    ] as const) {
      await refused(create(projectId, name, days), 400, "INVALID_REQUEST");
    }
    const { url } = await create(projectId);
    const line = { section_id: sectionId, block_id: await firstLine(sectionId), name: "Ann" };
    assert.equal((await say(slugOf(url), { ...line, text: "a".repeat(2001) })).status, 400);
    assert.equal((await say(slugOf(url), { ...line, text: " " })).status, 400);
    assert.equal((await say(slugOf(url), { ...line, name: "A".repeat(61), text: "a" })).status, 400);
    // A hundred at once: more would wait for each other longer than a transaction is tried on PostgreSQL.
    const answers: Awaited<ReturnType<typeof say>>[] = [];
    while (answers.length < 505) {
      answers.push(...(await Promise.all(Array.from({ length: 101 }, () => say(slugOf(url), { ...line, text: "a" })))));
    }
    const byStatus = Map.groupBy(answers, ({ status }) => status);
    const counts = [...byStatus].map(([status, { length }]) => [status, length]).sort();
    assert.deepEqual(counts, [
      [201, 500],
      [400, 5],
    ]);
    for (let links = 1; links < 20; links++) await create(projectId);
    await refused(create(projectId), 400, "INVALID_REQUEST");
  });
});
