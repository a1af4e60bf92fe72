// The way of a blind reader from an empty library to a published story: only by the names, roles and states of the
// accessibility tree, by the keyboard, and by what the page announces. Nothing here looks at the layout.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Workflow } from "@fullcast/contract";
import type { Page } from "playwright-core";
import { startTestServer } from "../api/server.ts";
import { finished, longText } from "../api/story.ts";
import { focusOn, paste, until, visit } from "./visit.ts";

/** What a screen reader says by itself: words that come into live regions, in their order. */
const LISTEN = `(() => {
  window.heard = [];
  const LIVE = "[role=log], [role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output";
  const say = (text) => { const words = text.replace(/\\s+/g, " ").trim(); if (words !== "") window.heard.push(words); };
  new MutationObserver((records) => {
    const whole = new Set();
    for (const { type, target, addedNodes } of records) {
      if (type === "characterData") {
        const region = target.parentElement?.closest(LIVE);
        if (region) whole.add(region);
        continue;
      }
      for (const node of addedNodes) {
        const region = (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE);
        if (region?.role === "log") say(node.textContent);
        else if (region) whole.add(region);
        else if (node.nodeType === 1) for (const inner of node.querySelectorAll(LIVE)) whole.add(inner);
      }
    }
    for (const region of whole) if (region.isConnected) say(region.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/** A story of four paragraphs is spoken within this time on a busy machine. */
const SPOKEN_MS = 240_000;

/** All that was announced since the last call. */
const heardOn = (page: Page) => page.evaluate("window.heard.splice(0)") as Promise<string[]>;

/** Waits for an announcement and answers everything that was said up to it. */
async function hears(page: Page, words: string | RegExp, limitMs?: number): Promise<string[]> {
  const pattern =
    typeof words === "string" ? `(one) => one === ${JSON.stringify(words)}` : `(one) => ${words}.test(one)`;
  await until(page, `window.heard.some(${pattern})`, limitMs);
  const heard = await heardOn(page);
  const same = heard.filter((one) => (typeof words === "string" ? one === words : words.test(one)));
  assert.equal(same.length, 1, `“${words}” is said once: ${JSON.stringify(heard)}`);
  return heard;
}

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

const LANDMARKS = new Set(["main", "navigation", "banner", "complementary", "region", "search", "form"]);

/** Controls without a name or a role, landmarks of one kind without different names, and gaps among the headings. */
async function faultsOfTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { readonly nodes: readonly AxNode[] };
  await session.detach();
  const faults: string[] = [];
  const seen = new Map<string, number>();
  const levels: number[] = [];
  for (const { ignored, role, name, properties = [] } of nodes) {
    if (ignored || role === undefined) continue;
    const words = name?.value.trim() ?? "";
    const property = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value;
    const isPage = ["RootWebArea", "main", "generic", "tabpanel", "group", "status"].includes(role.value);
    if (property("focusable") === true && words === "" && !isPage) faults.push(`a ${role.value} without a name`);
    if (LANDMARKS.has(role.value)) seen.set(`${role.value} ${words}`, (seen.get(`${role.value} ${words}`) ?? 0) + 1);
    if (role.value === "heading") levels.push(Number(property("level")));
  }
  for (const [landmark, count] of seen) if (count > 1) faults.push(`${count} landmarks of one name: ${landmark}`);
  if (levels.filter((level) => level === 1).length !== 1) faults.push(`headings of level 1: ${levels.join(" ")}`);
  for (const [at, level] of levels.entries()) {
    if (at > 0 && level > (levels[at - 1] ?? 0) + 1) faults.push(`a heading of level ${level} after ${levels[at - 1]}`);
  }
  return faults;
}

const onHeading = (page: Page, words: string) =>
  until(
    page,
    `document.activeElement?.tagName === "H1" && document.activeElement.textContent === ${JSON.stringify(words)}`,
  );

/** Presses Tab until the focus is on a control with this name. */
async function tabTo(
  page: Page,
  role: Parameters<Page["getByRole"]>[0],
  name: string | RegExp,
  most = 40,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(":focus"));
  for (let stops = 0; stops < most; stops++) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${role} ${name}`);
}

