// What several browser tests of the studio share: a signed-in page, the lines of a script, the sound of the player.

import { createServer } from "node:net";
import type { Page } from "playwright-core";
import type { TestServer } from "../api/server.ts";
import { visit } from "./visit.ts";

interface Place {
  readonly projectId: string;
  readonly sectionId: string;
}

export const chapterPath = ({ projectId, sectionId }: Place) => `/stories/${projectId}/chapters/${sectionId}`;

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

export const lines = (page: Page) => page.getByRole("list", { name: "Script", exact: true }).getByRole("listitem");
export const line = (page: Page, words: string) => lines(page).filter({ hasText: words });
export const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();

/** The player's element is not in the page; its calls are seen here. */
export const KEEP_SOUND = `{
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () { window.sound = this; return play.call(this); };
}`;
export const heardFor = (seconds: number) => `window.sound?.currentTime > ${seconds} && !window.sound.paused`;

/** A port that is free now, for a server that is closed and started again on it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      listener.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
