// What several browser tests of the studio share: a signed-in page, the lines of a script, the sound of the player.

import type { Page } from "playwright-core";
import type { TestServer } from "../api/server.ts";
import { visit } from "./visit.ts";

export { chapterPath, freePort, heardFor, KEEP_SOUND } from "./any-browser.ts";

/** A page with a session. The scripts run before those of the page. */
export async function signedIn(server: TestServer, path: string, scripts: readonly string[] = [], key = server.key) {
  const visited = await visit(`${server.url}/#key=${key}`);
  const { page } = visited;
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  for (const script of scripts) await page.addInitScript(script);
  await page.goto("about:blank");
  await page.goto(server.url + path);
  await page.getByRole("navigation").first().waitFor();
  return visited;
}

export const lines = (page: Page) => page.getByRole("grid", { name: "Script" }).getByRole("row");
export const line = (page: Page, words: string) => lines(page).filter({ hasText: words });
export const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();
