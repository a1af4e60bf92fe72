// Waiting times in the studio, in a real Chromium with generated texts.

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { type BenchOptions, type Measurement, measured, median, Skip } from "./measurement.ts";
import { publicSounds, published } from "./public-sounds.ts";
import { type StartedServer, startedServer } from "./started-server.ts";

export const describe =
  "the studio in Debian's Chromium: first load, long scripts, keys, scrolling, the first sound, an idle page";

const CHROMIUM = "/usr/bin/chromium";
const SIZES = [20_000, 95_000] as const;
const KEYS = 40;
const IDLE_SECONDS = 30;
const KILOBYTE = 1000;
const PEOPLE = ["Mara", "Tom", "Ines", "Abel", "Ruth"];
const LIMIT_MS = 120_000;
const atMost = (value: number) => ({ bound: "at most" as const, value });

/** Notes what the page does, before its own scripts run. */
const OBSERVE = `{
  window.seen = { shift: 0, long: [], saved: [], appended: [], sound: null };
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.duration > 100) seen.long.push(Math.round(one.duration));
  }).observe({ type: "longtask", buffered: true });
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (asked[1]?.method === "PATCH") seen.saved.push(performance.now());
    return answer;
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () { seen.sound = this; return play.call(this); };
  const { appendBuffer } = SourceBuffer.prototype;
  SourceBuffer.prototype.appendBuffer = function (bytes) { seen.appended.push(performance.now()); return appendBuffer.call(this, bytes); };
}`;

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

/** A page with a session. */
async function visit(browser: Browser, server: StartedServer): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const origin = new URL(server.baseUrl).origin;
  await page.goto(`${origin}/#key=${server.apiKey}`);
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  await page.addInitScript(OBSERVE);
  return { page, cdp: await context.newCDPSession(page) };
}

async function until(page: Page, expression: string): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve, reject) => {
      const end = performance.now() + ${LIMIT_MS};
      const look = () => {
        if (${expression}) resolve(performance.now());
        else if (performance.now() > end) reject(new Error(${JSON.stringify(`never: ${expression}`)}));
        else requestAnimationFrame(look);
      };
      look();
    })`),
  );
}

const address = (server: StartedServer, place: { readonly projectId: string; readonly sectionId: string }) =>
  `${new URL(server.baseUrl).origin}/stories/${place.projectId}/chapters/${place.sectionId}#script`;

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

const line = (index: number) => `[data-index="${index}"]`;
const hasWords = (index: number) => `document.querySelector('${line(index)} [data-line-text]') !== null`;

async function longScript(
  browser: Browser,
  server: StartedServer,
  client: Client,
  size: number,
  runs: number,
): Promise<Measurement[]> {
  const place = await scriptOf(client, size);
  const first: number[] = [];
  const jump: number[] = [];
  const work: number[] = [];
  const paint: number[] = [];
  const shown: number[] = [];
  const saved: number[] = [];
  const blank: number[] = [];
  const settled: number[] = [];
  const nodes: number[] = [];
  const heap: number[] = [];
  const shifts: number[] = [];
  const long: number[][] = [];
  for (let turn = 0; turn < runs; turn++) {
    const { page, cdp } = await visit(browser, server);
    await page.goto(address(server, place));
    first.push(await until(page, hasWords(0)));
    await page.locator(line(0)).focus();
    jump.push(await timed(page, "End", hasWords(size - 1)));
    // An answer of the past does not count as work of a key.
    await pause(1_000);
    await cdp.send("Performance.enable");
    for (let key = 0; key < KEYS; key++) {
      const before = await mainThread(cdp);
      paint.push(await timed(page, key % 2 === 0 ? "ArrowUp" : "ArrowDown", "true"));
      await pause(60);
      work.push((await mainThread(cdp)) - before);
    }
    for (let key = 0; key < 10; key++) {
      const names = `document.querySelector('${line(size - 1)}').textContent`;
      await page.evaluate(`seen.name = ${names}; seen.saved = []`);
      const at = await pressed(page, `Digit${(key % 2) + 1}`);
      const seenAt = await until(page, `${names} !== seen.name`);
      shown.push(seenAt - at);
      await until(page, "seen.saved.length > 0");
      saved.push(Number(await page.evaluate("seen.saved[0]")) - at);
      await pause(200);
    }
    const scrolled = (await page.evaluate(SCROLL)) as { readonly blank: number; readonly settledMs: number };
    blank.push(scrolled.blank * 100);
    settled.push(scrolled.settledMs);
    nodes.push(Number(await page.evaluate("document.querySelectorAll('*').length")));
    await pause(2_000);
    await cdp.send("HeapProfiler.collectGarbage");
    heap.push((await cdp.send("Runtime.getHeapUsage")).usedSize / 1_000_000);
    shifts.push(Number(await page.evaluate("seen.shift")));
    long.push((await page.evaluate("seen.long")) as number[]);
    await page.context().close();
  }
  const name = `${size.toLocaleString("en")} lines`;
  return [
    measured(`${name}: first lines shown`, median(first) / 1000, "s", atMost(1)),
    measured(`${name}: jump to the end`, median(jump) / 1000, "s", atMost(0.5)),
    measured(`${name}: main-thread work of a key, p95`, p95(work), "ms", atMost(8)),
    measured(`${name}: key to paint, p95`, p95(paint), "ms", atMost(50)),
    measured(`${name}: a line assigned by key is seen, p95`, p95(shown), "ms", atMost(50)),
    measured(`${name}: and saved, p95`, p95(saved), "ms", atMost(150)),
    measured(`${name}: frames of fast scrolling without a row or placeholder`, median(blank), "%", atMost(0)),
    measured(`${name}: text after fast scrolling`, median(settled), "ms", atMost(300)),
    measured(`${name}: nodes of the page`, Math.max(...nodes), "", atMost(2_000)),
    measured(`${name}: script heap after the journey`, Math.max(...heap), "MB", atMost(300)),
    measured(`${name}: layout shift of the journey`, Math.max(...shifts), "", atMost(0.05)),
    measured(`${name}: tasks over 100 ms in every run`, Math.min(...long.map((one) => one.length)), "", atMost(0)),
  ];
}

