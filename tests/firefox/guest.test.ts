// The page of a guest link in Debian's Firefox: agree, record with the microphone, listen, send, withdraw.

import "./in-firefox.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { until, violations, visit } from "../browser/visit.ts";

const { client } = await sharedServer();

test("a guest agrees, records with the microphone, listens, sends and withdraws", async () => {
  const story = await spokenStory(client, undefined, "The Boat");
  const { speakers } = await client.call("listSpeakers", { params: { projectId: story.projectId } });
  const mara = speakers.find(({ name }) => name === "Mara") ?? assert.fail("no Mara");
  const { guest_link, url } = await client.call("createGuestLink", {
    params: { projectId: story.projectId },
    body: { schema_version: 1, speaker_id: mara.id, guest_name: "Ann", asked_by: "Ben", days: 7 },
  });
  const { page, faults, foreign } = await visit(url, { viewport: { width: 390, height: 844 } });
  assert.match(String(await page.evaluate("navigator.userAgent")), /Firefox/);
  await page.getByLabel("Your name").pressSequentially("Ann Miller");
  await page.getByRole("button", { name: "I agree" }).click();
  await page.getByRole("heading", { name: /^Line 1 of / }).waitFor();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByText("Recording. Speak now.").waitFor();
  // The microphone of this Firefox is a tone.
  await until(page, "document.querySelector('meter').value > 0.05");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Recorded, not sent yet.").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.evaluate("document.querySelector('audio').play()");
  await until(page, "document.querySelector('audio').currentTime > 0");
  await page.getByRole("button", { name: "Send 1 recording" }).click();
  await page.getByText("1 recording was sent. Thank you!").waitFor();
  const params = { guestLinkId: guest_link.id };
  assert.equal((await client.call("listGuestRecordings", { params })).recordings.length, 1);
  await page.getByText("Your consent", { exact: true }).click();
  await page.getByRole("button", { name: "Withdraw my consent" }).click();
  await page.getByRole("button", { name: "Withdraw and delete" }).click();
  await page.getByText(/^You withdrew your consent on /).waitFor();
  assert.deepEqual((await client.call("listGuestRecordings", { params })).recordings, []);
  assert.deepEqual([faults, foreign], [[], []]);
});
