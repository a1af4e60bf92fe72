// Debian's Firefox, driven by playwright-core over WebDriver BiDi. Playwright's documented way needs its own build of
// Firefox, which no package of Debian has.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, firefox } from "playwright-core";

const PREFERENCES = {
  // The first sound of a page may come later than a browser allows after a click.
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
};

interface Session {
  send(method: string, params: unknown): Promise<unknown>;
}

/** Close both at the end: the browser, then its sound device. */
export async function launchFirefox(
  timeout: number,
): Promise<{ readonly browser: Browser; readonly sound: Disposable }> {
  const { server, ...sound } = await silentDevice(timeout);
  const browser = await firefox.launch({
    executablePath: "/usr/bin/firefox-esr",
    channel: "moz-firefox",
    env: { ...process.env, PULSE_SERVER: server },
    firefoxUserPrefs: PREFERENCES,
    timeout,
  });
  const { _connection } = browser as unknown as {
    readonly _connection: { toImpl(browser: Browser): { readonly _browserSession: Session } };
  };
  const session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession) as Session;
  const { send } = session;
  // This Firefox has no such command: pages have the colours of the system.
  session.send = function (method, params) {
    return method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send.call(this, method, params);
  };
  return { browser, sound };
}

/** A sound device that plays into nothing at the right speed. Firefox plays no audio without a device. */
async function silentDevice(timeout: number): Promise<Disposable & { readonly server: string }> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-sound-"));
  const socket = join(folder, "native");
  const modules = ["module-null-sink", `module-native-protocol-unix socket=${socket} auth-anonymous=1`];
  const child = spawn(
    "pulseaudio",
    ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", ...modules.map((one) => `--load=${one}`)],
    { env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder }, stdio: "ignore" },
  );
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  failed.catch(() => undefined);
  const close = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const end = performance.now() + timeout;
  while (!existsSync(socket)) {
    if (child.exitCode !== null || performance.now() > end) {
      close();
      throw new Error("pulseaudio did not start.");
    }
    await Promise.race([pause(50), failed]);
  }
  return { server: `unix:${socket}`, [Symbol.dispose]: close };
}