/** Milliseconds from a key until the frame after which the expression holds. */
async function timed(page: Page, key: string, expression: string): Promise<number> {
  const at = await pressed(page, key);
  const end = await until(page, expression);
  // A key that needs no more is timed to its own next frame.
  return expression === "true" ? Number(await page.evaluate("seen.painted")) - at : end - at;
}

/** Presses a key; when it reached the page, in the page's time. */
async function pressed(page: Page, key: string): Promise<number> {
  await page.evaluate(`seen.painted = null; addEventListener("keydown", () => {
    seen.pressed = performance.now();
    requestAnimationFrame(() => { const sent = new MessageChannel(); sent.port1.onmessage = () => { seen.painted = performance.now(); }; sent.port2.postMessage(0); });
  }, { once: true, capture: true })`);
  await page.keyboard.press(key);
  await until(page, "seen.painted !== null");
  return Number(await page.evaluate("seen.pressed"));
}

async function mainThread(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return (of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration")) * 1000;
}

/** Scrolls through the whole list within two seconds, and waits for the text at the place where it stops. */
const SCROLL = `(async () => {
  const scroller = document.querySelector("[data-index]").closest("ul").parentElement;
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

async function firstSounds(
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
        const item = page.getByRole("menuitem", { name: "Voices only" });
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

/** A chapter with an MP3, and one without it. */
async function publicStories(client: Client) {
  const [file, parts] = [await spokenOf(client, novel(20_000, 1)), await spokenOf(client, novel(20_000, 2))];
  return [
    await published(client, "one MP3", file.sectionId, true),
    await published(client, "mixed while it plays", parts.sectionId, false),
  ];
}

/** A chapter with all its audio. */
async function spokenOf(client: Client, text: string) {
  const place = await storyOf(client, text);
  const section_ids = [place.sectionId];
  const params = { projectId: place.projectId };
  const statusOf = (id: string) => async () =>
    (await client.call("readWorkflow", { params: { workflowRunId: id } })).run.status;
  const prepared = await client.call("startWorkflow", {
    params,
    body: { ...mutation(), workflow_kind: "prepare_sections", section_ids },
  });
  await ended(statusOf(prepared.run.id));
  const spoken = await client.call("startWorkflow", {
    params,
    body: { ...mutation(), schema_version: 2, workflow_kind: "create_audio", section_ids },
  });
  await ended(statusOf(spoken.run.id));
  return place;
}

/** Waits until a run is over. */
async function ended(statusOf: () => Promise<string>): Promise<void> {
  for (let status = await statusOf(); status !== "completed"; status = await statusOf()) {
    if (/failed|cancelled|partially/.test(status)) throw new Error(`it ended as ${status}`);
    await pause(500);
  }
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

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}

const mutation = () => ({
  schema_version: 1 as const,
  actor_session_id: randomUUID(),
  client_mutation_id: randomUUID(),
});

async function storyOf(client: Client, raw_text: string, title = "A long day") {
  const made = await client.call("createStandaloneSection", { body: { ...mutation(), title, raw_text } });
  return { projectId: made.project_id, sectionId: made.section.id };
}

/** A chapter whose script has exactly this many lines. */
async function scriptOf(client: Client, lines: number) {
  const place = await storyOf(client, "");
  const text = Array.from(
    { length: lines },
    (_, at) => `${(PEOPLE[at % 5] ?? "").toUpperCase()}: ${sentence(at)}\n`,
  ).join("\n");
  const answer = await client.call("importScript", {
    params: { sectionId: place.sectionId },
    body: { ...mutation(), base_document_version: 1, text },
  });
  if (answer.block_count !== lines) throw new Error(`the script has ${answer.block_count} lines`);
  return place;
}

const sentence = (at: number) =>
  `I have counted ${at} boats since the morning${at % 3 === 0 ? ", and not one of them was ours" : ""}${at % 7 === 0 ? "; the gulls came down to look at what the tide had left on the sand" : ""}.`;

/** Paragraphs of narration and of dialogue, about this many characters. */
function novel(characters: number, seed: number): string {
  const parts: string[] = [];
  for (let at = seed * 7, length = 0; length < characters; at++) {
    const who = PEOPLE[at % PEOPLE.length];
    const part =
      at % 2 === 0
        ? `“${sentence(at)}” said ${who}.`
        : `The tide went out for the ${at}th time, and ${who} walked along the quay to look at the nets that hung there since the spring.`;
    parts.push(part);
    length += part.length + 2;
  }
  return `${parts.join("\n\n")}\n`;
}
