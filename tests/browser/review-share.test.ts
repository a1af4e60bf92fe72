// Share in the studio: a review link is made, its comment is shown and deleted, and the link is revoked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { media, spokenStory } from "../api/story.ts";
import { visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;

test("the owner makes a review link, reads and deletes its comment, and revokes it", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Boat");
  const { page } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${server.key}`);
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByLabel("Name of the link").fill("Ann");
  await page.getByRole("button", { name: "Make a review link" }).click();
  const url = await page.getByLabel("Link. It is shown only now.").inputValue();
  const block_id = (await media(client, sectionId))[0]?.block_id ?? assert.fail("no line");
  await client.call("addReviewComment", {
    params: { reviewSlug: url.split("/").at(-1) ?? "" },
    body: { section_id: sectionId, block_id, name: "Ann", text: "<b>Slower</b>" },
  });
  await page.reload();
  await page.getByText("<b>Slower</b>").waitFor();
  await page.getByRole("button", { name: "Delete comment" }).click();
  await page.getByText("<b>Slower</b>").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The link no longer opens.").waitFor();
  assert.equal((await fetch(url)).status, 404);
});
