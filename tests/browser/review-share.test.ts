// Share in the studio: a review link is made, its comment is shown and deleted, and the link is revoked.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createBook, longText, media, prepare, spokenStory } from "../api/story.ts";
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
  await page.getByRole("log").getByText("The link no longer opens.").waitFor();
  assert.equal((await fetch(url)).status, 404);
});

test("a comment leads to its line in its chapter, also in a new tab; a line that is gone is stated", async () => {
  const { projectId, sectionIds } = await createBook(client, "The rain fell.\n", longText(300));
  const [first = "", second = ""] = sectionIds;
  await prepare(client, projectId, ...sectionIds);
  const { url } = await client.call("createReviewLink", {
    params: { projectId },
    body: { schema_version: 1, name: "Ann", days: 7 },
  });
  const { blocks } = (await client.call("readDocument", { params: { sectionId: second }, query: { limit: 2000 } }))
    .document;
  const line = blocks.findLast(({ content }) => content.type === "text" && content.text.includes("281th"));
  const comment = (section_id: string, block_id: string, text: string) =>
    client.call("addReviewComment", {
      params: { reviewSlug: url.split("/").at(-1) ?? "" },
      body: { section_id, block_id, name: "Ann", text },
    });
  await comment(second, line?.id ?? "", "Slower");
  await comment(first, (await media(client, first))[0]?.block_id ?? "", "Too wet");
  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${first}#key=${server.key}`);
  await page.getByRole("tab", { name: "Share" }).click();
  const link = page.getByRole("listitem").filter({ hasText: "Slower" }).getByRole("link", { name: "Show the line" });
  const address = await link.getAttribute("href");
  const isShown = async () => {
    await page.getByRole("heading", { name: "Chapter 2", level: 1 }).waitFor();
    const marked = page.locator("[role=row][aria-selected=true]").filter({ hasText: "281th" });
    await marked.waitFor();
    await marked.evaluate(
      "(row) => new Promise((seen) => new IntersectionObserver(([one]) => one.isIntersecting && seen()).observe(row))",
    );
  };
  await link.click();
  await isShown();
  await page.getByRole("tab", { name: "Cast" }).click();
  await page.goto(server.url + address);
  await isShown();

  await page.goto(`${server.url}/stories/${projectId}/chapters/${second}?line=${projectId}#script`);
  await page.getByRole("log").getByText("The script no longer has this line.").waitFor();
  assert.equal(new URL(page.url()).search, "");

  assert.deepEqual(faults, []);
});
