// A listener switches the sounds of a public page off and on: from the press to the new mix, in a real Chromium. Each press is
// at another place of the chapter, so the server has to make what is heard next.

import { existsSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { atMost, type BenchOptions, type Measurement, measured, median, Skip } from "./measurement.ts";
import { published } from "./public-sounds.ts";
import { startedServer } from "./started-server.ts";
import { until } from "./studio/observed-page.ts";
import { ended } from "./studio/public-stories.ts";
import { mutation, storyOf } from "./studio/stories.ts";

export const describe =
  "a listener switches the sounds of a public page off and on: from the press to the new mix, in Chromium";

const CHROMIUM = "/usr/bin/chromium";
const LINES = 240;
const PRESSES = 6;
/** Seconds of the story between two presses. */
const STEP = 67;

/** Notes the time from the press to the sound of the new mix, and the part of it without sound, ms. */
const NOTE = `{
  window.switches = [];
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () { window.sound = this; return play.call(this); };
  let pressed = 0;
  addEventListener("keydown", () => { pressed = performance.now(); }, true);
  addEventListener("pointerdown", () => { pressed = performance.now(); }, true);
  const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src");
  Object.defineProperty(HTMLMediaElement.prototype, "src", { ...source, set(value) {
    const [left, at, from] = [this.currentTime, performance.now(), pressed];
    source.set.call(this, value);
    const look = () => {
      if (this.paused || this.readyState < 3 || this.seeking || this.currentTime <= left) return requestAnimationFrame(look);
      const begins = this.currentTime;
      window.switches.push({ all: performance.now() - from, silent: performance.now() - at, skipped: (begins - left) * 1000 });
    };
    requestAnimationFrame(look);
  } });
}`;

interface Switch {
  readonly all: number;
  readonly silent: number;
  readonly skipped: number;
}

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  if (!existsSync(CHROMIUM)) throw new Skip(`there is no ${CHROMIUM}`);
  await using server = await startedServer();
  const { url } = await soundingStory(createClient(server));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
  const all: Record<"pointer" | "key", Switch[]> = { pointer: [], key: [] };
  try {
    for (let turn = 0; turn < runs; turn++) {
      const page = await browser.newPage();
      await page.addInitScript(NOTE);
      await page.goto(url, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await until(page, "window.sound?.currentTime > 0.5");
      for (let press = 0; press < PRESSES; press++) {
        const how = press % 2 === 0 ? "pointer" : "key";
        all[how].push(await switched(page, (turn * PRESSES + press) * STEP, how));
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return (["pointer", "key"] as const).flatMap((how) => {
    const times = (name: keyof Switch) => all[how].map((one) => one[name]);
    return [
      measured(`press by ${how} to the new mix, median`, median(times("all")), "ms", atMost(300)),
      measured(`press by ${how} to the new mix, longest`, Math.max(...times("all")), "ms"),
      measured(`press by ${how}, silence`, median(times("silent")), "ms"),
      measured(`press by ${how}, story that is skipped`, median(times("skipped")), "ms"),
    ];
  });
}

async function switched(page: Page, seconds: number, how: "pointer" | "key"): Promise<Switch> {
  const button = page.getByRole("button", { name: "Voices only" });
  await page.mouse.move(5, 5);
  const slider = page.getByRole("slider", { name: "Seek" });
  const at = 10 + (seconds % ((Number(await slider.getAttribute("max")) || 600) - 60));
  await slider.evaluate((element, value) => {
    const input = element as unknown as { value: string; dispatchEvent(event: unknown): void };
    input.value = String(value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, at);
  await until(
    page,
    `Math.abs(window.sound.currentTime - ${at}) < 20 && window.sound.readyState > 2 && !window.sound.paused`,
  );
  await page.waitForTimeout(1_000);
  await page.evaluate("window.switches.length = 0");
  if (how === "pointer") await button.click();
  else await button.press("Enter");
  await until(page, "window.switches.length > 0");
  return (await page.evaluate("window.switches[0]")) as Switch;
}

async function soundingStory(client: Client) {
  const place = await storyOf(client, "");
  const text = [
    "[SFX: rain on glass, 20s, loop]",
    ...Array.from(
      { length: LINES },
      (_, at) => `${at % 2 === 0 ? "NARRATOR" : "MARA"}: The rain on the glass had not stopped for ${at + 2} days.`,
    ),
    "",
  ].join("\n");
  await client.call("importScript", {
    params: { sectionId: place.sectionId },
    body: { ...mutation(), base_document_version: 1, text },
  });
  const { run } = await client.call("startWorkflow", {
    params: { projectId: place.projectId },
    body: { ...mutation(), schema_version: 2, workflow_kind: "create_audio", section_ids: [place.sectionId] },
  });
  await ended(async () => (await client.call("readWorkflow", { params: { workflowRunId: run.id } })).run.status);
  return published(client, "with sounds", place.sectionId, false);
}
