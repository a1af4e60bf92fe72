// The public page in a real browser: it is read, it plays, it is accessible, and nothing goes wrong in its console.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { sharedServer } from "../api/server.ts";
import {
  createAudio,
  createBook,
  createStory,
  exportStory,
  prepare,
  readDocument,
  spokenStory,
  studioMutation,
} from "../api/story.ts";
import { focusOn, until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;
const publication = () => ({ schema_version: 1 as const, client_mutation_id: randomUUID(), allow_download: true });

const story = await spokenStory(client, undefined, "The Boat");
const section = await client.call("publishSection", {
  params: { sectionId: story.sectionId },
  body: { ...publication(), make_files: false },
});
const sectionUrl = section.share_link?.url ?? "";

const book = await createBook(client, '"First," said Ann.\n', "Second and last.\n");
await prepare(client, book.projectId, ...book.sectionIds);
await createAudio(client, book.projectId, ...book.sectionIds);
await exportStory(client, { projectId: book.projectId, sectionId: book.sectionIds[0]! }, "mp3");
const project = await client.call("publishProject", {
  params: { projectId: book.projectId },
  body: { ...publication(), make_files: false },
});
const projectUrl = project.share_link?.url ?? "";

const kept = await spokenStory(client, undefined, "Kept");
await exportStory(client, kept, "mp3");
const keptPage = await client.call("publishSection", { params: { sectionId: kept.sectionId }, body: publication() });
const keptUrl = keptPage.share_link?.url ?? "";
const closed = await spokenStory(client, undefined, "Closed");
await exportStory(client, closed, "mp3");
const closedPage = await client.call("publishSection", {
  params: { sectionId: closed.sectionId },
  body: { ...publication(), allow_download: false },
});
const closedUrl = closedPage.share_link?.url ?? "";

/** The player's element is not in the page; its calls are seen here. */
const KEEP_SOUND = `{
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () { window.sound = this; return play.call(this); };
}`;
const HEARD = `new Promise((resolve) => {
  const look = () => window.sound?.currentTime > 0.05 ? resolve(null) : setTimeout(look, 10);
  look();
})`;

describe("the public page in a browser", () => {
  test("shows title and text with the names of the speakers, asks nothing of other hosts, and reports no error", async () => {
    const { page, faults, foreign } = await visit(sectionUrl);
    assert.equal(await page.title(), "The Boat");
    assert.equal(await page.locator("h1").innerText(), "The Boat");
    assert.match(await page.locator("main").innerText(), /Mara\s*:?\s*"Is the boat back\?" asked Mara\./);
    assert.deepEqual([faults, foreign], [[], []]);
  });
  test("plays a finished MP3 at a click; it can be sped up and moved, and the word that is heard is lit", async () => {
    const { page, faults } = await visit(projectUrl);
    await page.evaluate(KEEP_SOUND);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.evaluate(HEARD);
    await page.getByRole("slider", { name: "Speed" }).fill("1.5");
    await until(page, "CSS.highlights.has('heard-word')");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("slider", { name: "Seek" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(faults, []);
  });
  test("without one it plays the mix as one stream, to the end, by keyboard", async () => {
    const { page, faults } = await visit(sectionUrl);
    await page.evaluate(KEEP_SOUND);
    const played: string[] = [];
    page.on("response", (response) => response.url().endsWith(".m4s") && played.push(response.url()));
    const button = page.getByRole("button", { name: "Listen to The Boat" });
    await button.waitFor();
    const speed = page.getByRole("slider", { name: "Speed" });
    // Slow, so that it is paused before its end.
    await speed.fill("0.5");
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    // Faster, so that the end comes soon.
    await speed.fill("3");
    await page.getByText("The end.").waitFor({ timeout: 120_000 });
    assert.ok(new Set(played).size > 2);
    assert.match(String(await page.evaluate("window.sound.src")), /^blob:/);
    assert.deepEqual(faults, []);
  });
  test("shows a title once that is the first line too, and lights the words after it", async () => {
    const text = "The Lamp\n\nThe lamp was out. Mara went down the stairs.\n";
    const { sectionId } = await spokenStory(client, text, "The Lamp");
    const body = { ...publication(), make_files: false };
    const { share_link } = await client.call("publishSection", { params: { sectionId }, body });
    const { page, faults } = await visit(share_link?.url ?? "");
    const shown = page.locator("h1, main p").filter({ hasText: /^The Lamp$/, visible: true });
    assert.deepEqual(await shown.allInnerTexts(), ["The Lamp"]);
    await page.evaluate(KEEP_SOUND);
    await page.getByRole("button", { name: "Listen to The Lamp" }).click();
    await page.evaluate(HEARD);
    await until(page, "[...(CSS.highlights.get('heard-word') ?? [])].some((range) => /stairs/.test(String(range)))");
    assert.deepEqual(faults, []);
  });
  for (const colorScheme of ["light", "dark"] as const) {
    test(`has no fault that axe-core knows of, in ${colorScheme} colours`, async () => {
      for (const url of [sectionUrl, projectUrl, `${server.url}/s/${"a".repeat(22)}`]) {
        const { page } = await visit(url, { colorScheme });
        assert.deepEqual(await violations(page), [], url);
      }
    });
  }
  test("can be walked through by keyboard: first the way to the text", async () => {
    const { page } = await visit(projectUrl);
    await page.keyboard.press("Tab");
    await focusOn(page, "Skip to the text");
    await page.getByRole("link", { name: "Skip to the text" }).waitFor();
  });
  test("is German around the story where the browser asks for German, and plays", async () => {
    const { page, faults } = await visit(projectUrl, { locale: "de-AT" });
    await page.addInitScript(KEEP_SOUND);
    await page.reload();
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    await page.getByRole("button", { name: "Anhören", exact: true }).click();
    await page.evaluate(HEARD);
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("slider", { name: "Tempo" }).waitFor();
    const words = await page.evaluate(`[
      document.body.innerText,
      ...[...document.querySelectorAll("[aria-label], [title]")].map((one) => one.ariaLabel + " " + one.title),
    ].join(" ")`);
    assert.doesNotMatch(
      String(words),
      /\b(?:Listen|Play|Chapters|Speed|Seek|Sleep|Next|Keys|Published|Podcast feed|audio)\b/,
    );
    assert.deepEqual([await violations(page), faults], [[], []]);
  });
  test("shows its text in the size, the letters and the spacing that a listener chooses, also after a reload", async () => {
    const { page, faults } = await visit(sectionUrl, { viewport: { width: 390, height: 844 } });
    const looks = async () =>
      (await page.evaluate(`(() => {
        const { fontSize, fontFamily, lineHeight, letterSpacing } = getComputedStyle(document.querySelector("article p"));
        return [parseFloat(fontSize), fontFamily, parseFloat(lineHeight) / parseFloat(fontSize), parseFloat(letterSpacing) || 0];
      })()`)) as [number, string, number, number];
    const [size] = await looks();
    await page.getByRole("button", { name: "How the text looks" }).click();
    const dialog = page.getByRole("dialog", { name: "How the text looks" });
    for (const [name, value] of [
      ["Size", "1.5"],
      ["Space between lines", "2"],
      ["Space between letters", "0.1"],
    ] as const)
      await dialog.getByRole("slider", { name }).fill(value);
    await dialog.getByRole("combobox", { name: "Letters" }).selectOption("Wide and clear");
    assert.deepEqual(await violations(page), []);
    const sample = await dialog.locator(".sample").boundingBox();
    assert.ok(sample !== null && sample.x >= 0 && sample.x + sample.width <= 390, JSON.stringify(sample));
    const isChosen = ([chosen, letters, lines, space]: Awaited<ReturnType<typeof looks>>) => {
      assert.ok(Math.abs(chosen - 1.5 * size) < 0.1, `${chosen} px`);
      assert.match(letters, /Verdana/);
      assert.ok(Math.abs(lines - 2) < 0.01 && Math.abs(space - 0.1 * chosen) < 0.1, `${lines} ${space}`);
    };
    isChosen(await looks());
    await page.keyboard.press("Escape");
    await page.reload();
    isChosen(await looks());
    // Headings of chapters in the largest letters on the smallest window: nothing is wider than it.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(projectUrl);
    await page.getByRole("button", { name: "How the text looks" }).click();
    await dialog.getByRole("slider", { name: "Size" }).fill("2.4");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0);
    await page.getByRole("button", { name: "How the text looks" }).click();
    await dialog.getByRole("button", { name: "Reset" }).click();
    assert.equal((await looks())[0], size);
    assert.deepEqual(faults, []);
  });
  test("is read without any script", async () => {
    const { page } = await visit(projectUrl, { javaScriptEnabled: false });
    assert.match(await page.locator("main").innerText(), /Second and last\./);
    assert.match(await page.locator("main").innerText(), /needs JavaScript/);
  });
});

describe("a page that is kept for offline", () => {
  test("plays without a network after the whole way back, with its words lit; removed, it is gone", async () => {
    const { page } = await visit(keptUrl);
    await page.getByRole("button", { name: "Keep for offline" }).click();
    await page.getByText("This page plays without a network now.").waitFor();
    await until(page, "navigator.serviceWorker.controller !== null");
    await page.context().setOffline(true);
    await page.goto("about:blank");
    await page.goto(keptUrl);
    assert.equal(await page.locator("h1").innerText(), "Kept");
    await page.evaluate(KEEP_SOUND);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.evaluate(HEARD);
    await until(page, "CSS.highlights.has('heard-word')");
    // A seek asks for a range.
    await page.evaluate("window.sound.currentTime = window.sound.duration / 2");
    await until(page, "window.sound.currentTime > window.sound.duration / 2 && !window.sound.seeking");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Remove from this device" }).click();
    await page.getByText("It is no longer on this device.").waitFor();
    await page.context().setOffline(true);
    await assert.rejects(page.goto(keptUrl));
  });
  test("is not offered where the owner allows no downloads", async () => {
    const { page } = await visit(closedUrl);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await until(page, "performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/listen'))");
    assert.equal(await page.getByRole("button", { name: "Keep for offline" }).count(), 0);
  });
  test("of a revoked link is gone with the next visit", async () => {
    const { page } = await visit(keptUrl);
    await page.getByRole("button", { name: "Keep for offline" }).click();
    await page.getByText("This page plays without a network now.").waitFor();
    await client.call("revokeSectionShare", { params: { sectionId: kept.sectionId } });
    await page.goto("about:blank");
    assert.equal((await page.goto(keptUrl))?.status(), 404);
    await until(
      page,
      "caches.open('fullcast-kept-1').then((cache) => cache.keys()).then((all) => all.every(({ url }) => url.includes('/assets/') || !url.includes('/s/')))",
    );
  });
});

describe("a long story", () => {
  test("is played from its contents and from a chapter's page, which goes on with the next one", async () => {
    // The last chapter is more than one page holds, and is not spoken.
    const long = await createBook(
      client,
      '"First," said Ann.\n',
      '"Second," said Ben.\n',
      `${"word ".repeat(40_001)}\n`,
    );
    const [first = "", second = "", last = ""] = long.sectionIds;
    await prepare(client, long.projectId, first, second);
    await createAudio(client, long.projectId, first, second);
    for (const sectionId of [first, second]) await exportStory(client, { projectId: long.projectId, sectionId }, "mp3");
    const { share_link } = await client.call("publishProject", {
      params: { projectId: long.projectId },
      body: { ...publication(), make_files: false },
    });
    const { page } = await visit(share_link?.url ?? "");
    await page.evaluate(KEEP_SOUND);
    await page.getByText("1 of 3 chapters have lines without audio").waitFor();
    const chapters = page.getByRole("list", { name: "Chapters" });
    assert.equal(await chapters.getByRole("listitem").count(), 3);
    await page.getByRole("button", { name: "Listen", exact: true }).click();
    await page.evaluate(HEARD);
    await page.goto(`${share_link?.url}/sections/${first}`);
    await page.evaluate(KEEP_SOUND);
    await page.getByRole("slider", { name: "Speed" }).fill("3");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, `window.sound.src.includes(${JSON.stringify(second)})`);
    assert.match(String(await page.getByRole("link", { name: "Chapter 2" }).last().getAttribute("href")), /sections/);
    await page.goto(`${share_link?.url}/sections/${last}`);
    await page.getByText("There is no audio yet.").first().waitFor();
  });
});

describe("what other programs read of a page", () => {
  test("is an app of its own with the story's name, its cover and a start at the page", async () => {
    const { page } = await visit(projectUrl);
    const address = await page.locator('link[rel="manifest"]').getAttribute("href");
    const manifest = (await (await fetch(new URL(address ?? "", projectUrl))).json()) as {
      readonly name: string;
      readonly start_url: string;
      readonly icons: readonly { readonly src: string }[];
    };
    assert.equal(manifest.start_url, new URL(projectUrl).pathname);
    assert.equal(manifest.name, await page.locator("h1").innerText());
    for (const { src } of manifest.icons) assert.equal((await fetch(new URL(src, projectUrl))).status, 200, src);
  });
  test("is a feed that a podcast program opens", async () => {
    const { page } = await visit(projectUrl);
    const feed = await page.getByRole("link", { name: "Podcast feed" }).getAttribute("href");
    const program = await page.getByRole("link", { name: "Open in a podcast app" }).getAttribute("href");
    assert.equal(program, `podcast:${new URL(feed ?? "", projectUrl).href.replace(/^https?:/, "")}`);
  });
});

describe("what a listener left", () => {
  test("is offered again: the place of the last visit, and it goes on there", async () => {
    const { page } = await visit(projectUrl);
    await page.evaluate(KEEP_SOUND);
    await page.getByRole("button", { name: "Listen to Chapter 1" }).click();
    await page.evaluate(HEARD);
    await page.getByRole("button", { name: "Pause" }).click();
    // The page stores its place when it is left; this is a later place of a longer story.
    await page.evaluate(
      "addEventListener('pagehide', () => localStorage.setItem('fullcast.place.' + location.pathname.split('/')[2], JSON.stringify({ timeline: document.querySelector('.listen').dataset.timeline, seconds: 7 })))",
    );
    await page.reload();
    await page.getByRole("button", { name: "Continue at 0:07" }).waitFor();
  });
  test("is offered by the button that follows what is heard, without taking the focus from it", async () => {
    const { page } = await visit(projectUrl);
    await page.evaluate(KEEP_SOUND);
    await page.evaluate(
      "localStorage.setItem('fullcast.place.' + location.pathname.split('/')[2], JSON.stringify({ timeline: document.querySelector('.listen').dataset.timeline, seconds: 5.5 }))",
    );
    await page.reload();
    await page.getByRole("button", { name: "Continue at 0:05", exact: true }).waitFor();
    await page.getByRole("button", { name: "From the beginning" }).press("Enter");
    await page.getByRole("button", { name: "Pause" }).click();
    // The place of the earlier visit is no longer offered.
    await page.getByRole("button", { name: "Listen", exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Continue/ }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "From the beginning" }).count(), 0);
  });
});

