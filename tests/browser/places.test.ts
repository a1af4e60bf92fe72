// Where a listener stopped is offered on another device: in the studio by the account, on a public page by a link of the
// listener's own. Two contexts of the browser are two devices.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import jsQR from "jsqr";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { createAudio, createBook, longText, prepare, readDocument } from "../api/story.ts";
import { heardFor, KEEP_SOUND } from "./any-browser.ts";
import { signedIn } from "./studio.ts";
import { until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;
const book = await createBook(client, longText(6), longText(8));
await prepare(client, book.projectId, ...book.sectionIds);
await createAudio(client, book.projectId, ...book.sectionIds);
const [first = "", second = ""] = book.sectionIds;

async function published(): Promise<string> {
  const body = { schema_version: 1 as const, client_mutation_id: randomUUID(), make_files: false };
  const { share_link } = await client.call("publishProject", { params: { projectId: book.projectId }, body });
  return share_link?.url ?? assert.fail("no link");
}

/** Tokens are kept by the browser alone. */
const keys = (page: Page) =>
  page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('fullcast.place-'))");
const written = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === "PUT" && /\/shared\/.*\/place$/.test(answer.url()));
const bar = (page: Page) => page.getByRole("region", { name: "Player" });

test("a listener's link carries the place to another device and back; each offers the newest", async () => {
  const url = await published();
  const laptop = (await visit(url)).page;
  const asked: string[] = [];
  laptop.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
  await laptop.evaluate(KEEP_SOUND);
  await laptop.getByRole("button", { name: "Listen to Chapter 1" }).click();
  await until(laptop, heardFor(6));
  await laptop.getByRole("button", { name: "Pause" }).click();
  assert.deepEqual(await keys(laptop), [], "nothing is shared unasked");
  assert.ok(!asked.some((one) => one.includes("/v1/shared/")), "the server learns no place unasked");
  await laptop.getByRole("button", { name: "Listen on another device" }).click();
  const dialog = laptop.getByRole("dialog", { name: "Listen on another device" });
  const link = await dialog.getByRole("textbox", { name: "Link to your place" }).inputValue();
  assert.match(link, new RegExp(`^${url}#place=[\\w-]{22}$`));
  assert.equal(await scanned(laptop), link);
  assert.deepEqual(await violations(laptop), []);
  await dialog.getByRole("button", { name: "Close" }).click();
  await laptop.getByText("Your devices share the place.").waitFor();

  const phone = await visit(link, { viewport: { width: 390, height: 800 } });
  const { page } = phone;
  await page.getByRole("button", { name: /^Continue at 0:0[6-9]$/ }).waitFor();
  assert.equal(new URL(page.url()).hash, "", "the token does not stay in the address");
  await page.evaluate(KEEP_SOUND);
  const stored = written(page);
  await page.getByRole("button", { name: "Listen to Chapter 2" }).click();
  await until(page, heardFor(8));
  await stored;
  const paused = written(page);
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await paused;

  // The laptop is looked at again: it is behind.
  await laptop.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  const offer = bar(laptop).getByRole("button", { name: /^Continue at 0:0\d of Chapter 2$/ });
  await offer.waitFor();
  assert.deepEqual(await violations(laptop), []);
  await offer.click();
  await until(laptop, heardFor(8));
  assert.equal(await laptop.locator(".bar .title").innerText(), "Chapter 2");
  assert.equal(await offer.count(), 0);
  await laptop.getByRole("button", { name: "Pause" }).click();

  // A third visit knows the place without the link, and the phone may end it for all.
  await page.reload();
  await page.getByRole("button", { name: /of Chapter 2$/ }).waitFor();
  await page.getByRole("button", { name: "Listen on another device" }).click();
  await page.getByRole("button", { name: "Stop sharing my place" }).click();
  await page.getByText("The place is no longer shared.").waitFor();
  assert.deepEqual(await keys(page), []);
  await laptop.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await laptop.getByText("The place is no longer shared.").waitFor();
  assert.deepEqual(
    phone.faults.filter((fault) => !/404/.test(fault)),
    [],
  );
});

test("without JavaScript the page reads as before, and the player's first load stays small", async () => {
  const url = await published();
  const { page } = await visit(url, { javaScriptEnabled: false });
  assert.match(await page.locator("main").innerText(), /I have counted 0 boats/);
  const { page: scripted } = await visit("about:blank");
  let bytes = 0;
  const loaded: string[] = [];
  scripted.on("response", async (answer) => {
    if (!answer.url().includes("/assets/")) return;
    loaded.push(answer.url());
    bytes += (await answer.body()).length;
  });
  await scripted.goto(url);
  await scripted.getByRole("button", { name: "Listen on another device" }).waitFor();
  await scripted.waitForLoadState("networkidle");
  assert.ok(loaded.length > 0 && bytes < 40_000, `${bytes} bytes, uncompressed: ${loaded.join(" ")}`);
  assert.ok(!loaded.some((one) => /place-(?:link|sync)/.test(one)), loaded.join(" "));
});

test("in the studio the place follows the account: another device offers it, and one that was left behind does too", async () => {
  const start = `/stories/${book.projectId}/chapters/${first}`;
  const laptop = (await signedIn(server, start, [KEEP_SOUND])).page;
  await bar(laptop).getByRole("button", { name: "Play" }).click();
  await until(laptop, heardFor(2));
  await bar(laptop).getByRole("button", { name: "Pause" }).click();

  // The phone listens on, in another chapter.
  const { blocks } = (await readDocument(client, second)).document;
  const block = blocks[4]?.id ?? assert.fail("no line");
  await client.call("writeListeningPlace", {
    params: { projectId: book.projectId },
    body: { section_id: second, block_id: block, offset_ms: 500 },
  });
  await laptop.evaluate("window.dispatchEvent(new Event('focus'))");
  await bar(laptop).getByText("Heard last: Chapter 2.").waitFor();
  assert.deepEqual(await violations(laptop), []);

  // A device that did not move replaces nothing when it is closed.
  await laptop.evaluate("window.dispatchEvent(new Event('pagehide'))");
  const place = () => client.call("readListeningPlace", { params: { projectId: book.projectId } });
  assert.equal((await place()).block_id, block);

  await bar(laptop).getByRole("button", { name: "Go there" }).click();
  await bar(laptop).getByRole("button", { name: "Chapter 2" }).waitFor();
  await until(laptop, heardFor(0.3));
  await bar(laptop).getByRole("button", { name: "Pause" }).click();
  const { page: phone } = await signedIn(server, "/", [KEEP_SOUND]);
  await phone.getByRole("listitem").first().getByRole("button", { name: "Listen" }).click();
  await bar(phone).getByRole("button", { name: "Chapter 2" }).waitFor();
  await until(phone, heardFor(0.3));
});

/** What a camera reads from the code. */
async function scanned(page: Page): Promise<string | undefined> {
  const shot = await page.getByRole("img", { name: "Code of the link" }).screenshot();
  const { pixels, width, height } = (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob("${shot.toString("base64")}"), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return { pixels: [...canvas.getImageData(0, 0, image.width, image.height).data], width: image.width, height: image.height };
  })()`)) as { readonly pixels: number[]; readonly width: number; readonly height: number };
  return (jsQR as unknown as typeof jsQR.default)(Uint8ClampedArray.from(pixels), width, height)?.data;
}
