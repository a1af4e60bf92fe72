// The studio's player in a real browser: it plays a chapter without audio, and continues across screens.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Client } from "@fullcast/contract";
import { sharedServer } from "../api/server.ts";
import { createBook, createStory, exportStory, longText, prepare, replaceBlock, spokenStory } from "../api/story.ts";
import { chapterPath, heardFor, KEEP_SOUND, signedIn } from "./studio.ts";
import { until, visit } from "./visit.ts";

const server = await sharedServer();

describe("the player", () => {
  test("plays a chapter that has no audio, changes speed, moves, pauses, and goes on when the screen changes", async () => {
    const { projectId, sectionId } = await createStory(server.client, longText(24));
    const { page } = await visit(`${server.url}/#key=${server.key}`);
    await page.getByRole("heading", { name: "Stories" }).waitFor();
    await page.addInitScript(KEEP_SOUND);
    await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}`);
    // Before Play: about how long the text is.
    const clock = page.getByRole("region", { name: "Player" }).getByText(/^≈ \d+:\d\d$/);
    const [, minutes = "", rest = ""] = /(\d+):(\d+)/.exec(await clock.innerText()) ?? [];
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, heardFor(0.5));
    await until(page, "CSS.highlights.has('heard-word')");
    const duration = Number(await page.evaluate("window.sound.duration"));
    assert.ok(Number.isFinite(duration) && duration > 30, `${duration} s`);
    const guessed = Number(minutes) * 60 + Number(rest);
    assert.ok(guessed > duration / 2 && guessed < duration * 2, `${guessed} s, ${duration} s`);
    await page.getByRole("slider", { name: "Speed" }).fill("2");
    await until(page, "window.sound.playbackRate === 2");
    const before = Number(await page.evaluate("window.sound.currentTime"));
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByRole("heading", { name: "Account" }).waitFor();
    await until(page, heardFor(before + 0.5));
    // Far ahead of what was made: a new mix starts there.
    await page.getByRole("slider", { name: "Seek" }).fill(String(Math.floor(duration * 0.7)));
    await until(page, heardFor(duration * 0.7));
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });
  test("Space in the script plays from the marked line, and pauses while the mix plays", async () => {
    const { projectId, sectionId } = await createStory(server.client, longText(8));
    const { page } = await visit(`${server.url}/#key=${server.key}`);
    await page.getByRole("heading", { name: "Stories" }).waitFor();
    await page.addInitScript(KEEP_SOUND);
    await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}`);
    const lines = page.getByRole("grid", { name: "Script" }).getByRole("row");
    await lines.nth(1).click();
    await page.keyboard.press("Space");
    await until(page, heardFor(0.3));
    await page.keyboard.press("Space");
    await until(page, "window.sound.paused");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const at = Number(await page.evaluate("window.sound.currentTime"));
    assert.ok(at > 0.3, `${at} s`);
  });
  test("a finished chapter plays from its file, at every place at once, and another mix goes on in the same line", async () => {
    const { projectId, sectionId } = await spokenStory(server.client, longText(24), "The File");
    await exportStory(server.client, { projectId, sectionId }, "mp3");
    const { page } = await visit(`${server.url}/#key=${server.key}`);
    await page.getByRole("heading", { name: "Stories" }).waitFor();
    await page.addInitScript(KEEP_SOUND);
    await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}`);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, heardFor(0.3));
    assert.match(String(await page.evaluate("window.sound.currentSrc")), /^http.*\/v1\/media\//);
    await until(page, "CSS.highlights.has('heard-word')");
    const duration = Number(await page.evaluate("window.sound.duration"));
    await page.getByRole("slider", { name: "Seek" }).fill(String(Math.floor(duration * 0.5)));
    await until(page, heardFor(duration * 0.5));
    assert.match(String(await page.evaluate("window.sound.currentSrc")), /^http/);
    // Other sounds are another mix, which continues in the same line.
    await page.getByRole("button", { name: "Volume of sounds" }).click();
    await page.getByRole("menuitemradio", { name: "Voices only" }).click();
    await until(page, `window.sound.currentSrc.startsWith('blob:') && ${heardFor(duration * 0.4)}`);
  });
});

/** A page that plays a story, with a minute and a half of it in the element. */
async function listening(text: string) {
  const { projectId, sectionId } = await spokenStory(server.client, text);
  const { page } = await visit(`${server.url}/#key=${server.key}`);
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  await page.addInitScript(KEEP_SOUND);
  await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.3));
  return page;
}
const AHEAD = "(window.sound.buffered.end(window.sound.buffered.length - 1) - window.sound.currentTime)";

