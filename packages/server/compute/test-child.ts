// For tests: a child that tries to access forbidden resources, and one that exceeds its limits.

import { spawn } from "node:child_process";
import { readFileSync, readSync, writeFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import { FormatContext } from "node-av/lib";
import { answerParent, INPUT_DESCRIPTOR } from "./child-side.ts";

export interface Reach {
  readonly path: string;
  readonly port: number;
}

export type ChildJob =
  | { readonly kind: "reach"; readonly reach: Reach }
  | { readonly kind: "talk" | "grow" | "hang" | "exit" | "leave" | "cache" };

export interface SeenCache {
  /** Null: Node uses no cache of compiled sources. */
  readonly folder: string | null;
  readonly written: boolean;
}

export interface Reached {
  readonly input: string;
  readonly readByScript: boolean;
  readonly readByDecoder: boolean;
  readonly written: boolean;
  readonly connected: boolean;
}

const succeeds = (act: () => unknown): boolean => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};

async function reach({ path, port }: Reach): Promise<Reached> {
  const bytes = Buffer.alloc(64);
  const length = readSync(INPUT_DESCRIPTOR, bytes);
  // Native code is not bound by Node's permissions, so this acts like a compromised decoder.
  const format = new FormatContext();
  return {
    input: bytes.toString("utf8", 0, length),
    readByScript: succeeds(() => readFileSync(path)),
    readByDecoder: format.openInputSync(`file:${path}`) >= 0,
    written: succeeds(() => writeFileSync(`${path}.written`, "x")),
    connected: await new Promise((resolve) => {
      try {
        connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      } catch {
        resolve(false);
      }
    }),
  };
}

answerParent<ChildJob, Reached | SeenCache | string, string>({
  answer: async (job, report) => {
    switch (job.kind) {
      case "reach":
        return reach(job.reach);
      case "cache": {
        const folder = getCompileCacheDir() ?? null;
        return { folder, written: folder !== null && succeeds(() => writeFileSync(join(folder, "written"), "x")) };
      }
      case "talk":
        for (;;) {
          report("x".repeat(100_000));
          // Lets the stream write what was reported.
          await new Promise(setImmediate);
        }
      case "grow":
        for (const held: Buffer[] = []; ; ) held.push(Buffer.alloc(10_000_000, 1));
      case "hang":
        for (;;);
      case "leave":
        // A child of its own holds the output open.
        spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: ["ignore", "inherit", "ignore"] });
        process.kill(process.pid, "SIGKILL");
        return "";
      case "exit":
        return process.exit(7);
    }
  },
});