const STORY = `“Who is there?” asked Mara.

“Only me,” said Tom.

“Come in, then,” said Mara. “The kettle is on.”

He came in.
`;

test("a blind reader makes, corrects, speaks and publishes a story by keyboard and announcements alone", async () => {
  await using server = await startTestServer();
  const { page, faults } = await visit("about:blank");
  await page.addInitScript(LISTEN);
  await page.goto(`${server.url}/`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();

  // The door: the field says what it wants, and a wrong key is said.
  await tabTo(page, "textbox", "Key");
  await page.keyboard.type("fc_wrong");
  await page.keyboard.press("Enter");
  await until(page, "document.activeElement.getAttribute('aria-invalid') === 'true'");
  assert.match(
    String(
      await page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-describedby').split(' ').at(-1)).textContent",
      ),
    ),
    /not known here/,
  );
  await page.getByRole("textbox", { name: "Key" }).fill(server.key);
  await page.keyboard.press("Enter");

  // The empty library.
  await onHeading(page, "Stories");
  await page.getByRole("region", { name: "The tour" }).waitFor();
  assert.deepEqual(await faultsOfTree(page), []);
  await page.getByRole("button", { name: "Skip tour" }).press("Enter");
  await until(page, "document.activeElement !== document.body");
  await tabTo(page, "button", "New story");
  await page.keyboard.press("Enter");

  // A text. What is typed is measured when typing rests, once.
  await onHeading(page, "New story");
  assert.deepEqual(await faultsOfTree(page), []);
  await tabTo(page, "textbox", "Title");
  await page.keyboard.type("The Kettle");
  await tabTo(page, "textbox", "Story text");
  await heardOn(page);
  await page.keyboard.insertText(STORY);
  await hears(page, /^21 words/);
  await tabTo(page, "button", "Create story");
  await page.keyboard.press("Enter");

  // The script.
  await onHeading(page, "The Kettle");
  const told = await hears(page, /^The script is ready: \d+ lines\./);
  assert.ok(told.length <= 3, JSON.stringify(told));
  assert.deepEqual(await faultsOfTree(page), []);
  const grid = page.getByRole("grid", { name: "Script" });
  const rows = Number(await grid.getAttribute("aria-rowcount"));
  assert.equal(await grid.getByRole("row").count(), rows);
  await tabTo(page, "row", /^Mara/);
  const first = grid.getByRole("row", { name: /^Mara.*Who is there/ });
  assert.deepEqual(
    [await first.getAttribute("aria-rowindex"), await first.getAttribute("aria-selected")],
    ["1", "true"],
  );
  assert.match(await first.ariaSnapshot(), /rowheader "Mara"[\s\S]*gridcell "“Who is there\?”"/);

  // A correction, and what it did; the focus stays on the line.
  const tom = await page
    .getByRole("button", { name: /^\d Tom$/ })
    .first()
    .textContent();
  await page.keyboard.press(`Digit${/\d/.exec(tom ?? "")?.[0]}`);
  assert.deepEqual(await hears(page, "Line 1: Tom"), ["Line 1: Tom"]);
  await page.keyboard.press("x");
  await hears(page, "Line 1 is left out");
  await page.keyboard.press("z");
  assert.deepEqual(await hears(page, /^Undone: Left out/), ["Undone: Left out: “Who is there?”"]);
  await page.keyboard.press("z");
  await hears(page, /^Undone: Another speaker/);
  await until(page, "document.activeElement.getAttribute('role') === 'row'");
  await page.keyboard.press("s");
  await page.getByRole("group", { name: "Split" }).waitFor();
  await page.keyboard.press("Enter");
  await hears(page, "Line 1 is two lines now");
  await page.keyboard.press("z");
  await hears(page, /^Undone: Split/);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Edit line" }).fill("“Who goes there?”");
  await page.keyboard.press("Control+Enter");
  await hears(page, "Line 1 has new words");
  await until(page, "document.activeElement.getAttribute('role') === 'row'");

  // A dialog takes the focus and gives it back.
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys of the script" }).waitFor();
  assert.deepEqual(await faultsOfDialog(page), []);
  await page.keyboard.press("Escape");
  await until(page, "document.activeElement.getAttribute('role') === 'row'");

  // The cast: a person, a voice.
  await tabTo(page, "tab", "Script", 60);
  await page.keyboard.press("ArrowRight");
  await focusOn(page, "Cast");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Cast", selected: true }).waitFor();
  await page.getByRole("list", { name: "People" }).getByRole("button", { name: "Mara", exact: true }).press("Enter");
  await page.getByRole("list", { name: "Auditions" }).getByRole("listitem").first().waitFor();
  assert.deepEqual(await faultsOfTree(page), []);
  await heardOn(page);
  await page
    .getByRole("list", { name: "Auditions" })
    .getByRole("button", { name: /^Choose / })
    .nth(1)
    .press("Enter");
  await hears(page, /^Mara has the voice /);
  await until(page, "document.activeElement !== document.body");

  // The audio: what it costs, its progress and its end.
  await page.getByRole("button", { name: "Create audio" }).press("Enter");
  const create = page.getByRole("dialog");
  await create.getByRole("button", { name: "Create audio" }).waitFor();
  assert.deepEqual(await faultsOfDialog(page), []);
  await heardOn(page);
  await create.getByRole("button", { name: "Create audio" }).press("Enter");
  const during = await hears(page, "The audio is ready.", SPOKEN_MS);
  assert.equal(during[0], "The audio is being made.");
  assert.ok(during.length <= 6, JSON.stringify(during));

  // The page for listeners.
  await page.getByRole("tab", { name: "Share" }).press("Enter");
  await page.getByRole("button", { name: "Publish" }).waitFor();
  assert.deepEqual(await faultsOfTree(page), []);
  await heardOn(page);
  await page.getByRole("button", { name: "Publish" }).press("Enter");
  await hears(page, "Published. The link is below the button.");
  await until(page, "document.activeElement !== document.body");
  const link = await page.getByRole("textbox", { name: "Link", exact: true }).first().inputValue();
  assert.match(link, /\/s\//);

  // Back to the stories, and the end of the story.
  await page.getByRole("link", { name: "Stories" }).press("Enter");
  await onHeading(page, "Stories");
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete “The Kettle”?" });
  await question.getByText("1 chapter").waitFor();
  await question
    .getByRole("button", { name: "Cancel" })
    .or(question.getByRole("button", { name: "Close" }))
    .press("Enter");
  await until(page, "document.activeElement.getAttribute('aria-label') === 'Delete'");
  await page.keyboard.press("Enter");
  await question.getByText("1 chapter").waitFor();
  await heardOn(page);
  await question.getByRole("button", { name: "Delete" }).press("Enter");
  await hears(page, "“The Kettle” was deleted.");
  await page.getByRole("button", { name: "Try the example story" }).waitFor();
  await until(page, "document.activeElement !== document.body");
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("401")),
    [],
  );
});

