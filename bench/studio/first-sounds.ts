// From Play to the first sound, in a story that nothing prepared.

import type { Browser } from "playwright-core";
import type { Client } from "../../packages/contract/contract.ts";
import { atMost, type Measurement, measured, median } from "../measurement.ts";
import type { StartedServer } from "../started-server.ts";
import { address, until, visit } from "./observed-page.ts";
import { novel, storyOf } from "./stories.ts";

export async function firstSounds(
  browser: Browser,
  server: StartedServer,
  client: Client,
  runs: number,
): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [name, characters, goal] of [
    ["a story of 600 words", 3_500, 1.5],
    ["a novel of 690,000 characters", 690_000, 3],
  ] as const) {
    const waits: number[] = [];
    const changes: number[] = [];
    for (let turn = 0; turn < runs; turn++) {
      const place = await storyOf(client, novel(characters, turn));
      const { page } = await visit(browser, server);
      await page.goto(address(server, place));
      const button = page.getByRole("button", { name: "Play", exact: true });
      await button.waitFor();
      const at = Number(await page.evaluate("performance.now()"));
      await button.click();
      waits.push((await until(page, "seen.sound !== null && seen.sound.currentTime > 0 && !seen.sound.paused")) - at);
      if (goal === 1.5) {
        await until(page, "seen.sound.currentTime > 1.5");
        await page.getByRole("button", { name: "Volume of sounds" }).click();
        const item = page.getByRole("menuitemcheckbox", { name: "Voices only" });
        await item.waitFor();
        const chosen = Number(await page.evaluate("performance.now()"));
        await page.evaluate("seen.appended = []");
        await item.click();
        await until(page, "seen.appended.length > 0 && !seen.sound.paused");
        changes.push(Number(await page.evaluate("seen.appended[0]")) - chosen);
      }
      await page.context().close();
    }
    rows.push(measured(`Play to the first sound, ${name}, nothing prepared`, median(waits) / 1000, "s", atMost(goal)));
    if (changes.length > 0) {
      rows.push(measured("other volume of sounds is in the player", median(changes) / 1000, "s", atMost(1)));
    }
  }
  return rows;
}
