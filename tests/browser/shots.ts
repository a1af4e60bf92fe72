// `npm run shots`: pictures of every screen of the studio and of the public page, light, dark and on a phone, for people
// to look at. They go to .build/shots. The two that the README shows go to docs/images as well. Words behind the command
// choose screens: `npm run shots account help`.

import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { startTestServer } from "../api/server.ts";
import { launchChromium } from "./launch.ts";
import { prepareScreens, type Screen } from "./screens.ts";

/** Long enough for a machine that is busy with other work. */
const PATIENCE_MS = 120_000;
const root = join(import.meta.dirname, "..", "..");
const out = join(root, ".build", "shots");
const images = join(root, "docs", "images");
const wanted = process.argv.slice(2);

const LOOKS: { readonly [name: string]: Parameters<Browser["newContext"]>[0] } = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: {
    viewport: { width: 390, height: 844 },
    colorScheme: "light",
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
};

const player: Screen["ready"] = (page) => page.getByRole("slider", { name: "Seek" }).waitFor();
/** Pictures of the README, by screen and look. */
const IN_README: { readonly [shot: string]: string } = {
  "script-light": "studio-script.png",
  "cast-dark": "studio-cast.png",
};

mkdirSync(out, { recursive: true });
mkdirSync(images, { recursive: true });
await using server = await startTestServer();
const all = await prepareScreens(server);
const [first] = (await server.client.call("listProjects")).unassigned_sections.filter(
  ({ section }) => section.title === "The Lighthouse",
);
const share = await server.client.call("readProjectShare", { params: { projectId: first?.project_id ?? "" } });
const slug = new URL(share.share_link?.url ?? "").pathname;
const shots: readonly Screen[] = [
  ...all,
  { name: "public", path: slug, ready: player },
  { name: "embed", path: `${slug}/embed`, ready: player },
].filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));

const browser = await launchChromium();
try {
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(`${server.url}/`);
    await page.getByLabel("Key").waitFor();
    await page.screenshot({ path: join(out, `sign-in-${look}.png`) });
    await page.getByLabel("Key").fill(server.key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Stories" }).waitFor();
    for (const shot of shots) {
      await page.goto("about:blank");
      await page.goto(server.url + shot.path);
      await shot.ready(page);
      await page.evaluate("document.fonts.ready");
      const file = join(out, `${shot.name}-${look}.png`);
      await page.screenshot({ path: file });
      const shown = IN_README[`${shot.name}-${look}`];
      if (shown !== undefined) copyFileSync(file, join(images, shown));
      if (shot.name === "tour") await page.getByRole("button", { name: "Skip tour" }).click();
    }
    await context.close();
  }
} finally {
  await browser.close();
}
console.log(`The pictures are in ${out}`);