describe("a player with much sound ahead", () => {
  test("moves to a place that is not there, and takes other sounds from the line that is heard", async () => {
    const page = await listening(longText(90));
    await until(page, `${AHEAD} > 90`);
    const chosen = Number(await page.evaluate("window.sound.currentTime"));
    // The sound can be there again within milliseconds.
    await page.evaluate(
      `window.least = ${AHEAD}; setInterval(() => { window.least = Math.min(window.least, ${AHEAD}); })`,
    );
    await page.getByRole("button", { name: "Volume of sounds" }).click();
    await page.getByRole("menuitemradio", { name: "Voices only" }).click();
    // The sound of the other mix takes the place of all that is ahead.
    await until(page, "window.least < 60");
    await until(page, heardFor(chosen + 0.5));
    await until(page, `${AHEAD} > 90`);
    const duration = Number(await page.evaluate("window.sound.duration"));
    await page.getByRole("slider", { name: "Seek" }).fill(String(Math.floor(duration * 0.9)));
    await until(page, heardFor(duration * 0.9));
  });
  test("plays on when the server was away, and when it has given the mix up", async () => {
    const page = await listening(longText(90));
    const bufferedAt = "window.sound.buffered.end(window.sound.buffered.length - 1)";
    await page.route(/\/v1\//, (route) => route.abort());
    // Near the end of what is there the player asks for more.
    await page.evaluate(`window.sound.currentTime = ${bufferedAt} - 5`);
    await page
      .getByRole("log")
      .getByText("The server does not answer. Playing goes on when it is back.")
      .waitFor({ timeout: 60_000 });
    const had = Number(await page.evaluate(bufferedAt));
    await page.unroute(/\/v1\//);
    await until(page, `${bufferedAt} > ${had}`);
    let isGiven = false;
    await page.route(/\/v1\/studio\/previews\//, (route) => {
      if (isGiven) return route.continue();
      isGiven = true;
      return route.fulfill({
        status: 404,
        json: { error: { code: "NOT_FOUND", message: "There is no such preview.", retryable: false }, request_id: "x" },
      });
    });
    const begun = page.waitForRequest((asked) => asked.method() === "POST" && asked.url().endsWith("/previews"));
    // Parts of an earlier answer can still come in, so the end is sought again until the player has asked.
    let hasBegun = false;
    void begun.then(() => {
      hasBegun = true;
    });
    while (!hasBegun) {
      await page.evaluate(`if (${AHEAD} > 10) window.sound.currentTime = ${bufferedAt} - 5`);
      await page.waitForTimeout(50);
    }
    const then = Number(await page.evaluate(bufferedAt));
    await until(page, `${bufferedAt} > ${then}`);
    await until(page, "!window.sound.paused");
  });
  test("reads a finished file under a new address when the old one no longer opens", async () => {
    const { projectId, sectionId } = await spokenStory(server.client, longText(24), "The Address");
    await exportStory(server.client, { projectId, sectionId }, "mp3");
    const { page } = await visit(`${server.url}/#key=${server.key}`);
    await page.getByRole("heading", { name: "Stories" }).waitFor();
    await page.addInitScript(KEEP_SOUND);
    await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}`);
    let refused = 0;
    await page.route(/\/v1\/media\//, (route) =>
      refused++ === 0 ? route.fulfill({ status: 403, body: "" }) : route.continue(),
    );
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, heardFor(0.3));
    assert.ok(refused > 1);
  });
});

test("audio is created for every chapter that lacks it, after one quote", async () => {
  const { projectId, sectionIds } = await createBook(server.client, "“First,” said Ann.\n", "“Second,” said Ben.\n");
  const { page } = await visit(`${server.url}/#key=${server.key}`);
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionIds[0]}`);
  await page.getByRole("button", { name: "Create audio" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Chapters").selectOption("all");
  await dialog.getByRole("button", { name: "Create audio" }).click();
  const states = async () =>
    (await server.client.call("readProjectSections", { params: { projectId } })).sections.map(
      ({ activity_status }) => activity_status,
    );
  for (
    const end = Date.now() + 60_000;
    Date.now() < end && (await states()).some((state) => state !== "audio_ready");
  ) {
    await page.waitForTimeout(200);
  }
  assert.deepEqual(await states(), ["audio_ready", "audio_ready"]);
});

describe("keys", () => {
  test("are revoked after a question, which says when it signs out", async () => {
    const { raw_key } = await server.client.call("createApiKey", {
      body: {
        name: "Kitchen",
        scopes: ["account:read", "studio:read", "studio:write", "api_keys:read", "api_keys:write"],
        expires_in_days: null,
      },
    });
    const { page } = await visit(`${server.url}/account#key=${raw_key}`);
    await page.getByRole("button", { name: "Revoke Kitchen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Revoking it signs you out here").waitFor();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  });
});

