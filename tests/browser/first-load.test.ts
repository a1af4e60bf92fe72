// What the first visit transfers, as the browser counts it, and what a second visit does.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Request } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { launchChromium } from "./launch.ts";

const server = await sharedServer();
/** Bytes on the wire, compressed. The editor and the screens behind links come later. */
const MOST_SCRIPT = 150_000;
const MOST = 300_000;
const MOST_AGAIN = 40_000;
const PATIENCE_MS = 60_000;

interface Transfer {
  readonly url: string;
  readonly type: string;
  readonly bytes: number;
}

test("the first load transfers at most 150 kB of script and 300 kB in all; a second one at most 40 kB", async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const wire = await page.context().newCDPSession(page);
    const requests = new Map<string, { url: string; type: string }>();
    let transfers: Transfer[] = [];
    const pending = new Set<Request>();
    page.on("request", (request) => request.url().includes("/events") || pending.add(request));
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
    await wire.send("Network.enable");
    wire.on("Network.responseReceived", ({ requestId, response, type }) => {
      requests.set(requestId, { url: response.url, type });
    });
    wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request !== undefined) transfers.push({ ...request, bytes: encodedDataLength });
    });
    const sum = (of: readonly Transfer[]) => of.reduce((total, { bytes }) => total + bytes, 0);
    const end = performance.now() + PATIENCE_MS;
    const settled = async () => {
      while (pending.size > 0) {
        assert.ok(performance.now() < end, [...pending].map((request) => request.url()).join(" "));
        await page.waitForTimeout(50);
      }
    };
    const load = async (address: string) => {
      transfers = [];
      await page.goto("about:blank");
      await page.goto(address);
      await page.getByRole("heading", { name: "Stories", level: 1 }).waitFor();
      // The stream of events stays open; every other request has its answer.
      await settled();
      return transfers;
    };
    const first = await load(`${server.url}/#key=${server.key}`);
    const script = sum(first.filter(({ type }) => type === "Script"));
    console.log(`first load: ${script} bytes of script, ${sum(first)} bytes in ${first.length} answers`);
    assert.ok(script > 10_000, `${script}: nothing was counted`);
    assert.ok(script <= MOST_SCRIPT, `${script} bytes of script`);
    assert.ok(sum(first) <= MOST, `${sum(first)} bytes in all`);
    const second = await load(`${server.url}/`);
    console.log(`second load: ${sum(second)} bytes in ${second.length} answers`);
    assert.ok(sum(second) <= MOST_AGAIN, `${sum(second)} bytes again`);
  } finally {
    await browser.close();
  }
});
