// The studio in a real browser: from the key to a corrected script, by mouse and by keyboard, in both themes, on a phone.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { createStory, longText, prepare, readDocument, spokenStory } from "../api/story.ts";
import { paste, until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A page of the studio with a session. */
async function studio(path: string, options: Parameters<typeof visit>[1] = {}) {
  const visited = await visit(`${server.url}${path}#key=${key}`, options);
  await visited.page.getByRole("navigation").first().waitFor();
  return visited;
}

const SHOWN_LINES = "document.querySelectorAll('[aria-rowindex]').length";
const lines = (page: Page) => page.getByRole("grid", { name: "Script" }).getByRole("row");

/** A prepared story, opened at its script. */
async function openedScript(options: Parameters<typeof visit>[1] = {}, text?: string) {
  const story = await createStory(client, text);
  await prepare(client, story.projectId, story.sectionId);
  const visited = await studio(`/stories/${story.projectId}/chapters/${story.sectionId}`, options);
  await lines(visited.page).first().waitFor();
  return { ...visited, ...story };
}

const spoken = await spokenStory(client, undefined, "The Boat");

describe("a session", () => {
  test("begins with the key of the start link, which leaves the address", async () => {
    const { page, faults, foreign } = await studio("/");
    await page.getByRole("heading", { name: "Stories", level: 1 }).waitFor();
    assert.equal(new URL(page.url()).hash, "");
    await until(page, "document.title === 'Stories · Fullcast'");
    const kept = await page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])");
    assert.ok(!String(kept).includes(key));
    assert.deepEqual([faults, foreign], [[], []]);
  });
  test("is asked for by name, refuses a wrong key in words, and ends at Sign out", async () => {
    const { page } = await visit(`${server.url}/account`);
    await page.getByLabel("Key").fill("fc_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This key is not known here.").waitFor();
    await page.getByLabel("Key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  });
});

describe("stories", () => {
  test("a pasted text becomes a script", async () => {
    const { page, faults } = await studio("/");
    await page.getByRole("button", { name: "New story" }).first().click();
    await page.getByLabel("Title").fill("The Lamp");
    await page.getByLabel("Story text").fill("“Who is there?” asked Mara.\n\n“Only me,” said Tom.\n");
    await page
      .getByText(/9 words/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Create story" }).click();
    await lines(page).filter({ hasText: "Only me" }).filter({ hasText: "Tom" }).waitFor();
    assert.match(page.url(), /\/stories\/[0-9a-f-]{36}\/chapters\/[0-9a-f-]{36}#script$/);
    assert.deepEqual(faults, []);
  });
  test("a paste with CRLF keeps every character", async () => {
    const { page } = await studio("/new");
    const text = "“Halt!” rief Anna.\r\n\r\n“Nein,” sagte Tom. 👩‍🚀\r\n";
    await page.getByLabel("Title").fill("Zeilenenden");
    await paste(page, text);
    await page.getByText("is kept as a file").waitFor();
    await page.getByRole("button", { name: "Create story" }).click();
    await page.waitForURL(/#script$/);
    const sectionId = /chapters\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
    const { document } = await readDocument(client, sectionId);
    assert.equal(
      document.blocks.map((block) => (block.content.type === "text" ? block.content.text : "")).join(""),
      text,
    );
  });
  test("is renamed and deleted, and says before what goes", async () => {
    await createStory(client, undefined, "To be deleted");
    const { page } = await studio("/");
    const row = page.getByRole("list", { name: "Stories" }).getByRole("listitem").filter({ hasText: "To be deleted" });
    await row.getByRole("button", { name: "Rename", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Another name");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    const renamed = page.getByRole("listitem").filter({ hasText: "Another name" });
    await renamed.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByText("1 chapter").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await renamed.waitFor({ state: "detached" });
  });
  test("on a phone a story takes one low row, and a menu has what is done with it", async () => {
    await createStory(client, undefined, "Low Row");
    const { page, faults } = await studio("/", PHONE);
    const row = page.getByRole("list", { name: "Stories" }).getByRole("listitem").filter({ hasText: "Low Row" });
    await row.getByText("needs audio").waitFor();
    const box = await row.boundingBox();
    assert.ok(box !== null && box.height <= 96, JSON.stringify(box));
    assert.deepEqual(await violations(page), []);
    await row.getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
    await page.getByRole("menuitem", { name: "Rename" }).tap();
    // The dialog is there for typing: the old name is marked in its field.
    await until(page, "document.activeElement?.value === 'Low Row'");
    await page.keyboard.type("Lower");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Lower", exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });
  test("an empty library offers New story once", async () => {
    const { page } = await studio("/");
    await page.route("**/v1/studio/stories", (route) =>
      route.fulfill({ json: { data: { stories: [], next_cursor: null }, request_id: "req_none" } }),
    );
    await page.reload();
    await page.getByRole("heading", { name: "Give every character a voice" }).waitFor();
    await page.getByRole("button", { name: "New story" }).click();
    await page.getByLabel("Story text").waitFor();
  });
  test("an empty library offers an example, which opens as a script", async () => {
    const { page } = await studio("/");
    await page.route("**/v1/studio/stories", (route) =>
      route.fulfill({ json: { data: { stories: [], next_cursor: null }, request_id: "req_none" } }),
    );
    await page.reload();
    await page.getByRole("button", { name: "Try the example story" }).click();
    await page.getByRole("heading", { name: "The Lighthouse", level: 1 }).waitFor();
    await lines(page).filter({ hasText: "It’s only weather" }).filter({ hasText: "Mara" }).waitFor();
  });
  test("a story without a cover of its own shows the drawn one", async () => {
    const { page } = await openedScript();
    await page.getByRole("link", { name: "Stories" }).click();
    const picture = page.getByRole("listitem").first().locator("img");
    await picture.waitFor();
    await until(page, `document.querySelector("li img").naturalWidth > 0`);
    // Wider than high would be a picture of another shape.
    const box = await picture.boundingBox();
    assert.ok(box !== null && Math.abs(box.height / box.width - 1.5) < 0.05, JSON.stringify(box));
  });
  test("an unknown address says so with status 404", async () => {
    const { page } = await studio("/");
    const response = await page.goto(`${server.url}/no/such/page`);
    assert.equal(response?.status(), 404);
  });
});

describe("the script", () => {
  test("lists every line with its speaker, its place and one Tab stop", async () => {
    const { page, sectionId } = await openedScript();
    const { document } = await readDocument(client, sectionId);
    await until(page, `${SHOWN_LINES} === ${document.blocks.length}`);
    assert.equal(
      await page.getByRole("grid", { name: "Script" }).getAttribute("aria-rowcount"),
      String(document.blocks.length),
    );
    await lines(page).filter({ hasText: "Is the boat back?" }).filter({ hasText: "Mara" }).waitFor();
    const stops = await page.getByRole("grid", { name: "Script" }).locator('[tabindex="0"]').count();
    assert.equal(stops, 1);
  });
  test("the key + asks for a new person, whose name is typed at once", async () => {
    const { page } = await openedScript();
    const line = lines(page).filter({ hasText: "Not yet" });
    await line.click();
    await page.keyboard.press("+");
    await page.getByRole("dialog").waitFor();
    await until(page, "document.activeElement?.matches('[role=dialog] input')");
    await page.keyboard.type("Grandmother");
    await page.keyboard.press("Enter");
    await line.filter({ hasText: "Grandmother" }).waitFor();
  });
  test("a digit gives a line to a person, at once and for good; Home and End reach the ends", async () => {
    const { page, sectionId } = await openedScript();
    await lines(page).first().focus();
    await page.keyboard.press("End");
    await until(page, "document.activeElement.ariaRowIndex === document.activeElement.parentElement.ariaRowCount");
    await page.keyboard.press("Home");
    await until(page, "document.activeElement.ariaRowIndex === '1'");
    const line = lines(page).filter({ hasText: "Not yet" });
    await line.click();
    const legend = page.getByRole("list", { name: "People" }).getByRole("button", { name: /Mara$/ });
    const digit = /^(\d)/.exec((await legend.textContent()) ?? "")?.[1] ?? "";
    await page.keyboard.press(`Digit${digit}`);
    await line.filter({ hasText: "Mara" }).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    const answer = await readDocument(client, sectionId);
    const mara = answer.speakers.find((speaker) => speaker.name === "Mara");
    const block = answer.document.blocks.find((one) => one.content.type === "text" && /Not yet/.test(one.content.text));
    assert.equal(block?.speaker_id, mara?.id);
  });
  test("words are edited in their line, and Escape keeps them as a draft", async () => {
    const { page, sectionId } = await openedScript();
    const line = lines(page).filter({ hasText: "He laughed" });
    await line.click();
    await page.keyboard.press("Enter");
    const editor = page.getByRole("textbox", { name: "Edit line" });
    await editor.fill("He laughed aloud, and the fire spat.");
    await page.keyboard.press("Escape");
    await lines(page).filter({ hasText: "He laughed, and" }).click();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Use the draft" }).click();
    await editor.filter({ hasText: "laughed aloud" }).waitFor();
    await until(page, "document.activeElement.classList.contains('cm-content')");
    await page.keyboard.press("Control+Enter");
    await editor.waitFor({ state: "detached" });
    await lines(page).filter({ hasText: "He laughed aloud" }).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    const { document } = await readDocument(client, sectionId);
    assert.ok(
      document.blocks.some((block) => block.content.type === "text" && /laughed aloud/.test(block.content.text)),
    );
  });
  test("a line is split and merged, left out and put back", async () => {
    const { page } = await openedScript();
    const before = await lines(page).count();
    const line = lines(page).filter({ hasText: "The rain had not stopped" });
    await line.click();
    await page.keyboard.press("s");
    await page.getByRole("group", { name: "Split" }).waitFor();
    await page.keyboard.press("Enter");
    await until(page, `${SHOWN_LINES} === ${before + 1}`);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("m");
    await until(page, `${SHOWN_LINES} === ${before}`);
    await page.keyboard.press("x");
    await lines(page).filter({ hasText: "Left out" }).waitFor();
    await page.keyboard.press("x");
    await lines(page).filter({ hasText: "Left out" }).waitFor({ state: "detached" });
  });
  test("edits are undone on the server, over a reload, and done again", async () => {
    const { page, sectionId } = await openedScript();
    const line = lines(page).filter({ hasText: "Not yet" });
    await line.click();
    await page.keyboard.press("x");
    await line.filter({ hasText: "Left out" }).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    await line.filter({ hasText: "Left out" }).waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await line.filter({ hasText: "Tom" }).waitFor();
    await page.keyboard.press("Control+Shift+Z");
    await line.filter({ hasText: "Left out" }).waitFor();
    const { document } = await readDocument(client, sectionId);
    assert.ok(document.blocks.some((block) => block.kind === "excluded"));
  });
  test("edits wait while the server is away and are sent when it is back", async () => {
    const { page, sectionId } = await openedScript();
    await page.route("**/document", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    const line = lines(page).filter({ hasText: "Not yet" });
    await line.click();
    await page.getByLabel("Speaker").selectOption({ label: "Mara" });
    await line.filter({ hasText: "Mara" }).waitFor();
    await page.getByText("1 change waits here").waitFor();
    await page.unroute("**/document");
    await page.getByText("Saved", { exact: true }).waitFor();
    const answer = await readDocument(client, sectionId);
    const block = answer.document.blocks.find((one) => one.content.type === "text" && /Not yet/.test(one.content.text));
    assert.equal(answer.speakers.find(({ id }) => id === block?.speaker_id)?.name, "Mara");
  });
  test("two tabs that write other words into one line keep both, and a person chooses", async () => {
    const { page, sectionId } = await openedScript();
    const line = lines(page).filter({ hasText: "He laughed" });
    await line.click();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Edit line" }).fill("He smiled, and the fire spat.");
    const { document } = await readDocument(client, sectionId);
    const block = document.blocks.find((one) => one.content.type === "text" && /He laughed/.test(one.content.text));
    assert.ok(block?.content.type === "text");
    await client.call("editDocument", {
      params: { sectionId },
      body: {
        schema_version: 1,
        actor_session_id: crypto.randomUUID(),
        client_mutation_id: crypto.randomUUID(),
        base_document_version: document.document_version,
        operations: [
          {
            op: "replace_block",
            block_id: block.id,
            base_block_version: block.block_version,
            set: { content: { ...block.content, text: "He wept, and the fire spat.\n", annotations: [] } },
          },
        ],
      },
    });
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("He wept").waitFor();
    await dialog.getByText("He smiled").waitFor();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await lines(page).filter({ hasText: "He smiled" }).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    const after = await readDocument(client, sectionId);
    assert.ok(after.document.blocks.some((one) => one.content.type === "text" && /He smiled/.test(one.content.text)));
  });
  test("a long chapter shows few nodes, and its end is reached and edited", async () => {
    const { page, sectionId } = await openedScript({}, longText(3000));
    const total = Number(await page.getByRole("grid", { name: "Script" }).getAttribute("aria-rowcount"));
    assert.ok(total > 3000);
    assert.ok((await lines(page).count()) < 60);
    await lines(page).first().focus();
    await page.keyboard.press("End");
    await page.locator(`[aria-rowindex="${total}"]`).filter({ hasText: "tide" }).waitFor();
    await until(page, `document.activeElement.ariaRowIndex === "${total}"`);
    await page.keyboard.press("Digit1");
    await page.getByText("Saved", { exact: true }).waitFor();
    const { document } = await readDocument(client, sectionId);
    assert.equal(document.document_version > 2, true);
  });
});

describe("the cast", () => {
  test("shows lines and share, and a chosen voice makes lines out of date", async () => {
    const { page, faults } = await studio(`/stories/${spoken.projectId}/chapters/${spoken.sectionId}`);
    await page.getByRole("tab", { name: "Cast" }).click();
    const mara = page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ hasText: "Mara" });
    await mara.getByRole("button", { name: "Mara", exact: true }).click();
    await page.getByRole("list", { name: "Auditions" }).getByRole("button", { name: "Choose" }).nth(3).click();
    await mara.getByText(/lines out of date/).waitFor();
    await page.getByRole("tab", { name: "Script" }).click();
    await lines(page).filter({ hasText: "Is the boat back?" }).filter({ hasText: "Out of date" }).waitFor();
    // A stream that ends with its screen counts as aborted.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes("/events: net::ERR_ABORTED")),
      [],
    );
  });
});

const SCREENS = (place: string) => [
  "/",
  "/new#paste",
  "/new#file",
  `${place}#script`,
  `${place}#cast`,
  "/sounds",
  "/account",
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`no screen has a fault that axe-core knows of, in ${colorScheme} colours`, async () => {
    const { page } = await studio("/", { colorScheme });
    for (const path of SCREENS(`/stories/${spoken.projectId}/chapters/${spoken.sectionId}`)) {
      await page.goto("about:blank");
      await page.goto(`${server.url}${path}`);
      await page.getByRole("heading").first().waitFor();
      if (path.endsWith("#script")) await lines(page).first().waitFor();
      if (path.endsWith("#cast"))
        await page.getByRole("list", { name: "Auditions" }).getByRole("listitem").first().waitFor();
      assert.deepEqual(await violations(page), [], path);
    }
  });
}

test("every screen fits a width of 320 pixels", async () => {
  const { page } = await studio("/", { viewport: { width: 320, height: 640 } });
  for (const path of SCREENS(`/stories/${spoken.projectId}/chapters/${spoken.sectionId}`)) {
    await page.goto("about:blank");
    await page.goto(`${server.url}${path}`);
    await page.getByRole("heading").first().waitFor();
    const wide = await page.evaluate("document.scrollingElement.scrollWidth - innerWidth");
    assert.ok(Number(wide) <= 0, `${path} is ${wide} px too wide`);
  }
});

test("the first load takes at most 150 kB of compressed script and 300 kB in all", async () => {
  const { page } = await studio("/");
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  const sizes =
    (await page.evaluate(`performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .map((one) => [new URL(one.name).pathname, one.encodedBodySize])`)) as [string, number][];
  const sum = (some: readonly [string, number][]) => some.reduce((total, [, size]) => total + size, 0);
  const script = sum(sizes.filter(([path]) => path.endsWith(".js")));
  assert.ok(script > 50_000 && script <= 150_000, `${script} bytes of script`);
  assert.ok(sum(sizes) <= 300_000, `${sum(sizes)} bytes`);
});

test("in a German browser every word is German", async () => {
  const { page } = await studio("/", { locale: "de-DE" });
  await page.getByRole("heading", { name: "Geschichten", level: 1 }).waitFor();
  await until(page, "document.documentElement.lang === 'de'");
});
