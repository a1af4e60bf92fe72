// kill -9 of the process that decodes an upload, while the service itself lives: the file is not at fault, so it is decoded
// again.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { silentWav } from "../../packages/server/codec/made-sounds.ts";
import { poll } from "../api/server.ts";
import { complete, newSound, put, uploadEnded } from "../api/sound.ts";
import { newInstallation } from "./service.ts";

const KILLS = 3;

test("an upload whose decoder is killed three times is ready", { skip: process.platform !== "linux" }, async () => {
  using installation = newInstallation();
  const service = await installation.start();
  try {
    const long = silentWav(3_000);
    const { sound, upload } = await newSound(service.client, long);
    assert.equal((await put(upload, long)).status, 200);
    await complete(service.client, sound.id, upload.id);
    let last = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const pid = await poll(
        async () => decoderOf(service.process.pid ?? 0),
        (found) => found !== null && found !== last,
      );
      last = pid ?? 0;
      process.kill(last, "SIGKILL");
    }
    const ended = await uploadEnded(service.client, sound.id);
    assert.equal(ended.status, "ready", ended.error?.message);
  } finally {
    await service.kill();
  }
});

/** The process below `parent` that decodes a sound file; null while there is none. */
function decoderOf(parent: number): number | null {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      const [, rest = ""] = readFileSync(`/proc/${name}/stat`, "latin1").split(") ");
      parents.set(Number(name), Number(rest.split(" ")[1]));
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const above = parents.get(pid);
    return above !== undefined && (above === parent || isBelow(above));
  };
  for (const pid of parents.keys()) {
    try {
      if (isBelow(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("sound-file-process")) return pid;
    } catch {
      // It ended meanwhile.
    }
  }
  return null;
}
