// The page of a review link in a real browser: a reader plays the chapter and comments on a line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { violations, visit } from "./visit.ts";

const { client } = await sharedServer();

test("a reader plays the chapter and comments on a line", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Boat");
  const { url } = await client.call("createReviewLink", {
    params: { projectId },
    body: { schema_version: 1, name: "Ann", days: 7 },
  });
  const { page, faults, foreign } = await visit(`${url}/sections/${sectionId}`);
  const sound = page.waitForResponse((answer) => answer.url().endsWith("/0.m4s"));
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  assert.ok((await sound).ok());
  await page.getByRole("button", { name: "Comment", exact: true }).first().click();
  await page.getByLabel("Your name").fill("Ann");
  await page.getByLabel("Comment", { exact: true }).fill("<b>Slower</b>");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("The comment was sent.").waitFor();
  const { review_comments } = await client.call("listReviewLinks", { params: { projectId } });
  assert.deepEqual(
    review_comments.map(({ name, text }) => [name, text]),
    [["Ann", "<b>Slower</b>"]],
  );
  assert.deepEqual(await violations(page), []);
  assert.deepEqual([faults, foreign], [[], []]);
});
