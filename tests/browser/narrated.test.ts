// One narrator on a public page: the same place in the other mix, in the time that a press may take.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createAudio, createStory, longText, prepare } from "../api/story.ts";
import { heardFor, KEEP_SOUND } from "./any-browser.ts";
import { signedIn } from "./studio.ts";
import { until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;

/** The word that is lit. */
const LIT = "[...(CSS.highlights.get('heard-word') ?? [])].map(String).join()";

test("one narrator goes on at the same word, and back; the choice stays after a reload", async () => {
  const { projectId, sectionId } = await createStory(client, longText(8), "The Boats");
  await prepare(client, projectId, sectionId);
  for (const narrator_only of [true, false]) {
    await client.call("changeProjectCasting", { params: { projectId }, body: { schema_version: 1, narrator_only } });
    await createAudio(client, projectId, sectionId);
  }
  const body = { schema_version: 1 as const, client_mutation_id: randomUUID(), make_files: false };
  const { share_link } = await client.call("publishSection", { params: { sectionId }, body });
  const { page, faults } = await visit(share_link?.url ?? "");
  await page.addInitScript(KEEP_SOUND);
  await page.reload();
  const narrator = page.getByRole("button", { name: "One narrator" });
  const text = await page.locator("main").innerText();
  await page.getByRole("button", { name: "Listen to The Boats" }).click();
  await until(page, heardFor(8));
  for (const pressed of ["true", "false"]) {
    await until(page, `${LIT} !== ''`);
    await narrator.hover();
    const src = String(await page.evaluate("window.sound.src"));
    const word = String(await page.evaluate(LIT));
    const begun = performance.now();
    await narrator.click();
    await until(
      page,
      `window.sound.src !== ${JSON.stringify(src)} && !window.sound.paused && window.sound.readyState > 2`,
    );
    console.log(`one narrator ${pressed}: ${Math.round(performance.now() - begun)} ms`);
    await until(page, `${LIT} !== ''`);
    const next = String(await page.evaluate(LIT));
    // Not before the word, and not a sentence after it.
    const at = text.indexOf(word);
    assert.ok(text.slice(at, at + 400).includes(next), `${word} → ${next}`);
    assert.equal(await narrator.getAttribute("aria-pressed"), pressed);
    await until(page, heardFor(2));
  }
  await narrator.click();
  await page.reload();
  assert.equal(await narrator.getAttribute("aria-pressed"), "true");
  assert.deepEqual([await violations(page), faults], [[], []]);
});

test("the player of the studio has the same choice, and goes on at the same word", async () => {
  const { projectId, sectionId } = await createStory(client, longText(8), "The Boats");
  await prepare(client, projectId, sectionId);
  for (const narrator_only of [true, false]) {
    await client.call("changeProjectCasting", { params: { projectId }, body: { schema_version: 1, narrator_only } });
    await createAudio(client, projectId, sectionId);
  }
  const { page, faults } = await signedIn(server, `/stories/${projectId}/chapters/${sectionId}`, [KEEP_SOUND]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(4));
  const text = await page.getByRole("grid").innerText();
  for (const isOn of [true, false]) {
    await until(page, `${LIT} !== ''`);
    const [src, word] = [await page.evaluate("window.sound.src"), String(await page.evaluate(LIT))];
    await page.getByRole("button", { name: "Volume of sounds" }).click();
    const item = page.getByRole("menuitemcheckbox", { name: "One narrator" });
    assert.equal(await item.getAttribute("aria-checked"), String(!isOn));
    await item.click();
    await until(page, `window.sound.src !== ${JSON.stringify(src)} && !window.sound.paused && ${LIT} !== ''`);
    const next = String(await page.evaluate(LIT));
    const at = text.indexOf(word);
    assert.ok(text.slice(at, at + 400).includes(next), `${word} → ${next}`);
    await until(page, heardFor(2));
  }
  assert.deepEqual(faults, []);
});
