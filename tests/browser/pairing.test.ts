// The phone at home: a QR code in Account signs a second browser in, to listen or to work, and Account signs it out again.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import jsQR from "jsqr";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { chapterPath, freePort, heardFor, KEEP_SOUND, signedIn } from "./studio.ts";
import { until, violations, visit } from "./visit.ts";

// A public URL counts as an address that other devices reach; here it is loopback.
const port = await freePort();
const server = await sharedServer({ FULLCAST_PORT: String(port), FULLCAST_PUBLIC_URL: `http://127.0.0.1:${port}` });
const story = await spokenStory(server.client, undefined, "The Boat");
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const QR = "QR code of the address with the code";

/** What a camera reads in the code on the screen. */
async function readQrCode(page: Page): Promise<string> {
  const picture = await page.getByRole("img", { name: QR }).screenshot();
  const { data, width, height } = (await page.evaluate(`(async () => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob("${picture.toString("base64")}"), (c) => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return { data: [...context.getImageData(0, 0, image.width, image.height).data], width: image.width, height: image.height };
  })()`)) as { data: number[]; width: number; height: number };
  return jsQR.default(Uint8ClampedArray.from(data), width, height)?.data ?? assert.fail("the code cannot be read");
}

/** Opens the dialog, chooses what the device may do, and shows the code. */
async function shownCode(page: Page, kind: "listening" | "working"): Promise<string> {
  await page.getByRole("button", { name: "Connect a phone" }).click();
  await page.getByLabel("The device may").selectOption(kind);
  await page.getByRole("button", { name: "Show the code" }).click();
  await page.getByRole("img", { name: QR }).waitFor();
  return readQrCode(page);
}

test("a phone that reads the code listens, changes nothing, and is signed out from Account", async () => {
  const { page, faults } = await signedIn(server, "/account");
  const url = await shownCode(page, "listening");
  assert.match(new URL(url).hash, /^#pair=[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  assert.deepEqual(await violations(page), []);

  const phone = await visit(url, PHONE);
  await phone.page.getByRole("link", { name: "The Boat" }).waitFor();
  assert.equal(new URL(phone.page.url()).hash, "");
  await page.getByText(/^Chrome on \w+ is connected\.$/).waitFor();
  await page.getByRole("button", { name: "Close" }).click();

  for (const name of ["New story", "Rename", "Delete"]) {
    assert.equal(await phone.page.getByRole("button", { name }).count(), 0, name);
  }
  await phone.page.addInitScript(KEEP_SOUND);
  await phone.page.goto(server.url + chapterPath(story));
  await phone.page
    .getByRole("list", { name: "Script", exact: true })
    .getByRole("listitem")
    .first()
    .getByRole("button")
    .click();
  await until(phone.page, heardFor(0.2));
  await phone.page.locator("li[aria-current]").waitFor();
  assert.deepEqual(await violations(phone.page), []);
  await phone.page.getByRole("link", { name: "Stories" }).click();
  await phone.page.getByRole("link", { name: "Account" }).click();
  await phone.page.getByRole("heading", { name: "Balance" }).waitFor();
  for (const heading of ["Keys", "Signed-in devices", "Webhooks"]) {
    assert.equal(await phone.page.getByRole("heading", { name: heading }).count(), 0, heading);
  }
  assert.deepEqual([phone.faults, faults], [[], []]);

  const row = page
    .getByRole("list", { name: "Signed-in devices" })
    .getByRole("listitem")
    .filter({ hasText: "Listens" });
  await row.getByRole("button", { name: /^Sign out / }).click();
  await row.waitFor({ state: "detached" });
  await phone.page.getByRole("link", { name: "Stories" }).click();
  await phone.page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
});

test("a code that is typed signs in for work; used again, it is refused in words", async () => {
  const { page } = await signedIn(server, "/account");
  const url = await shownCode(page, "working");
  const code = new URL(url).hash.replace("#pair=", "").toLowerCase().replaceAll("-", " ");
  const phone = await visit(server.url, PHONE);
  await phone.page.getByLabel("Key").fill(code);
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await phone.page.getByRole("button", { name: "New story" }).waitFor();
  const other = await visit(url);
  await other.page.getByText("This code was used already").waitFor();
  await other.page.getByLabel("Key").fill(code);
  await other.page.getByRole("button", { name: "Sign in" }).click();
  await other.page.getByText("This code was used already").nth(1).waitFor();
});

test("a code that is closed unused no longer works", async () => {
  const { page } = await signedIn(server, "/account");
  const url = await shownCode(page, "listening");
  const cancelled = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Close" }).click();
  assert.equal((await cancelled).status(), 200);
  const late = await visit(url);
  await late.page.getByText("This code was used already").waitFor();
});