describe("the player on a small screen and by keyboard", () => {
  test("has every control within the window, and the sleep timer as a moon with its minutes", async () => {
    for (const locale of ["en", "de"]) {
      const { page } = await visit(projectUrl, { viewport: { width: 390, height: 700 }, locale });
      const sleep = page.getByRole("combobox", { name: locale === "de" ? "Einschlafzeit" : "Sleep timer" });
      await sleep.selectOption("30");
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        assert.deepEqual(
          await page.evaluate(`[...document.querySelectorAll(".bar button, .bar input, .bar select")]
            .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
            .map((one) => one.ariaLabel)`),
          [],
          `${width} pixels`,
        );
        assert.equal(await page.locator(".sleep svg").isVisible(), true);
        assert.equal(
          await page.evaluate("getComputedStyle(document.querySelector('.sleep'), '::after').content"),
          '"30"',
        );
      }
      // With room the words are there, all of them.
      await page.setViewportSize({ width: 1280, height: 700 });
      assert.equal(await page.locator(".sleep svg").isVisible(), false);
      assert.ok(
        await page.evaluate(`(() => {
          const list = document.querySelector(".sleep select");
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = getComputedStyle(list).font;
          return [...list.options].every((one) => pen.measureText(one.text).width + 20 < list.clientWidth);
        })()`),
        "the longest choice is not cut off",
      );
    }
  });
  test("obeys the keys of the page while a button has the focus; the space bar presses the button", async () => {
    const { page } = await visit(projectUrl);
    await page.evaluate(KEEP_SOUND);
    const follow = page.getByRole("button", { name: "Follow the text" });
    await follow.focus();
    await page.keyboard.press("k");
    await page.evaluate(HEARD);
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    assert.equal(await follow.getAttribute("aria-pressed"), "false");
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    // Letters choose in a list.
    await page.getByRole("combobox", { name: "Sleep timer" }).focus();
    await page.keyboard.press("k");
    assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
  });
});

