// A page of the studio that is watched: what shifts, which edits are saved, when keys are painted, and the processor time of
// its main thread. Processor time is the same on a busy machine; waiting times are not.

import type { Browser, CDPSession, Page } from "playwright-core";
import type { StartedServer } from "../started-server.ts";

const LIMIT_MS = 120_000;
const LONG_TASK_US = 100_000;

/** Notes what the page does, before its own scripts run. */
const OBSERVE = `{
  window.seen = { shift: 0, saved: [], appended: [], sound: null };
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value;
  }).observe({ type: "layout-shift", buffered: true });
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

/** A page with a session. */
export async function visit(browser: Browser, server: StartedServer): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const origin = new URL(server.baseUrl).origin;
  await page.goto(`${origin}/#key=${server.apiKey}`);
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  await page.addInitScript(OBSERVE);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return { page, cdp };
}

export async function until(page: Page, expression: string): Promise<number> {
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

export const address = (server: StartedServer, place: { readonly projectId: string; readonly sectionId: string }) =>
  `${new URL(server.baseUrl).origin}/stories/${place.projectId}/chapters/${place.sectionId}#script`;

/** Milliseconds from a key until the expression holds in a frame. */
export async function timed(page: Page, key: string, expression: string): Promise<number> {
  const { at } = await pressed(page, key);
  return (await until(page, expression)) - at;
}

/** Presses a key; when it reached the page, and when its next frame was painted, in the page's time. */
export async function pressed(page: Page, key: string): Promise<{ readonly at: number; readonly painted: number }> {
  // A promise, because a page that is asked again and again works for the answers.
  await page.evaluate(`void (seen.pressed = new Promise((resolve) => addEventListener("keydown", () => {
    const at = performance.now();
    requestAnimationFrame(() => {
      const sent = new MessageChannel();
      sent.port1.onmessage = () => resolve({ at, painted: performance.now() });
      sent.port2.postMessage(0);
    });
  }, { once: true, capture: true })))`);
  await page.keyboard.press(key);
  return (await page.evaluate("seen.pressed")) as { readonly at: number; readonly painted: number };
}

export async function mainThread(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return (of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration")) * 1000;
}

/** Tasks of the page's main thread that take over 100 ms of processor time while `journey` runs: milliseconds of each. */
export async function longTasks(browser: Browser, page: Page, journey: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await journey();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const main = new Set(
    traceEvents.flatMap(({ name, tid, args }) =>
      name === "thread_name" && args?.name === "CrRendererMain" ? [tid] : [],
    ),
  );
  return traceEvents
    .filter(({ name, tid, tdur = 0 }) => main.has(tid) && name.endsWith("RunTask") && tdur > LONG_TASK_US)
    .map(({ tdur = 0 }) => Math.round(tdur / 1000));
}

interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Processor time, microseconds. */
  readonly tdur?: number;
}

export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}
