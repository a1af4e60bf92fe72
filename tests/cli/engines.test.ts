// "fullcast engines" beside a running server: engines that are away delay nothing, and a test asks them.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { runCli, type StartedCli, startCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
const env = { FULLCAST_DATA_DIR: join(folder.path, "data"), FULLCAST_ENGINES_FILE: join(folder.path, "engines.json") };
const fullcast = (...args: string[]) => runCli(args, { cwd: folder.path, env });
let service: StandIn;
let server: StartedCli;

before(async () => {
  service = await startStandIn();
  service.lists = "left open";
  const far = { provider: "far", type: "openai-compatible", base_url: `${service.url}/v1`, model: "kokoro" };
  writeFileSync(env.FULLCAST_ENGINES_FILE, JSON.stringify({ engines: [far] }), { mode: 0o600 });
  server = startCli(["serve"], { cwd: folder.path, env: { ...env, FULLCAST_PORT: "0" } });
  await server.printed(/http:\/\/127\.0\.0\.1:\d+/);
});
after(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function far() {
  const { code, stdout, stderr } = await fullcast("engines", "--json");
  assert.equal(code, 0, stderr);
  const engines = JSON.parse(stdout) as {
    provider: string;
    status: string;
    notice: string;
    checked_at: string | null;
  }[];
  return engines.find(({ provider }) => provider === "far") ?? assert.fail(stdout);
}

test("the list states when an engine was asked and what came of it, and waits for no engine that was asked before", async () => {
  // The first question ends after 8 s, and a list on a busy machine can come before that.
  let first = await far();
  while (first.notice === "The engine has not answered yet.") first = await far();
  assert.equal(first.status, "unreachable");
  // The engine leaves every question open for 8 s: a list that waited for it would show a later time.
  assert.deepEqual(await far(), first);
  const { stdout, stderr } = await fullcast("engines");
  assert.match(stdout, /^far .* unreachable +\d+ (?:s|min) ago/m);
  assert.match(stderr, /^far: The engine does not answer\.$/m);
  assert.match(stderr, /"fullcast engines test ENGINE" asks an engine now\./);
});

test("a test asks the engine: it reports what is wrong, and speaks as soon as the engine answers", async () => {
  const away = await fullcast("engines", "test", "far");
  assert.equal(away.code, 1);
  assert.match(away.stderr, /far has no voices and is unreachable: The engine does not answer\./);
  service.lists = "answered";
  const { code, stdout, stderr } = await fullcast("engines", "test", "far");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^far: .+ spoke [\d.]+ s of audio in [\d.]+ s\.$/m);
});

test("a service with a page is entered by its name: another address, no second entry, its key named; a running server must be restarted", async () => {
  const entries = () =>
    (JSON.parse(readFileSync(env.FULLCAST_ENGINES_FILE, "utf8")) as { engines: Record<string, unknown>[] }).engines;
  const added = await fullcast("engines", "add", "kokoro-fastapi", "--base-url", "http://127.0.0.1:9/v1");
  assert.equal(added.code, 0, added.stderr);
  assert.match(added.stdout, /^kokoro-server stands in .*engines\.json now\.$/m);
  assert.match(added.stderr, /^Next: restart the server, then fullcast engines test kokoro-server\./m);
  const { base_url, model } = entries().find(({ provider }) => provider === "kokoro-server") ?? {};
  assert.deepEqual([base_url, model], ["http://127.0.0.1:9/v1", "kokoro"]);
  assert.equal(statSync(env.FULLCAST_ENGINES_FILE).mode & 0o077, 0);

  const before = entries();
  const again = await fullcast("engines", "add", "kokoro-fastapi");
  assert.match(again.stdout, /^kokoro-server stood in .* already; nothing changed\.$/m);
  const wrong = await fullcast("engines", "add", "localai", "--base-url", "localhost");
  assert.deepEqual([wrong.code, /\(localai\): base_url: /.test(wrong.stderr)], [2, true], wrong.stderr);
  const misplaced = await fullcast("engines", "add", "localai", "--from", ".");
  assert.deepEqual([misplaced.code, /--from is for piper and kokoro/.test(misplaced.stderr)], [2, true]);
  assert.deepEqual(entries(), before);

  const restart = /kokoro-server stands in .*, and the running server has not read it yet\. Restart the server\./;
  assert.match((await fullcast("engines")).stderr, restart);
  const tested = await fullcast("engines", "test", "kokoro-server");
  assert.deepEqual([tested.code, restart.test(tested.stderr)], [1, true], tested.stderr);
});

test("on a fresh installation the file is made, and the missing key is named", async () => {
  const dataDir = join(folder.path, "fresh");
  const run = await runCli(["engines", "add", "openai"], { cwd: folder.path, env: { FULLCAST_DATA_DIR: dataDir } });
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stderr, /^OPENAI_API_KEY is not set\./m);
  assert.ok(existsSync(join(dataDir, "engines.json")));
});
