// A disk of a few megabytes, mounted for one test. It can be really full, and read-only even for root.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk extends Disposable {
  readonly path: string;
  resize(megabytes: number): void;
  setReadOnly(readOnly: boolean): void;
}

/** Needs the right to mount: root on Linux, outside of a container that forbids it. */
export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "fullcast-disk-"));
  const mount = (options: string) => {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path], { stdio: ["ignore", "ignore", "pipe"] });
    } catch (error) {
      throw new Error("These tests must be allowed to mount a small disk (tmpfs): run them as root.", { cause: error });
    }
  };
  try {
    mount(`size=${megabytes}m`);
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
  return {
    path,
    resize: (size) => mount(`remount,size=${size}m`),
    setReadOnly: (readOnly) => mount(readOnly ? "remount,ro" : "remount,rw"),
    [Symbol.dispose]() {
      execFileSync("umount", [path]);
      rmdirSync(path);
    },
  };
}
