// Debian's Firefox, driven by playwright-core over WebDriver BiDi. Playwright's documented way needs its own build of
// Firefox, which no package of Debian has.

import { type Browser, firefox } from "playwright-core";
import { silentDevice } from "./silent-device.ts";

const PREFERENCES = {
  // The first sound of a page may come later than a browser allows after a click.
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
  // A microphone that is a tone, without a question.
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
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