test("a line that is changed behind the playhead moves it at the end of a line; one ahead is spoken again, it alone", async () => {
  const { client } = server;
  const { projectId, sectionId } = await spokenStory(client, longText(8));
  const linesNow = async () => {
    const { document, speaker_registry_version } = await client.call("readDocument", { params: { sectionId } });
    const { document_version } = document;
    const answer = await client.call("readPlaybackManifest", {
      params: { sectionId },
      query: { document_version, speaker_registry_version, schema_version: 2 },
    });
    const units = answer.manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
    return { document, units };
  };
  const change = async (index: number, text: string) => {
    const { document } = await linesNow();
    const block = document.blocks[index];
    assert.ok(block?.content.type === "text");
    await replaceBlock(client, sectionId, document, block, { content: { ...block.content, text, annotations: [] } });
    return block.id;
  };
  const takesOf = async (blockId: string) =>
    (await client.call("listTakes", { params: { sectionId, blockId } })).takes.length;

  const before = await linesNow();
  const { page } = await visit(`${server.url}/#key=${server.key}`);
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  await page.addInitScript(KEEP_SOUND);
  await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  // In the third line the first one becomes much shorter.
  const third = (before.units[2]?.start_ms ?? 0) / 1000;
  const ends = (before.units[3]?.start_ms ?? 0) / 1000;
  await until(page, heardFor(0.2));
  await until(page, `window.sound.buffered.end(0) > ${ends}`);
  await page.evaluate(`window.sound.currentTime = ${third + 0.2}`);
  await page.evaluate(`{
    window.jumps = [];
    let last = window.sound.currentTime;
    const look = () => {
      const now = window.sound.currentTime;
      if (Math.abs(now - last) > 0.5) window.jumps.push([last, now]);
      last = now;
      requestAnimationFrame(look);
    };
    look();
  }`);
  await change(0, "Done.\n\n");
  await until(page, "window.jumps.length > 0 && !window.sound.paused && !window.sound.seeking");
  const [[from, to]] = (await page.evaluate("window.jumps")) as [[number, number]];
  assert.ok(Math.abs(from - ends) < 0.6, `left at ${from} s, the line ends at ${ends} s`);
  assert.ok(to < from - 1, `continued at ${to} s, left at ${from} s`);

  const counted = await Promise.all(before.document.blocks.map((block) => takesOf(block.id)));
  const changed = await change(6, "The gulls went away.\n\n");
  await page.getByRole("slider", { name: "Speed" }).fill("3");
  await until(page, "window.sound.ended", 120_000);
  const after = await Promise.all(before.document.blocks.map((block) => takesOf(block.id)));
  assert.deepEqual(
    after.map((count, at) => count - (counted[at] ?? 0)),
    before.document.blocks.map((block) => (block.id === changed ? 1 : 0)),
  );
});

test("a place that is chosen while an edit waits for the end of its line is not left again", async () => {
  const { client } = server;
  const { projectId, sectionId } = await spokenStory(client, longText(8));
  const { page } = await signedIn(server, chapterPath({ projectId, sectionId }), [KEEP_SOUND]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.2));
  await until(page, "window.sound.buffered.length > 0 && window.sound.buffered.end(0) > window.sound.duration - 1");
  // In the second line the first one becomes much shorter, so all that follows moves.
  const seconds = (await spokenUnits(client, sectionId)).map(({ start_ms }) => start_ms / 1000);
  await page.evaluate(`window.sound.currentTime = ${(seconds[1] ?? 0) + 0.2}`);
  const asked = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && /\/previews$/.test(answer.url()),
  );
  const { document } = await client.call("readDocument", { params: { sectionId } });
  const [first] = document.blocks;
  assert.ok(first?.content.type === "text");
  await replaceBlock(client, sectionId, document, first, {
    content: { ...first.content, text: "Done.\n\n", annotations: [] },
  });
  await asked;
  const target = Math.floor(seconds[4] ?? 0);
  await page.getByRole("slider", { name: "Seek" }).fill(String(target));
  await until(page, `!window.sound.paused && !window.sound.seeking && window.sound.currentTime > ${target}`);
  await page.evaluate(`{
    window.lowest = window.sound.currentTime;
    const look = () => {
      window.lowest = Math.min(window.lowest, window.sound.currentTime);
      requestAnimationFrame(look);
    };
    look();
  }`);
  await until(page, `window.sound.currentTime > ${target + 3}`);
  assert.ok(Number(await page.evaluate("window.lowest")) >= target, "the playhead went back");
});