test("a script that is ready before its screen opens is announced too, once", async () => {
  await using server = await startTestServer();
  const { page } = await visit("about:blank");
  await page.addInitScript(LISTEN);
  const started = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/workflows"),
  );
  await page.route("**/sections/*/document?*", async (route) => {
    const { data } = (await (await started).json()) as { readonly data: Workflow };
    await finished(server.client, data.run.id);
    await route.continue();
  });
  await page.goto(`${server.url}/new#key=${server.key}`);
  await page.getByRole("textbox", { name: "Story text" }).fill(STORY);
  await page.getByRole("button", { name: "Create story" }).press("Enter");
  await hears(page, /^The script is ready: \d+ lines\./);
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("tab", { name: "Cast" }).click();
  await page.getByRole("list", { name: "People" }).waitFor();
  await page.getByRole("tab", { name: "Script" }).click();
  await page.getByRole("grid", { name: "Script" }).getByRole("row").first().waitFor();
  const heard = await heardOn(page);
  assert.ok(!heard.some((one) => one.startsWith("The script is ready")), JSON.stringify(heard));
});

const CHAPTERS = `Chapter One

“Who is there?” asked Mara.

Chapter Two

“Only me,” said Tom.
`;

test("a story of chapters says when its script and the audio of other chapters are ready; the player states its choices", async () => {
  await using server = await startTestServer();
  const { page } = await visit("about:blank");
  await page.addInitScript(LISTEN);
  await page.goto(`${server.url}/new#key=${server.key}`);
  await page.getByRole("textbox", { name: "Story text" }).focus();
  await paste(page, CHAPTERS);
  await page.getByRole("list", { name: "Chapters" }).waitFor();
  await page.getByRole("button", { name: "Create story" }).press("Enter");
  await hears(page, /^The script is ready: \d+ lines\./);

  // The open chapter, then the other one. The button keeps the focus when there is nothing left to make.
  const create = page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Create audio" });
  // It is there before the lines are counted, and cannot be pressed until then.
  const inDialog = page.getByRole("dialog").getByRole("button", { name: "Create audio", disabled: false });
  await create.press("Enter");
  await inDialog.press("Enter");
  await hears(page, "The audio is ready.", SPOKEN_MS);
  await create.press("Enter");
  await page.getByRole("combobox", { name: "Chapters" }).selectOption("all");
  await inDialog.press("Enter");
  const during = await hears(page, "The audio is ready.", SPOKEN_MS);
  assert.deepEqual(
    during.filter((one) => one === "The audio is being made."),
    ["The audio is being made."],
  );
  await until(page, "document.querySelector('[aria-disabled=true]')?.textContent === 'Create audio'");
  await until(page, "document.activeElement?.textContent === 'Create audio'");

  // What the eye sees by a colour is in the names, and each choice is said.
  const bar = page.getByRole("region", { name: "Player" });
  await bar.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await bar.getByRole("button", { name: "Add bookmark", disabled: false }).press("Enter");
  await hears(page, /^Bookmark added/);
  await bar.getByRole("button", { name: "Volume of sounds", exact: true }).press("Enter");
  await page.getByRole("menuitemradio", { name: "Sounds as mixed", checked: true }).waitFor();
  await page.getByRole("menuitemradio", { name: "Voices only" }).press("Enter");
  await hears(page, "Voices only");
  await bar.getByRole("button", { name: "Volume of sounds: Voices only" }).waitFor();
  await bar.getByRole("button", { name: "Sleep timer", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "At the end of the chapter" }).press("Enter");
  await bar.getByRole("button", { name: "Sleep timer: Sleeps at the end of the chapter" }).waitFor();
  assert.deepEqual(await faultsOfTree(page), []);
});

