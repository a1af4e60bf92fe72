// Waiting times in the studio, in a real Chromium with generated texts.

import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { atMost, type BenchOptions, type Measurement, measured, median, Skip } from "./measurement.ts";
import { publicSounds } from "./public-sounds.ts";
import { type StartedServer, startedServer } from "./started-server.ts";
import { firstSounds } from "./studio/first-sounds.ts";
import { hasWords, longScript } from "./studio/long-script.ts";
import { address, until, visit } from "./studio/observed-page.ts";
import { publicStories } from "./studio/public-stories.ts";
import { scriptOf } from "./studio/stories.ts";

export const describe =
  "the studio in Debian's Chromium: first load, long scripts, keys, scrolling, the first sound, an idle page";

const CHROMIUM = "/usr/bin/chromium";
const SIZES = [20_000, 95_000] as const;
const IDLE_SECONDS = 30;
const KILOBYTE = 1000;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  if (!existsSync(CHROMIUM)) throw new Skip(`there is no ${CHROMIUM}`);
  await using server = await startedServer();
  const client = createClient(server);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--enable-precise-memory-info"],
  });
  try {
    const rows: Measurement[] = [];
    rows.push(...(await firstLoads(browser, server, runs)));
    for (const size of SIZES) rows.push(...(await longScript(browser, server, client, size, runs)));
    rows.push(...(await firstSounds(browser, server, client, runs)));
    rows.push(...(await publicSounds(browser, await publicStories(client), runs)));
    rows.push(...(await idlePage(browser, server, client)));
    console.error(
      "  not measured here: axe, keyboard only, widths, zoom, forced colours and reduced motion (npm run test:browser has\n" +
        "  axe and widths); Firefox (npm run test:firefox) and WebKit; sound on a locked phone.",
    );
    return rows;
  } finally {
    await browser.close();
  }
}

async function firstLoads(browser: Browser, server: StartedServer, runs: number): Promise<Measurement[]> {
  const scripts: number[] = [];
  const all: number[] = [];
  const again: number[] = [];
  for (let turn = 0; turn < runs; turn++) {
    const { page } = await visit(browser, server);
    const sizes =
      (await page.evaluate(`[...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
      .map((one) => [new URL(one.name).pathname, one.encodedBodySize])`)) as [string, number][];
    const sum = (some: readonly [string, number][]) => some.reduce((total, [, size]) => total + size, 0) / KILOBYTE;
    scripts.push(sum(sizes.filter(([path]) => path.endsWith(".js"))));
    all.push(sum(sizes));
    await page.reload();
    await page.getByRole("heading", { name: "Stories" }).waitFor();
    const second = (await page.evaluate(
      `[...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].reduce((sum, one) => sum + one.transferSize, 0)`,
    )) as number;
    again.push(second / KILOBYTE);
    await page.context().close();
  }
  return [
    measured("first load, compressed script", median(scripts), "kB", atMost(150)),
    measured("first load, everything compressed", median(all), "kB", atMost(300)),
    measured("second load, transferred", median(again), "kB", atMost(40)),
  ];
}

async function idlePage(browser: Browser, server: StartedServer, client: Client): Promise<Measurement[]> {
  const place = await scriptOf(client, 200);
  const { page } = await visit(browser, server);
  await page.goto(address(server, place));
  await until(page, hasWords(0));
  await pause(5_000);
  let requests = 0;
  page.on("request", () => requests++);
  await pause(IDLE_SECONDS * 1000);
  await page.context().close();
  return [measured("requests of an open, idle page in 10 s", (requests / IDLE_SECONDS) * 10, "", atMost(1))];
}
