// GET /studio/stories: the library in one list.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createBook, createStory, spokenStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

test("the library lists projects and standalone stories, the last changed first, with states, in pages and by words", async () => {
  const book = await createBook(client, "“First,” said Ann.\n", "Second.\n");
  const spoken = await spokenStory(client, "“Go,” said Ann.", "Ärger im Hafen");
  const plain = await createStory(client, "It rained.\n", "Rain");
  await client.call("changeBook", {
    params: { projectId: book.projectId },
    body: { schema_version: 1, author: "Zoë Quint", language: "en" },
  });
  const { stories, next_cursor } = await client.call("listStories");
  assert.equal(next_cursor, null);
  assert.deepEqual(
    stories.map((one) => [one.project_id, one.kind, one.section_count, one.ready_section_count, one.activity_status]),
    [
      [book.projectId, "named", 2, 0, "needs_audio"],
      [plain.projectId, "standalone", 1, 0, "needs_audio"],
      [spoken.projectId, "standalone", 1, 1, "audio_ready"],
    ],
  );
  assert.deepEqual([stories[0]?.author, stories[0]?.language, stories[1]?.title], ["Zoë Quint", "en", "Rain"]);
  assert.equal(stories[1]?.source_text_length, "It rained.\n".length);

  const found = async (q: string) =>
    (await client.call("listStories", { query: { q } })).stories.map((one) => one.project_id);
  assert.deepEqual(await found("arger HAFEN"), [spoken.projectId]);
  assert.deepEqual(await found("zoe"), [book.projectId]);
  assert.deepEqual(await found("hafen rain"), []);
  assert.deepEqual(await found("%"), []);

  const paged = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.call<"listStories">>> = await client.call("listStories", {
      query: { limit: 1, ...(cursor === null ? {} : { cursor }) },
    });
    paged.push(...page.stories);
    cursor = page.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(paged, stories);

  const { raw_key } = await server.owner.call("createAccount", {
    body: { username: `other-${randomUUID().slice(0, 8)}`, display_name: "Other", plan: "free" },
  });
  assert.deepEqual((await server.withKey(raw_key).call("listStories")).stories, []);
  await refused(client.call("listStories", { query: { limit: LIMITS.story_page + 1 } }), 400, "INVALID_REQUEST");
  await refused(
    client.call("listStories", { query: { q: "x".repeat(LIMITS.story_search_units + 1) } }),
    400,
    "INVALID_REQUEST",
  );
  await refused(client.call("listStories", { query: { cursor: "no-cursor" } }), 400, "INVALID_REQUEST");
});

test("chapters without anything to speak are counted as chapters, and not among those that need audio", async () => {
  const { projectId } = await createBook(client, "“Go,” said Ann.\n", "  \n", "Second.\n");
  const { stories } = await client.call("listStories");
  const book = stories.find(({ project_id }) => project_id === projectId);
  assert.deepEqual(
    [book?.section_count, book?.spoken_section_count, book?.ready_section_count, book?.activity_status],
    [3, 2, 0, "needs_audio"],
  );
});
