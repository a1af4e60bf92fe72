// The reference at /docs in a real browser.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const url = `${server.url}/docs`;

test("the reference is searched by words, without errors and without asking other hosts", async () => {
  const { page, faults, foreign } = await visit(url);
  const shown = () => page.locator("[data-operation]:not([hidden])").count();
  const all = await shown();
  await page.getByLabel("Search").fill("share revoked");
  await page
    .getByRole("status")
    .filter({ hasText: /operations/ })
    .waitFor();
  const found = await shown();
  assert.ok(found >= 2 && found < all, `${found} of ${all}`);
  await page.getByRole("status").getByText(`${found} operations`, { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Revoke the public link of a section" }).waitFor();
  await page.getByLabel("Search").fill("");
  await until(page, `document.querySelectorAll("[data-operation]:not([hidden])").length === ${all}`);
  assert.deepEqual([faults, foreign], [[], []]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the reference has no fault that axe-core knows of, in ${colorScheme} colours`, async () => {
    const { page } = await visit(url, { colorScheme });
    assert.deepEqual(await violations(page), []);
  });
}

test("the reference is read without any script", async () => {
  const { page } = await visit(url, { javaScriptEnabled: false });
  await page.getByRole("heading", { name: "Health check" }).waitFor();
});

test("on a phone the heading comes first, the text follows on the first screen, and nothing is wider than the screen", async () => {
  const { page } = await visit(url, { viewport: { width: 375, height: 700 } });
  const top = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())?.y ?? assert.fail(selector);
  const [heading, list, text] = [await top("h1"), await top("nav"), await top("main p")];
  assert.ok(heading < list && list < text && text < 700, `heading ${heading}, list ${list}, text ${text}`);
  assert.ok(Number(await page.evaluate("document.documentElement.scrollWidth")) <= 375);
});
