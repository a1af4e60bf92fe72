// What the tests of every screen share: a server whose stories have all of them, and the way to a screen.

import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { prepareScreens, type Screen } from "./screens.ts";
import { visit } from "./visit.ts";

/** What a hostile file can call a story. */
export const HOSTILE = `"><img src=x onerror=document.title="owned">\u202e{{x}} ﷽ ${"W".repeat(60)}`;

export const server = await sharedServer();
export const prepared = await prepareScreens({ client: server.client, draftTitle: HOSTILE });
/** `TEST_SCREENS=cast,new-story` looks at these screens only. */
const only = (process.env.TEST_SCREENS ?? "").split(",").filter((name) => name !== "");
export const screens = prepared.filter(({ name }) => only.length === 0 || only.includes(name));

export async function opened(options: Parameters<typeof visit>[1] = {}) {
  const visited = await visit(`${server.url}/#key=${server.key}`, options);
  await visited.page.getByRole("heading", { name: "Stories" }).waitFor();
  return visited;
}

export async function show(page: Page, screen: Screen): Promise<void> {
  await page.goto("about:blank");
  await page.goto(server.url + screen.path);
  await screen.ready(page);
}
