// From the click on a public page to its first sound, in a real Chromium: a chapter that is one file, one that is mixed while it
// is played, and both over a slow mobile network.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { Client } from "../packages/contract/contract.ts";
import { type Measurement, measured, median } from "./measurement.ts";

export interface PublicStory {
  readonly name: string;
  readonly url: string;
}

/** Bytes in a second and ms of a slow 4G network, as Lighthouse simulates it. */
const SLOW = { offline: false, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8, latency: 150 };
const LIMIT_MS = 60_000;

const OBSERVE = `{
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () { window.sound = this; return play.call(this); };
}`;
const HEARD = `new Promise((resolve) => {
  const look = () => window.sound?.currentTime > 0 && !window.sound.paused ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;

/** Publishes a chapter that has its audio, and waits for its MP3 when it gets one. */
export async function published(
  client: Client,
  name: string,
  sectionId: string,
  hasFile: boolean,
): Promise<PublicStory> {
  const { share_link } = await client.call("publishSection", {
    params: { sectionId },
    body: { schema_version: 1, client_mutation_id: randomUUID(), allow_download: false, make_files: hasFile },
  });
  if (share_link === null) throw new Error("nothing was published");
  while (hasFile && !(await (await fetch(share_link.url)).text()).includes("data-file=")) await pause(500);
  return { name, url: share_link.url };
}

export async function publicSounds(
  browser: Browser,
  stories: readonly PublicStory[],
  runs: number,
): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const isSlow of [false, true]) {
    for (const { name, url } of stories) {
      const waits: number[] = [];
      for (let turn = 0; turn < runs; turn++) {
        const context = await browser.newContext();
        const page = await context.newPage();
        page.setDefaultTimeout(LIMIT_MS);
        if (isSlow) {
          const cdp = await context.newCDPSession(page);
          await cdp.send("Network.enable");
          await cdp.send("Network.emulateNetworkConditions", SLOW);
        }
        await page.addInitScript(OBSERVE);
        await page.goto(url, { waitUntil: "networkidle" });
        const button = page.getByRole("button", { name: "Play", exact: true });
        await button.waitFor();
        const at = Number(await page.evaluate("performance.now()"));
        await button.click();
        waits.push(Number(await page.evaluate(HEARD)) - at);
        await context.close();
      }
      const where = isSlow ? ", slow 4G" : "";
      const goal = { bound: "at most" as const, value: 1 };
      rows.push(measured(`public page, click to the first sound, ${name}${where}`, median(waits) / 1000, "s", goal));
    }
  }
  return rows;
}
