// GET /events: one stream for all projects of an account, and of no other account.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sharedAccount } from "./server.ts";
import { createStory, readDocument, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

test("GET /events reports documents, casts and projects of the account, also of new and deleted ones, and of no other account", async () => {
  const { raw_key } = await server.owner.call("createAccount", {
    body: { username: "events-listener", display_name: "Listener", plan: "free" },
  });
  const own = server.withKey(raw_key);
  const ending = new AbortController();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const castChanged = Promise.withResolvers<void>();
  const following = (async () => {
    for await (const { event, data } of await own.call("followAccountEvents", { signal: ending.signal })) {
      const of = data as { readonly project_id?: string; readonly change?: string; readonly document_version?: number };
      seen.push([of.project_id, event, of.change ?? of.document_version ?? ""].join(" "));
      first.resolve();
      if (event === "speakers") castChanged.resolve();
      if (of.change === "deleted") return;
    }
  })();
  // The stream begins at the present, so stories are created until the first event arrives.
  while ((await Promise.race([first.promise.then(() => true), createStory(own, "One.").then(() => false)])) === false);
  const foreign = await createStory(client, "Not yours.");
  const { projectId, sectionId } = await createStory(own, "Mine.");
  const { document, speaker_registry_version } = await readDocument(own, sectionId);
  await own.call("editDocument", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [{ op: "set_title", title: "Renamed" }],
    },
  });
  await own.call("createSpeaker", {
    params: { projectId },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: speaker_registry_version,
      name: `Ines ${randomUUID()}`,
    },
  });
  // A deleted project keeps only the event of its deletion, so the others are awaited first.
  await castChanged.promise;
  await own.call("deleteProject", {
    params: { projectId },
    body: { schema_version: 1, expected_project_kind: "standalone", delete_ai_designed_voices: false },
  });
  await following;
  ending.abort();
  const ofStory = seen.filter((line) => line.startsWith(projectId));
  for (const wanted of ["project created", "document 2", "speakers ", "project deleted"])
    assert.ok(ofStory.includes(`${projectId} ${wanted}`), `${wanted} in ${ofStory.join(", ")}`);
  assert.ok(seen.every((line) => !line.startsWith(foreign.projectId)));
});
