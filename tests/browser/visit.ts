// A page in Debian's Chromium, or in its Firefox (TEST_BROWSER=firefox), with all that went wrong on it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchFirefox } from "./firefox.ts";
import { launchChromium } from "./launch.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Long enough for a machine that is four times slower. Only a fault takes this long. */
export const PATIENCE_MS = 60_000;

const launched =
  process.env.TEST_BROWSER === "firefox"
    ? await launchFirefox(PATIENCE_MS)
    : {
        browser: await launchChromium({
          timeout: PATIENCE_MS,
          // A microphone that beeps; a page gets it only with the permission.
          args: ["--use-fake-device-for-media-stream"],
        }),
        sound: null,
      };
const browser: Browser = launched.browser;
after(async () => {
  await browser.close();
  launched.sound?.[Symbol.dispose]();
});

export async function visit(url: string, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext(options);
  after(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("requestfailed", (request) => {
    // The page itself cancels a request whose answer it no longer needs, such as the takes of a line that was left.
    const cause = request.failure()?.errorText;
    if (cause !== "net::ERR_ABORTED" && cause !== "NS_BINDING_ABORTED") faults.push(`${request.url()}: ${cause}`);
  });
  const { origin } = new URL(url);
  const foreign: string[] = [];
  page.on("request", (request) => {
    // A blob: URL is data that the page made itself.
    if (
      !request
        .url()
        .replace(/^blob:/, "")
        .startsWith(origin)
    )
      foreign.push(request.url());
  });
  await page.goto(url);
  return { page, faults, foreign };
}

/** Pastes a text into the only text area, with its line ends as they are. */
export const paste = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData("text/plain", ${JSON.stringify(text)});
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector("textarea").dispatchEvent(paste);
  })()`);

/** What axe-core finds once nothing on the page fades or moves. It comes through the debugger, which the page's own policy does not bind. */
export async function violations(page: Page, rules: "all" | "colours" = "all"): Promise<unknown> {
  // A change of colours begins with the next frame.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  await until(
    page,
    "document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)",
  );
  // Without the places of what passes, which take longest.
  const options = {
    resultTypes: ["violations"],
    selectors: false,
    ...(rules === "all" ? {} : { runOnly: ["color-contrast", "link-in-text-block"] }),
  };
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  return page.evaluate(
    `axe.run(${JSON.stringify(options)}).then((result) => result.violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]))`,
  );
}

/** Waits until an expression holds on the page. It comes through the debugger, which the page's own policy does not bind. */
export async function until(page: Page, expression: string, limitMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await page.evaluate(`Boolean(${expression})`))) {
    if (performance.now() > end) throw new Error(`After ${limitMs} ms this does not hold: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until the focus is on an element with this text. Closing a dialog gives the focus back in a later task. */
export async function focusOn(page: Page, text: string): Promise<void> {
  await until(page, `document.activeElement?.textContent.trim() === ${JSON.stringify(text)}`);
}
