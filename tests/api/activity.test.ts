// GET /me/activity: what ended, as Account lists it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { newSound, SHORT_WAV, sent } from "./sound.ts";
import { exportStory, spokenStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

test("runs, exports and sounds of the account are listed when they ended, newest first, in pages", async () => {
  const story = await spokenStory(client, "“Go,” said Ann.", "Gone");
  await exportStory(client, story, "mp3");
  await sent(client, await newSound(client, SHORT_WAV, { name: "Rain" }), SHORT_WAV);
  const { activity, next_cursor } = await client.call("listActivity");
  assert.equal(next_cursor, null);
  const seen = activity.map((one) => [one.event, one.status, "project_id" in one ? one.project_id : one.name]);
  assert.deepEqual(seen, [
    ["sound.ended", "ready", "Rain"],
    ["export.ended", "completed", story.projectId],
    ["run.ended", "completed", story.projectId],
    ["run.ended", "completed", story.projectId],
  ]);
  const times = activity.map(({ ended_at }) => ended_at);
  assert.deepEqual(times, [...times].sort().reverse());
  const paged = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.call<"listActivity">>> = await client.call("listActivity", {
      query: { limit: 1, ...(cursor === null ? {} : { cursor }) },
    });
    paged.push(...page.activity);
    cursor = page.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(paged, activity);
  const { raw_key } = await server.owner.call("createAccount", {
    body: { username: "activity-other", display_name: "Other", plan: "free" },
  });
  assert.deepEqual((await server.withKey(raw_key).call("listActivity")).activity, []);
  await refused(client.call("listActivity", { query: { limit: LIMITS.activity_page + 1 } }), 400, "INVALID_REQUEST");
  await refused(client.call("listActivity", { query: { cursor: "no-cursor" } }), 400, "INVALID_REQUEST");
});
