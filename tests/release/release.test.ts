// The release archive, as a stranger uses it: npm installs it into an empty folder, and the folder has nothing of the sources.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { createClient } from "@fullcast/contract";
import { exportStory, spokenStory, TEXT } from "../api/story.ts";

const run = promisify(execFile);
const ROOT = dirname(dirname(import.meta.dirname));
const folder = mkdtempSync(join(tmpdir(), "fullcast-release-test-"));
const home = join(folder, "home");
let archive = "";

const pack = async (name: string) => {
  const to = join(folder, name);
  await run(process.execPath, [join(ROOT, "release/pack.ts"), to], { cwd: ROOT });
  const [file = ""] = globSync("*.tgz", { cwd: to });
  return join(to, file);
};
const npm = (...args: string[]) =>
  run("npm", args, { cwd: home, maxBuffer: 16 * 1024 * 1024, env: { ...process.env, NODE_ENV: "production" } });
const program = () => join(home, "node_modules/.bin/fullcast");
const settings = { FULLCAST_PORT: "0", FULLCAST_OWNER_KEY: "k".repeat(40), FULLCAST_LOG_LEVEL: "warn" };

before(async () => {
  archive = await pack("one");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), "{}\n");
  await npm("install", "--prefer-offline", "--no-audit", "--no-fund", archive);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("two archives of the same sources are equal, and the sum beside an archive is its own", async () => {
  const sumOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
  assert.equal(sumOf(await pack("two")), sumOf(archive));
  assert.equal(readFileSync(`${archive}.sha256`, "utf8").split(" ")[0], sumOf(archive));
});

test("the archive has its licences and a list of all components, and no sources of tests", () => {
  const installed = join(home, "node_modules/fullcast");
  const list = JSON.parse(readFileSync(join(installed, "sbom.cdx.json"), "utf8")) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  assert.equal(list.bomFormat, "CycloneDX");
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    readonly dependencies: { readonly [name: string]: string };
  };
  const others = Object.entries(dependencies).filter(([name]) => !name.startsWith("@fullcast/"));
  assert.ok(others.length >= 30, `${others.length} packages`);
  for (const [name, version] of others) {
    assert.ok(
      list.components.some((one) => one.name === name && one.version === version),
      `${name} ${version} is not among the components`,
    );
  }
  const licences = readFileSync(join(installed, "LICENSES.md"), "utf8");
  assert.match(licences, /\| fastify \| [\d.]+ \| MIT \|/);
  assert.doesNotMatch(licences, /not stated/);
  for (const name of ["README.md", "LICENSE", "NOTICE"]) assert.ok(existsSync(join(installed, name)), name);
  const files = globSync("**/*", { cwd: installed, exclude: ["node_modules/[^@]*"] });
  assert.deepEqual(
    files.filter((name) => /\.test\.|-behaviour\.|\.tsx?$/.test(name)),
    [],
  );
});

test("`npx fullcast serve` serves the studio, and a story becomes a file", async () => {
  const server = spawn("npx", ["--no-install", "fullcast", "serve", "--data-dir", join(folder, "data")], {
    cwd: home,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let errors = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = once(server, "close");
  try {
    const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
    createInterface({ input: server.stdout }).on("line", (line) => {
      const [url] = /http:\/\/[\w.:]+/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => reject(new Error(`it ended: ${errors}`)));
    const origin = new URL(await listening).origin;
    const page = await (await fetch(`${origin}/`)).text();
    const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
    assert.equal((await fetch(`${origin}${script}`)).status, 200, page);
    const client = createClient({ baseUrl: `${origin}/v1`, apiKey: settings.FULLCAST_OWNER_KEY });
    const story = await spokenStory(client);
    for (const format of ["mp3", "m4b"] as const) {
      const made = await exportStory(client, story, format);
      assert.equal(made.status, "completed", JSON.stringify(made.error));
    }
  } finally {
    process.kill(-(server.pid ?? 0), "SIGTERM");
    await ended;
  }
  assert.equal(errors, "");
});

test("`fullcast narrate` makes a file of a text", async () => {
  writeFileSync(join(home, "story.txt"), TEXT);
  await run(program(), ["narrate", "story.txt", "--out", "story.mp3", "--data-dir", join(folder, "narrated")], {
    cwd: home,
    env: { ...process.env, ...settings },
  });
  assert.ok(readFileSync(join(home, "story.mp3")).length > 50_000);
});
