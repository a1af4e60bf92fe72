// A sound device that plays into nothing at the right speed. Firefox and WebKit play no audio without a device.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export async function silentDevice(timeout: number): Promise<Disposable & { readonly server: string }> {
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