/** The tree is that of the dialog alone: what is behind it is out of reach. */
async function faultsOfDialog(page: Page): Promise<string[]> {
  return (await faultsOfTree(page)).filter((fault) => !fault.startsWith("headings of level 1"));
}

test("a script of 20,000 lines is read by its rows: the place of each among all, and the keys of the grid", async () => {
  await using server = await startTestServer();
  const { createStory, prepare } = await import("../api/story.ts");
  const story = await createStory(server.client, longText(10_000));
  await prepare(server.client, story.projectId, story.sectionId);
  const { page } = await visit(
    `${server.url}/stories/${story.projectId}/chapters/${story.sectionId}#key=${server.key}`,
  );
  const grid = page.getByRole("grid", { name: "Script" });
  await grid.getByRole("row").first().waitFor();
  const count = Number(await grid.getAttribute("aria-rowcount"));
  assert.ok(count >= 10_000, String(count));
  await grid.getByRole("row").first().focus();
  for (const [key, row] of [
    ["ArrowDown", 2],
    ["End", count],
    ["ArrowUp", count - 1],
    ["Home", 1],
  ] as const) {
    await page.keyboard.press(key);
    await until(
      page,
      `document.activeElement.ariaRowIndex === "${row}" && document.activeElement.textContent.length > 5`,
    );
  }
  await page.keyboard.press("Shift+ArrowDown");
  await until(page, "document.querySelectorAll('[role=row][aria-selected=true]').length === 2");
  assert.deepEqual(await faultsOfTree(page), []);
});
