// DAISY Ace, the accessibility checker for EPUB, with Debian's Chromium through playwright-core. Ace has the rules and the
// report; this file is the "axe runner", which opens the pages.

import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { launchChromium } from "../browser/launch.ts";

interface AceAssertion {
  readonly "earl:testSubject"?: { readonly url?: string };
  readonly assertions?: readonly AceAssertion[];
  readonly "earl:result"?: { readonly "earl:outcome": string; readonly "dct:description"?: string };
  readonly "earl:test"?: { readonly "dct:title"?: string; readonly "earl:impact"?: string };
}
interface AceReport {
  readonly assertions: readonly AceAssertion[];
}
interface AxeRunner {
  readonly concurrency: number;
  launch(): Promise<void>;
  run(url: string, scripts: readonly string[], contents: readonly string[], folder: string): Promise<unknown>;
  close(): Promise<void>;
  setTimeout(ms: string): void;
}
type Ace = (path: string, options: object, runner: AxeRunner) => Promise<readonly [number, AceReport]>;

const ace = createRequire(import.meta.url)("@daisy/ace-core") as Ace;

let browser: Browser | null = null;

const runner: AxeRunner = {
  concurrency: 2,
  setTimeout() {},
  async launch() {
    browser = await launchChromium();
  },
  async run(url, scripts, contents) {
    const page = await browser!.newPage();
    try {
      // Nothing is loaded from outside the book; .html files are XHTML.
      await page.route("**/*", async (route) => {
        const address = route.request().url();
        if (/^https?:/.test(address)) return route.abort();
        if (!/^file:.*\.x?html?$/.test(address)) return route.continue();
        await route.fulfill({ contentType: "application/xhtml+xml", body: readFileSync(fileURLToPath(address)) });
      });
      await page.goto(url);
      for (const content of contents) await page.evaluate(content);
      for (const script of scripts) await page.addScriptTag({ path: script });
      return await page.evaluate(
        `new Promise((resolve, reject) => daisy.ace.run((error, result) => error ? reject(error) : resolve(result)))`,
      );
    } finally {
      await page.close();
    }
  },
  async close() {
    await browser?.close();
  },
};

/** Every violation that Ace reports, with the page, the rule and its weight. */
export async function aceViolations(path: string): Promise<string[]> {
  const outdir = `${path}-ace`;
  const [, report] = await ace(path, { outdir, silent: true, verbose: false }, runner);
  rmSync(outdir, { recursive: true });
  return flattened(report.assertions, "");
}

function flattened(assertions: readonly AceAssertion[], place: string): string[] {
  return assertions.flatMap((one) => {
    const here = one["earl:testSubject"]?.url ?? place;
    if (one.assertions !== undefined) return flattened(one.assertions, here);
    if (one["earl:result"]?.["earl:outcome"] !== "fail") return [];
    const { "dct:title": rule = "", "earl:impact": impact = "" } = one["earl:test"] ?? {};
    return [`${here}: ${rule} (${impact}): ${one["earl:result"]["dct:description"] ?? ""}`];
  });
}
