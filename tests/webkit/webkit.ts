// Debian's WebKitGTK, driven over WebDriver. It plays through GStreamer into a sound device that makes no sound, on a screen
// that nothing shows. playwright-core drives a build of WebKit of its own, which no package of Debian has.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../browser/any-browser.ts";
import { silentDevice } from "../browser/silent-device.ts";

const BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const PATIENCE_MS = 60_000;
const POLL_MS = 50;
/** What a failing test shows of the page: its sound and its words. */
const SEEN = `JSON.stringify({
  sound: window.sound && {
    time: sound.currentTime, paused: sound.paused, ready: sound.readyState, error: sound.error && sound.error.message,
    buffered: [...Array(sound.buffered.length)].map((_, i) => [sound.buffered.start(i), sound.buffered.end(i)]),
  },
  words: document.body.innerText.slice(0, 1500),
})`;

export interface WebkitPage {
  goto(url: string): Promise<void>;
  /** The value of an expression on the page. */
  read(expression: string): Promise<unknown>;
  /** Runs statements on the page. */
  run(script: string): Promise<unknown>;
  until(expression: string, limitMs?: number): Promise<void>;
  /** Clicks as a person does, the first button or link with this name. */
  click(name: string): Promise<void>;
}

export async function launchWebkit(): Promise<WebkitPage & AsyncDisposable> {
  const home = mkdtempSync(join(tmpdir(), "fullcast-webkit-"));
  const sound = await silentDevice(PATIENCE_MS);
  const children: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(children.reverse().map(ended));
    sound[Symbol.dispose]();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    children.push(screen);
    const display = await firstLine(screen);
    const port = await freePort();
    // Without a session bus: its processes would outlive the browser.
    const quiet = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, "no-bus")}`, NO_AT_BRIDGE: "1" };
    const env = {
      ...process.env,
      ...quiet,
      DISPLAY: `:${display}`,
      PULSE_SERVER: sound.server,
      HOME: home,
      XDG_RUNTIME_DIR: home,
    };
    children.push(spawn("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], { env, stdio: "ignore" }));
    const driver = driverAt(`http://127.0.0.1:${port}`);
    await answered(driver);
    const options = { binary: BROWSER, args: ["--automation"] };
    const { sessionId } = (await driver("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
    })) as { readonly sessionId: string };
    const session = (method: string, path: string, body?: unknown) =>
      driver(method, `/session/${sessionId}${path}`, body);
    return {
      ...pageOf(session),
      async [Symbol.asyncDispose]() {
        await session("DELETE", "").catch(() => undefined);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

function driverAt(address: string): Call {
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

async function answered(driver: Call): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await driver("GET", "/status");
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(POLL_MS);
    }
  }
}

function pageOf(session: Call): WebkitPage {
  const run = (script: string) => session("POST", "/execute/sync", { script, args: [] });
  const read = (expression: string) => run(`return ${expression}`);
  const until = async (expression: string, limitMs = PATIENCE_MS) => {
    const end = performance.now() + limitMs;
    while ((await read(`Boolean(${expression})`)) !== true) {
      if (performance.now() > end) {
        throw new Error(`After ${limitMs} ms this does not hold: ${expression}\n${await read(SEEN)}`);
      }
      await pause(POLL_MS);
    }
  };
  return {
    read,
    run,
    until,
    goto: async (url) => {
      await session("POST", "/url", { url });
    },
    click: async (name) => {
      const value = `//*[self::button or self::a][@aria-label=${quoted(name)} or normalize-space()=${quoted(name)}]`;
      await until(
        `document.evaluate(${JSON.stringify(value)}, document, null, XPathResult.ANY_TYPE).iterateNext() !== null`,
      );
      const element = (await session("POST", "/element", { using: "xpath", value })) as {
        readonly [key: string]: string;
      };
      await session("POST", `/element/${Object.values(element)[0]}/click`, {});
    },
  };
}

const quoted = (words: string) => `"${words}"`;

/** What the child writes first to its fourth stream. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${child.spawnfile} ended with ${code}.`)));
    child.stdio[3]?.once("data", (bytes: Buffer) => resolve(bytes.toString("utf8").trim()));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve();
    child.once("exit", () => resolve());
    child.kill();
  });
}