test("a page in a frame of another site plays; no other page can be framed", async () => {
  const embed = await fetch(`${projectUrl}/embed`);
  assert.match(embed.headers.get("content-security-policy") ?? "", /frame-ancestors \*/);
  const whole = await fetch(projectUrl);
  assert.match(whole.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  const card = (await (await fetch(`${projectUrl}/oembed.json`)).json()) as { width: number; height: number };
  const { page, faults } = await visit(`${projectUrl}/embed`, { viewport: { width: card.width, height: card.height } });
  for (const height of [card.height, 240]) {
    await page.setViewportSize({ width: card.width, height });
    const [cover, bar, wanted] = (await page.evaluate(`[
      document.querySelector(".cover").getBoundingClientRect().bottom,
      document.querySelector(".bar").getBoundingClientRect().top,
      document.documentElement.scrollHeight,
    ]`)) as [number, number, number];
    assert.ok(cover <= bar && wanted <= height, `${height} px: the cover ends at ${cover}, the bar begins at ${bar}`);
  }
  await page.evaluate(KEEP_SOUND);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.evaluate(HEARD);
  assert.deepEqual(faults, []);
});

describe("the mix that a listener chooses", () => {
  const SCRIPT = [
    "[SFX: rain on glass, 20s, loop]",
    ...Array.from({ length: 12 }, (_, at) => [
      `NARRATOR: The rain on the glass had not stopped for ${at + 2} days.`,
      "MARA: Is the boat back in the harbour already?",
    ]).flat(),
    "",
  ].join("\n");

  async function sounding(title: string) {
    const made = await createStory(client, "To be replaced.\n", title);
    const { document } = await readDocument(client, made.sectionId);
    await client.call("importScript", {
      params: { sectionId: made.sectionId },
      body: { ...studioMutation(), base_document_version: document.document_version, text: SCRIPT },
    });
    await createAudio(client, made.projectId, made.sectionId);
    return made;
  }
  const share = async (sectionId: string) =>
    (
      await client.call("publishSection", {
        params: { sectionId },
        body: { ...publication(), make_files: false },
      })
    ).share_link?.url ?? "";

  /** Notes when a new sound is set and when it is heard, in ms, and where it begins. */
  const NOTE_SWITCH = `{
    window.switches = [];
    const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src");
    Object.defineProperty(HTMLMediaElement.prototype, "src", { ...source, set(value) {
      const [left, at] = [this.currentTime, performance.now()];
      source.set.call(this, value);
      const look = () => {
        if (this.paused || this.readyState < 3 || this.seeking || this.currentTime < left) return requestAnimationFrame(look);
        window.switches.push({ left, begins: this.currentTime, silent: performance.now() - at });
      };
      requestAnimationFrame(look);
    } });
  }`;

  for (const kind of ["the mix", "a finished file"] as const) {
    test(`voices only: ${kind} goes on at the same word without sounds, and back; the choice stays after a reload`, async () => {
      const story = await sounding(`Sounding, ${kind}`);
      if (kind === "a finished file") await exportStory(client, story, "mp3");
      const url = await share(story.sectionId);
      const { page, faults } = await visit(url);
      await page.addInitScript(KEEP_SOUND + NOTE_SWITCH);
      await page.reload();
      const voices = page.getByRole("button", { name: "Voices only" });
      assert.equal(await voices.getAttribute("aria-pressed"), "false");
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.evaluate(HEARD);
      await until(page, "window.sound.currentTime > 1");
      const fetched: string[] = [];
      page.on("response", (response) => fetched.push(new URL(response.url()).pathname));
      for (const pressed of ["true", "false"]) {
        await page.evaluate("window.switches.length = 0");
        const begun = performance.now();
        await voices.click();
        await until(page, "window.switches.length > 0");
        const [{ left, begins, silent }] = (await page.evaluate("window.switches")) as [
          { left: number; begins: number; silent: number },
        ];
        console.log(
          `${kind}, voices only ${pressed}: ${Math.round(performance.now() - begun)} ms after the press, ${Math.round(silent)} ms of them silent, ${Math.round((begins - left) * 1000)} ms of the story`,
        );
        // The same word: nothing was skipped, and no more was heard than time went by.
        assert.ok(begins >= left && begins - left < silent / 1000 + 0.1, JSON.stringify({ left, begins, silent }));
        assert.equal(await voices.getAttribute("aria-pressed"), pressed);
        assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 1);
      }
      assert.ok(fetched.some((path) => /\/voices\/.*\.m4s$/.test(path)));
      await voices.click();
      await page.reload();
      assert.equal(await voices.getAttribute("aria-pressed"), "true");
      assert.deepEqual([await violations(page), faults], [[], []]);
    });
  }
  test("a story without sounds has no such button", async () => {
    const { page } = await visit(sectionUrl);
    await page.getByRole("slider", { name: "Speed" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Voices only" }).count(), 0);
  });
});
