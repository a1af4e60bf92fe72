import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { refused, startTestServer } from "./server.ts";
import { createStory } from "./story.ts";

test("createDatabaseDump: an administrator gets the name of a file, and none of its content; others are refused", async () => {
  await using server = await startTestServer();
  await createStory(server.client);
  const made = await server.client.call("createDatabaseDump", {});
  assert.match(made.file_name, /^[0-9a-f-]{36}\.dump$/);
  assert.ok(made.rows > 0 && made.schema > 0);
  const { raw_key } = await server.client.call("createAccount", {
    body: { username: `u-${randomUUID()}`, display_name: "Mara Example", email: "mara@example.org", plan: "free" },
  });
  await refused(server.withKey(raw_key).call("createDatabaseDump", {}), 403, "INSUFFICIENT_SCOPE");
});