async function spokenUnits(client: Client, sectionId: string) {
  const { document, speaker_registry_version } = await client.call("readDocument", { params: { sectionId } });
  const { document_version } = document;
  const { manifest } = await client.call("readPlaybackManifest", {
    params: { sectionId },
    query: { document_version, speaker_registry_version, schema_version: 2 },
  });
  return manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
}

test("in a low window, as of a laptop at 200 %, the player leaves room for lines and has every control behind More", async () => {
  const { projectId, sectionId } = await spokenStory(server.client, longText(12), "Low");
  const { page } = await signedIn(server, chapterPath({ projectId, sectionId }));
  await page.setViewportSize({ width: 683, height: 384 });
  const player = page.getByRole("region", { name: "Player" });
  await until(page, "document.querySelector('[role=row]') !== null");
  const bar = await player.boundingBox();
  assert.ok(bar !== null && bar.height <= 72 && bar.y + bar.height <= 384, JSON.stringify(bar));
  const first = await page.getByRole("row").first().boundingBox();
  assert.ok(first !== null && first.y + 24 < bar.y, `the first line is in the window: ${JSON.stringify(first)}`);
  for (const name of ["Play", "Create audio"]) await player.getByRole("button", { name, exact: true }).waitFor();
  await player.getByRole("slider", { name: "Seek" }).waitFor();
  await player.getByRole("button", { name: "More of the player" }).click();
  await player.getByRole("slider", { name: "Speed" }).waitFor();
  await player.getByRole("button", { name: "Low", exact: true }).waitFor();
  const whole = await player.boundingBox();
  assert.ok(whole !== null && whole.y >= 0 && whole.y + whole.height <= 384, JSON.stringify(whole));
});

test("on a phone the words of the player are whole in German, also while audio is made", async () => {
  const { projectId, sectionId } = await createStory(server.client, longText(200));
  await prepare(server.client, projectId, sectionId);
  const { page } = await visit(`${server.url}${chapterPath({ projectId, sectionId })}#key=${server.key}`, {
    locale: "de-DE",
    viewport: { width: 390, height: 844 },
  });
  await page.route(/\/v1\/studio\/sections\/[^/]+\/previews/, () => undefined);
  await page.getByRole("button", { name: "Audio erstellen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Audio erstellen" }).click();
  const player = page.getByRole("region", { name: "Wiedergabe" });
  await player.getByRole("progressbar", { name: "Audio" }).waitFor();
  await player.getByRole("button", { name: "Abspielen", exact: true }).click();
  const words = player.getByText("Der Ton wird vorbereitet");
  await words.waitFor();
  const [shown = 0, whole = 0] = await page.evaluate<number[]>(
    "[...document.querySelectorAll('section[aria-label=Wiedergabe] span')].filter((one) => one.textContent.startsWith('Der Ton')).flatMap((one) => [one.clientWidth, one.scrollWidth])",
  );
  assert.ok(whole > 0 && whole <= shown, `${whole} px of words in ${shown} px`);
});

test("a chapter that was spoken by Play alone lacks nothing in the bar, in Export and in Share, without a reload", async () => {
  const { client } = server;
  const story = await createStory(client);
  await prepare(client, story.projectId, story.sectionId);
  const { page } = await signedIn(server, chapterPath(story), [KEEP_SOUND]);
  await page.getByText(/^\d+ lines · free$/).waitFor();
  await page.getByRole("tab", { name: "Share" }).click();
  const lacks = page.getByText("1 chapter has lines without audio.");
  await lacks.waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await lacks.waitFor({ state: "detached" });
  await page.getByText("Everything is up to date").waitFor();
  await page.getByRole("tab", { name: "Export" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).waitFor();
  assert.equal(await page.getByText(/lines without audio/).count(), 0);
});

test("a story plays from the list of stories, in the chapter that was open last", async () => {
  const { projectId, sectionIds } = await createBook(server.client, longText(4), longText(4));
  const { page } = await signedIn(server, `/stories/${projectId}/chapters/${sectionIds[1]}`, [KEEP_SOUND]);
  await page.getByRole("heading", { name: "Chapter 2", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Stories" }).click();
  await page.getByRole("listitem").first().getByRole("button", { name: "Listen" }).click();
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Chapter 2" }).waitFor();
  await until(page, heardFor(0.3));
});
