// `fullcast serve` and the commands that talk to it: start, first key, refusals, stop.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { entriesOpenToOthers } from "./private-files.ts";
import { REPOSITORY, runCli, type StartedCli, startCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());
const at = (name: string) => join(folder.path, name);
const env = { FULLCAST_DATA_DIR: at("data"), FULLCAST_PORT: "0", FULLCAST_LOG_LEVEL: "warn" };
let server: StartedCli;
let url = "";
let key = "";

/** Waits up to thirty seconds. */
async function until(done: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!done()) {
    assert.ok(performance.now() < end, "nothing came within thirty seconds");
    await setTimeout(50);
  }
}

test("the first start says where it listens and shows the owner's key once", async () => {
  server = startCli(["serve"], { env });
  url = (await server.printed(/^Fullcast is listening on (http:\/\/127\.0\.0\.1:\d+)$/m))[1] ?? "";
  key = (await server.printed(/^Your API key, kept in (\S+owner-key): (\S+)$/m))[2] ?? "";
  assert.equal(readFileSync(at("data/owner-key"), "utf8").trim(), key);
  assert.equal(statSync(at("data/owner-key")).mode & 0o777, 0o600);
  const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(me.status, 200);
});

test("a second server on the same folder is refused with exit code 2, and the first goes on", async () => {
  const run = await runCli(["serve"], { env });
  assert.equal(run.code, 2);
  assert.match(run.stderr, /Another Fullcast process is using this data directory/);
  assert.equal((await fetch(`${url}/v1/health`)).status, 200);
});

test("narrate uses the running server", async () => {
  const run = await runCli(["narrate", "-", "-o", at("tick.mp3"), "--json", "-q", "-t", "Tick"], {
    env,
    input: "“Tick,” said the clock.\n",
  });
  assert.equal(run.code, 0, run.stderr);
  const { section_id } = JSON.parse(run.stdout) as { section_id: string };
  const document = await fetch(`${url}/v1/studio/sections/${section_id}/document`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(document.status, 200);
});

test("the data directory is closed to other users, and a requested file follows the umask of its command", () => {
  assert.deepEqual(entriesOpenToOthers(at("data")), []);
  assert.equal(statSync(at("tick.mp3")).mode & 0o777, 0o666 & ~process.umask());
});

test("keys are made, listed and revoked", async () => {
  const created = await runCli(["keys", "create", "laptop", "--scopes", "studio:read"], { env });
  assert.equal(created.code, 0, created.stderr);
  const raw = created.stdout.trim();
  const asks = (path: string) => fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${raw}` } });
  assert.equal((await asks("/studio/projects")).status, 200);
  assert.equal((await asks("/me")).status, 403);

  const list = await runCli(["keys", "list", "--json"], { env });
  const laptop = (JSON.parse(list.stdout) as { id: string; name: string }[]).find(({ name }) => name === "laptop");
  assert.ok(laptop !== undefined);
  assert.ok(!list.stdout.includes(raw));
  assert.match((await runCli(["keys", "list"], { env })).stdout, /laptop +fc_\S+ +active +never/);

  assert.equal((await runCli(["keys", "revoke", laptop.id], { env })).code, 0);
  assert.equal((await asks("/studio/projects")).status, 401);
  const unknown = await runCli(["keys", "revoke", "no-uuid"], { env });
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /INVALID_REQUEST/);
});

test("voices are listed, children and old people among them", async () => {
  const table = await runCli(["voices"], { env });
  assert.equal(table.code, 0, table.stderr);
  assert.match(table.stdout, /^name +language +gender +age +accent +engine +model$/m);
  const voices = JSON.parse((await runCli(["voices", "--json"], { env })).stdout) as { name: string; age: string }[];
  assert.ok(voices.length >= 40);
  assert.equal(new Set(voices.map(({ name }) => name)).size, voices.length);
  for (const age of ["child", "adult", "old"])
    assert.ok(
      voices.some((voice) => voice.age === age),
      age,
    );
});

test("doctor finds everything well beside a running server", async () => {
  const run = await runCli(["doctor"], { env });
  assert.equal(run.code, 0, run.stdout + run.stderr);
  assert.match(run.stdout, /^ok {4}trial recording .* s of MP3 with \d voices/m);
  assert.doesNotMatch(run.stdout, /FAIL/);
});

test("SIGTERM ends it within ten seconds with exit code 0, and it takes its traces along", async () => {
  const from = performance.now();
  server.process.kill("SIGTERM");
  const { code, stdout } = await server.ended;
  assert.equal(code, 0);
  assert.ok(performance.now() - from < 10_000);
  assert.equal(existsSync(at("data/server.json")), false);
  assert.equal(stdout.split(key).length - 1, 2, "the key was shown once, and once in the link");
  assert.match(stdout, new RegExp(`^Studio: ${url}/#key=${key}$`, "m"));
});

test("the second start does not show a key, and Ctrl-C ends it like SIGTERM", async () => {
  const again = startCli(["serve"], { env });
  await again.printed(/Fullcast is listening/);
  again.process.kill("SIGINT");
  const { code, stdout } = await again.ended;
  assert.equal(code, 0);
  assert.match(stdout, /Your API key is in .*owner-key/);
  assert.match(stdout, /^Studio: http:\/\/127\.0\.0\.1:\d+\/$/m);
  assert.doesNotMatch(stdout, /fc_/);
});

test("SIGTERM to npm start ends the service as well", { skip: process.platform === "win32" }, async () => {
  const npm = spawn("npm", ["start"], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  npm.stdout.on("data", (chunk: Buffer) => (printed += chunk));
  const address = () => /listening on (http\S+)/.exec(printed)?.[1];
  await until(() => address() !== undefined);
  npm.kill("SIGTERM");
  // The address file is removed at the end of an orderly stop.
  await until(() => !existsSync(at("data/server.json")));
  await assert.rejects(fetch(`${address()}/v1/health`));
});

test("a port that is taken is refused with exit code 2", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const run = await runCli(["serve"], { env: { ...env, FULLCAST_DATA_DIR: at("port"), FULLCAST_PORT: String(port) } });
  taken.close();
  assert.equal(run.code, 2);
  assert.match(run.stderr, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken.*FULLCAST_PORT`));
});

test("a data folder that cannot be written is refused with exit code 2, and doctor reports it", async () => {
  writeFileSync(at("file"), "");
  const blocked = { ...env, FULLCAST_DATA_DIR: at("file/data") };
  const run = await runCli(["serve"], { env: blocked });
  assert.equal(run.code, 2);
  assert.match(run.stderr, /data directory cannot be written/);
});
