// The listening certificate in the studio: a stand-in for a recogniser hears one word wrongly.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { startRecogniserStandIn } from "../../packages/server/certificates/stand-in.ts";
import { sharedServer } from "../api/server.ts";
import { createStory, spokenStory } from "../api/story.ts";
import { chapterPath, KEEP_SOUND, lines, signedIn } from "./studio.ts";
import { until, violations, visit } from "./visit.ts";

const recogniser = await startRecogniserStandIn();
after(() => recogniser[Symbol.asyncDispose]());
const server = await sharedServer({ FULLCAST_RECOGNISER_BASE_URL: `${recogniser.url}/v1` });
const story = await spokenStory(server.client, "The rain had not stopped for three days.", "The Rain");
recogniser.hear = () => "The rain had not stopped for free days.";

const places = (page: Page) => page.getByRole("listitem").filter({ has: page.getByText("Expected") });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("Export leads to it; it counts confirmed words, and a divergent line is heard, spoken again and found", async () => {
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#export`, [KEEP_SOUND]);
  await page.getByRole("link", { name: "Listening certificate" }).click();
  await page.getByRole("heading", { name: "Listening certificate", level: 1 }).waitFor();
  await page.getByText("0 of 1 line heard").waitFor();
  await press(page, "Listen to all lines");
  await page.getByText("7 of 8 words confirmed").waitFor();
  const [place] = await places(page).all();
  assert.ok(place !== undefined);
  const words = await place.innerText();
  assert.match(words, /The rain had not stopped for three days\./);
  assert.match(words, /Expected\s+three\s+Heard\s+free/);
  assert.deepEqual(await violations(page), []);

  // The sound begins shortly before the words.
  await press(page, "Play");
  await until(page, "window.sound?.currentTime > 0");
  assert.match(String(await page.evaluate("window.sound.src")), /#t=\d\.\d\d$/);

  await page.getByRole("link", { name: "Go to line" }).click();
  await lines(page).getByText("three days").waitFor();
  await page.goBack();

  recogniser.hear = () => "The rain had not stopped for three days.";
  await press(page, "Speak again");
  await press(page, "Use the new take");
  // The place leaves the list; what was done is said.
  await page
    .getByRole("log")
    .getByText(/^The new take plays/)
    .waitFor();
  await page.getByText("0 of 1 line heard").waitFor();
  await press(page, "Listen to all lines");
  await page.getByText("8 of 8 words confirmed").waitFor();
  await page.getByText("Every word was heard as it is written.").waitFor();
  assert.deepEqual(faults, []);
});

for (const [locale, colorScheme] of [
  ["en", "dark"],
  ["de", "light"],
  ["de", "dark"],
] as const) {
  test(`has no fault that axe-core knows of, in ${locale}, ${colorScheme}, also on a phone and when the recogniser fails`, async () => {
    const own = await spokenStory(
      server.client,
      `Nine boats came back on day ${locale === "de" ? 3 : 4} with ${colorScheme} sails.`,
    );
    recogniser.hear = () => "Nine goats";
    await server.client.call("startCertificate", { params: { projectId: own.projectId } });
    const options = { locale, colorScheme, viewport: { width: 390, height: 800 } };
    const { page } = await visit(`${server.url}/#key=${server.key}`, options);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto(`${server.url}/stories/${own.projectId}/certificate`);
    await page
      .getByText(locale === "de" ? "Erwartet" : "Expected")
      .first()
      .waitFor();
    assert.deepEqual(await violations(page), []);
    const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.ok(Number(wide) <= 0, `${wide} px too wide`);
    recogniser.usual = "refuses-key";
    const failing = await spokenStory(server.client, `A ${colorScheme} boat in ${locale}.`);
    await server.client.call("startCertificate", { params: { projectId: failing.projectId } });
    await page.goto(`${server.url}/stories/${failing.projectId}/certificate`);
    await page.getByText(/refuses the key/).waitFor();
    recogniser.usual = "hears";
    assert.deepEqual(await violations(page), []);
  });
}

test("a story without audio, and a server without a recogniser, state what is missing", async () => {
  const silent = await createStory(server.client);
  const { page } = await signedIn(server, `/stories/${silent.projectId}/certificate`);
  await page.getByText("There is no audio yet.").waitFor();
  await page.route("**/v1/**/certificate", async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, recogniser: null } } });
  });
  await page.reload();
  await page.getByText("This server has no recogniser.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Listen to all lines" }).count(), 0);
});
