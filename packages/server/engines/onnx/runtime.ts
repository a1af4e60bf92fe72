// onnxruntime-node, which runs the models. It is no part of `npm ci`: its installation script downloads libraries for CUDA and
// fails on some machines (onnxruntime #24770, #24918). "fullcast engines add" puts it into the data directory. Always true:
// no script of the package runs; the archives have the pinned SHA-512; only the files of this platform are unpacked.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export const RUNTIME_VERSION = "1.30.0";
/** The package and the only one that it loads while it runs; the digests of npm's archives. */
const PACKAGES = [
  {
    name: "onnxruntime-node",
    integrity: "twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==",
  },
  {
    name: "onnxruntime-common",
    integrity: "7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==",
  },
] as const;
/** For these the package holds a library. */
const PLATFORMS = ["linux/x64", "linux/arm64", "darwin/arm64", "win32/x64", "win32/arm64"];

/** The folder of the runtime in a data directory. */
export const runtimeFolder = (dataDir: string): string => join(dataDir, "engines", "onnxruntime");

/** Whether the pinned version is there. */
export function hasRuntime(dataDir: string): boolean {
  const manifest = join(runtimeFolder(dataDir), "node_modules", "onnxruntime-node", "package.json");
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown }).version === RUNTIME_VERSION;
  } catch {
    return false;
  }
}

/** An installation that did not work; the message states what to do. */
export class RuntimeError extends Error {
  override readonly name = "RuntimeError";
}

/**
 * Puts the runtime into the data directory, in place of an older one.
 * @param from a folder with the two archives of `npm pack`; null: the npm client fetches them
 * @throws RuntimeError
 */
export async function installRuntime(dataDir: string, from: string | null): Promise<void> {
  const platform = `${process.platform}/${process.arch}`;
  if (!PLATFORMS.includes(platform)) {
    throw new RuntimeError(`onnxruntime-node has no library for ${platform}. It has: ${PLATFORMS.join(", ")}.`);
  }
  const home = join(dataDir, "engines");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const work = await mkdtemp(join(home, "adding-"));
  try {
    const archives = from ?? (await fetchArchives(work));
    for (const { name, integrity } of PACKAGES) {
      const archive = join(archives, `${name}-${RUNTIME_VERSION}.tgz`);
      if (!existsSync(archive)) {
        const held = (await readdir(archives).catch(() => [])).filter((file) => file.endsWith(".tgz"));
        throw new RuntimeError(
          `${archive} is missing${held.length > 0 ? ` (the folder has ${held.join(", ")})` : ""}. Where there is a network: npm pack ${PACKAGES.map((one) => `${one.name}@${RUNTIME_VERSION}`).join(" ")}`,
        );
      }
      if ((await sha512(archive)) !== integrity) {
        throw new RuntimeError(`${archive} is not the published archive: its SHA-512 differs. Fetch it again.`);
      }
      await unpack(archive, join(work, "node_modules", name), name === "onnxruntime-node" ? platform : null);
    }
    await rm(runtimeFolder(dataDir), { recursive: true, force: true });
    await mkdir(runtimeFolder(dataDir), { mode: 0o700 });
    await rename(join(work, "node_modules"), join(runtimeFolder(dataDir), "node_modules"));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchArchives(folder: string): Promise<string> {
  const wanted = PACKAGES.map(({ name }) => `${name}@${RUNTIME_VERSION}`);
  const args = ["pack", ...wanted, "--ignore-scripts", "--pack-destination", folder, "--loglevel", "error"];
  await run(
    process.platform === "win32" ? "npm.cmd" : "npm",
    args,
    folder,
    "npm could not fetch onnxruntime-node. Without a network: --from FOLDER",
  );
  return folder;
}

async function unpack(archive: string, folder: string, platform: string | null): Promise<void> {
  await mkdir(folder, { recursive: true });
  const parts =
    platform === null ? ["package"] : ["package/package.json", "package/dist", `package/bin/napi-v6/${platform}`];
  const args = ["-xzf", archive, "-C", folder, "--strip-components=1", ...parts];
  await run("tar", args, folder, "tar could not unpack the archive");
}

async function run(program: string, args: readonly string[], cwd: string, failed: string): Promise<void> {
  try {
    await promisify(execFile)(program, args, { cwd, shell: program.endsWith(".cmd"), maxBuffer: 1 << 20 });
  } catch (error) {
    const { stderr = "", code } = error as { stderr?: string; code?: unknown };
    const [line] = stderr.trim().split("\n").slice(-1);
    throw new RuntimeError(`${failed} (${line === undefined || line === "" ? String(code) : line.slice(0, 300)}).`);
  }
}

async function sha512(path: string): Promise<string> {
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("base64");
}
