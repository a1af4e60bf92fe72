// A long chapter in the studio: opened, its end reached, keys, edits, fast scrolling; and the same keys on a processor that is
// four times slower.

import { setTimeout as pause } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import type { Client } from "../../packages/contract/contract.ts";
import { atMost, type Measurement, measured, median } from "../measurement.ts";
import type { StartedServer } from "../started-server.ts";
import { address, longTasks, mainThread, p95, pressed, timed, until, visit } from "./observed-page.ts";
import { scriptOf } from "./stories.ts";

const KEYS = 40;
const LETTERS = "and then the wind came round";
const ASSIGNMENTS = 10;
const SLOWER = 4;

const line = (index: number) => `[data-index="${index}"]`;
export const hasWords = (index: number) => `document.querySelector('${line(index)} [data-line-text]') !== null`;

/** What is collected over all runs; milliseconds where nothing else is said. */
interface Seen {
  readonly first: number[];
  readonly jump: number[];
  readonly work: number[];
  readonly paint: number[];
  readonly typing: number[];
  readonly typed: number[];
  readonly shown: number[];
  readonly saved: number[];
  readonly blank: number[];
  readonly settled: number[];
  readonly nodes: number[];
  readonly heap: number[];
  readonly shifts: number[];
  readonly long: number[];
}

const nothing = (): Seen => ({
  first: [],
  jump: [],
  work: [],
  paint: [],
  typing: [],
  typed: [],
  shown: [],
  saved: [],
  blank: [],
  settled: [],
  nodes: [],
  heap: [],
  shifts: [],
  long: [],
});

export async function longScript(
  browser: Browser,
  server: StartedServer,
  client: Client,
  size: number,
  runs: number,
): Promise<Measurement[]> {
  const place = await scriptOf(client, size);
  const seen = nothing();
  const slow = nothing();
  for (let turn = 0; turn < runs; turn++) {
    const { page, cdp } = await visit(browser, server);
    const long = await longTasks(browser, page, async () => {
      await page.goto(address(server, place));
      seen.first.push(await until(page, hasWords(0)));
      await keysAtTheEnd(page, cdp, size, seen);
      await assignments(page, size, seen);
      const scrolled = (await page.evaluate(SCROLL)) as { readonly blank: number; readonly settledMs: number };
      seen.blank.push(scrolled.blank * 100);
      seen.settled.push(scrolled.settledMs);
    });
    seen.long.push(long.length);
    seen.nodes.push(Number(await page.evaluate("document.querySelectorAll('*').length")));
    await pause(2_000);
    await cdp.send("HeapProfiler.collectGarbage");
    seen.heap.push((await cdp.send("Runtime.getHeapUsage")).usedSize / 1_000_000);
    seen.shifts.push(Number(await page.evaluate("seen.shift")));
    await page.context().close();
    const throttled = await visit(browser, server);
    await throttled.cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await throttled.page.goto(address(server, place));
    slow.first.push(await until(throttled.page, hasWords(0)));
    await keysAtTheEnd(throttled.page, throttled.cdp, size, slow);
    await throttled.page.context().close();
  }
  const name = `${size.toLocaleString("en")} lines`;
  const slower = `${name}, processor ${SLOWER} times slower`;
  return [
    measured(`${name}: first lines shown`, median(seen.first) / 1000, "s", atMost(1)),
    measured(`${name}: jump to the end`, median(seen.jump) / 1000, "s", atMost(0.5)),
    measured(`${name}: processor time of a key, p95`, p95(seen.work), "ms", atMost(8)),
    measured(`${name}: key to paint, p95`, p95(seen.paint), "ms", atMost(50)),
    measured(`${name}: processor time of a letter in the editor, p95`, p95(seen.typing), "ms", atMost(8)),
    measured(`${name}: letter to paint, p95`, p95(seen.typed), "ms", atMost(50)),
    measured(`${name}: a line assigned by key is seen, p95`, p95(seen.shown), "ms", atMost(50)),
    measured(`${name}: and saved, p95`, p95(seen.saved), "ms", atMost(150)),
    measured(`${name}: frames of fast scrolling without a row or placeholder`, median(seen.blank), "%", atMost(0)),
    measured(`${name}: text after fast scrolling`, median(seen.settled), "ms", atMost(300)),
    measured(`${name}: nodes of the page`, Math.max(...seen.nodes), "", atMost(2_000)),
    measured(`${name}: script heap after the journey`, Math.max(...seen.heap), "MB", atMost(300)),
    measured(`${name}: layout shift of the journey`, Math.max(...seen.shifts), "", atMost(0.05)),
    measured(`${name}: tasks over 100 ms of processor time, in every run`, Math.min(...seen.long), "", atMost(0)),
    measured(`${slower}: first lines shown`, median(slow.first) / 1000, "s"),
    measured(`${slower}: jump to the end`, median(slow.jump) / 1000, "s"),
    measured(`${slower}: key to paint, p95`, p95(slow.paint), "ms"),
    measured(`${slower}: letter to paint, p95`, p95(slow.typed), "ms"),
  ];
}

