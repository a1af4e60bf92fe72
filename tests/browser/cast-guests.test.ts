// The owner's side of guest links in a real browser: a link made in Cast, its state, the recordings that were sent, a withdrawal.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { signedIn } from "./studio.ts";
import { until, violations } from "./visit.ts";

const server = await sharedServer();
const { client } = server;
const guest = server.withKey("");

const sound = (hz: number) =>
  madeWav({
    samples: 88_200,
    value: (at) => (at > 20_000 && at < 60_000 ? 0.3 * Math.sin((2 * Math.PI * hz * at) / 44_100) : 0),
  });

test("a person is invited to voice a part; the owner sees the state, listens, uses, deletes, and revokes", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Guest");
  const { page, faults } = await signedIn(server, `/stories/${projectId}/chapters/${sectionId}#cast`);
  const people = page.getByRole("list", { name: "People" });
  const openInvite = async () => {
    await people
      .getByRole("listitem")
      .filter({ hasText: "Mara" })
      .first()
      .getByRole("button", { name: "More for Mara" })
      .click();
    await page.getByRole("menuitem", { name: "Invite a person to voice this part" }).click();
  };
  await page.getByRole("heading", { name: /^(No a|A)dvice/ }).waitFor();
  await openInvite();
  const dialog = page.getByRole("dialog", { name: "Invite a person to voice Mara" });
  await dialog.getByLabel("Name of the person").fill("Ann");
  await dialog.getByLabel("Your name").fill("Ben");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const field = dialog.getByLabel("Link. It is shown only now.");
  await field.waitFor();
  const guestToken = (await field.inputValue()).split("/").at(-1) ?? "";
  await dialog.getByText(/^Not opened yet\./).waitFor();
  assert.deepEqual(await violations(page), []);

  const params = { guestToken };
  const { consent_text } = await guest.call("readGuest", { params, query: {} });
  /** The dialog reads the links again every 15 s; opening it reads them at once. */
  const reopened = async () => {
    await dialog.getByRole("button", { name: "Close" }).click();
    await openInvite();
  };
  await reopened();
  await dialog.getByText(/^Opened, not agreed yet\./).waitFor();
  await guest.call("agreeAsGuest", {
    params,
    body: { name: "Ann Miller", language: "en", text_sha256: consent_text.text_sha256 },
  });
  const { lines } = await guest.call("listGuestLines", { params, query: {} });
  for (const [at, { section_id, block_id }] of lines.slice(0, 2).entries())
    await guest.call("recordAsGuest", {
      params: { guestToken, sectionId: section_id, blockId: block_id },
      upload: { contentType: "audio/wav", bytes: sound(220 + 40 * at) },
    });
  await reopened();
  await dialog.getByText(/^Ann Miller agreed on /).waitFor();
  await dialog.getByText(/lines · 2 recorded, not sent$/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await guest.call("sendAsGuest", { params });
  // Cast states at once that something waits; the words open the dialog.
  await people.getByRole("button", { name: "2 recordings to listen to" }).click();
  const sent = dialog.getByRole("list", { name: "Recordings from Ann" });
  await sent.getByRole("listitem").nth(1).waitFor();
  assert.deepEqual(await violations(page), []);
  // What waits stands above the form for a new link, on a phone too.
  await page.setViewportSize({ width: 390, height: 844 });
  const bottom = await sent.getByRole("listitem").first().boundingBox();
  assert.ok((bottom?.y ?? 844) + (bottom?.height ?? 0) < 844, JSON.stringify(bottom));
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(`document.querySelector("dialog audio, [role=dialog] audio").play()`);
  await until(page, `document.querySelector("[role=dialog] audio").currentTime > 0`);

  await sent
    .getByRole("button", { name: /^Use the recording of/ })
    .first()
    .click();
  await dialog.getByText(/1 to listen to · 1 used$/).waitFor();
  await sent.getByRole("button", { name: /^Delete the recording of/ }).click();
  await sent.waitFor({ state: "detached" });
  const [used] = lines;
  assert.ok(used !== undefined);
  const takes = await client.call("listTakes", { params: { sectionId: used.section_id, blockId: used.block_id } });
  const active = takes.takes.find(({ id }) => id === takes.active_take_id);
  assert.equal(active?.source, "recording");
  await dialog.getByText("Where the voice is used").click();
  await dialog.getByText("1 line plays or can play it.").waitFor();

  await dialog.getByRole("button", { name: "Revoke the link of Ann" }).click();
  await dialog.getByText("You revoked the link.").waitFor();
  assert.equal(await field.count(), 0);
  await guest.call("withdrawAsGuest", { params });
  await reopened();
  await dialog.getByText(/^Ann Miller withdrew the consent on /).waitFor();
  await dialog.getByText("What the withdrawal affects").click();
  await dialog.getByText("1 line lost its recording.").waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});
