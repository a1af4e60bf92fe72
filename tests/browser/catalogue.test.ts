// The catalogue in Account: an address is made, shown once with its code, answers as OPDS, and is deleted.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { violations, visit } from "./visit.ts";

const server = await sharedServer();

test("an address is made, shown once with a code, and deleted", async () => {
  const { page, faults } = await visit(`${server.url}/#key=${server.key}`, { viewport: { width: 390, height: 844 } });
  await page.getByRole("heading", { name: "Stories", level: 1 }).waitFor();
  await page.goto(`${server.url}/account`);
  const part = page.getByRole("region", { name: "Catalogue" });
  await part.getByLabel("Name of the device").fill("My phone");
  await part.getByRole("button", { name: "New address" }).click();
  const address = (await part.locator("code").textContent()) ?? "";
  assert.match(address, /\/opds\/[A-Za-z0-9_-]{22}$/);
  await part.getByRole("img", { name: "Code of the address, for the camera of the phone" }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(Number(await page.evaluate("document.documentElement.scrollWidth")) <= 390, true);
  const answer = await fetch(address);
  assert.deepEqual([answer.status, (await answer.text()).includes("opds-spec.org")], [200, true]);
  await part.getByRole("button", { name: "Delete the address of My phone" }).click();
  await part.locator("code").waitFor({ state: "detached" });
  assert.equal((await fetch(address)).status, 404);
  assert.deepEqual(faults, []);
});