/** Jumps to the last line, moves between the last two, and types into the last one. The words are not kept. */
async function keysAtTheEnd(page: Page, cdp: CDPSession, size: number, seen: Seen): Promise<void> {
  await page.locator(line(0)).focus();
  seen.jump.push(await timed(page, "End", hasWords(size - 1)));
  // An answer of the past does not count as work of a key.
  await pause(1_000);
  for (let key = 0; key < KEYS; key++) {
    const before = await mainThread(cdp);
    const { at, painted } = await pressed(page, key % 2 === 0 ? "ArrowUp" : "ArrowDown");
    seen.paint.push(painted - at);
    await pause(60);
    seen.work.push((await mainThread(cdp)) - before);
  }
  await page.keyboard.press("Enter");
  const editor = page.getByRole("textbox", { name: "Edit line" });
  await editor.waitFor();
  await pause(500);
  for (const letter of LETTERS) {
    const before = await mainThread(cdp);
    const { at, painted } = await pressed(page, letter);
    seen.typed.push(painted - at);
    await pause(60);
    seen.typing.push((await mainThread(cdp)) - before);
  }
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached" });
}

async function assignments(page: Page, size: number, seen: Seen): Promise<void> {
  const words = `document.querySelector('${line(size - 1)}').textContent`;
  // The people stand in the order of their lines, so the line could already be spoken by the first one: it gets the third.
  await pressed(page, "Digit3");
  await pause(1_000);
  for (let key = 0; key < ASSIGNMENTS; key++) {
    await page.evaluate(`seen.name = ${words}; seen.saved = []`);
    const { at } = await pressed(page, `Digit${(key % 2) + 1}`);
    seen.shown.push((await until(page, `${words} !== seen.name`)) - at);
    await until(page, "seen.saved.length > 0");
    seen.saved.push(Number(await page.evaluate("seen.saved[0]")) - at);
    await pause(200);
  }
}

/** Scrolls through the whole list within two seconds, and waits for the text at the place where it stops. */
const SCROLL = `(async () => {
  const scroller = document.querySelector("[data-index]").closest("[role=grid]").parentElement;
  const box = scroller.getBoundingClientRect();
  const rowAt = (y) => document.elementFromPoint(box.left + box.width / 2, y)?.closest("[data-index]") ?? null;
  const frame = () => new Promise(requestAnimationFrame);
  const frames = 120;
  let blank = 0;
  for (let at = 0; at <= frames; at++) {
    scroller.scrollTop = (scroller.scrollHeight - box.height) * (at % 2 === 0 ? at / frames : at / frames * 0.93);
    await frame();
    await frame();
    if (rowAt(box.top + box.height / 2) === null) blank++;
  }
  scroller.scrollTop = scroller.scrollHeight * 0.37;
  const from = performance.now();
  await frame();
  const isThere = () => [0.05, 0.3, 0.5, 0.7, 0.95].every((share) => rowAt(box.top + box.height * share)?.querySelector("[data-line-text]"));
  while (!isThere() && performance.now() - from < 30000) await frame();
  return { blank: blank / (frames + 1), settledMs: performance.now() - from };
})()`;
