// The command engine with programs made for the test.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { type CommandEntry, parseEngines } from "../brought/engines-file.ts";
import { engineConformance } from "../conformance.ts";
import { EngineError, type SpeakRequest } from "../engine.ts";
import { speakPcm } from "../record.ts";
import { createCommandEngine } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-programs-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A program in JavaScript; `input`, `output` and `rest` are its arguments. */
function program(name: string, body: string): readonly string[] {
  const path = join(folder, `${name}.cjs`);
  writeFileSync(
    path,
    `const fs = require("node:fs"); const [input, output, ...rest] = process.argv.slice(2);\n${body}`,
  );
  return [process.execPath, path, "{input}", "{output}"];
}

const TONE = `
const speed = (Number(rest[0]) || 175) / 175;
const text = fs.readFileSync(input, "utf8");
const samples = Math.round(((text.length * 60) / speed + 200) * 22.05);
const wav = Buffer.alloc(44 + samples * 2);
wav.write("RIFF", 0); wav.writeUInt32LE(36 + samples * 2, 4); wav.write("WAVEfmt ", 8); wav.writeUInt32LE(16, 16);
wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22); wav.writeUInt32LE(22050, 24); wav.writeUInt32LE(44100, 28);
wav.writeUInt16LE(2, 32); wav.writeUInt16LE(16, 34); wav.write("data", 36); wav.writeUInt32LE(samples * 2, 40);
for (let i = 0; i < samples; i++) wav.writeInt16LE(Math.round(8000 * Math.sin(i / 20)), 44 + 2 * i);
fs.writeFileSync(output, wav);`;

const engineOf = (command: readonly string[]) =>
  createCommandEngine(
    parseEngines(
      JSON.stringify({
        engines: [{ provider: "own", type: "command", command, concurrency: 2, voices: [{ id: "default" }] }],
      }),
    )[0] as CommandEntry,
  );
const request = (text = "The boats came home."): SpeakRequest => ({
  model: "command",
  voice: "default",
  text,
  delivery: NEUTRAL_DELIVERY,
  emphasis: [],
  pronunciations: [],
  silences: [],
  options: {},
});

engineConformance("a command", () => engineOf([...program("tone", TONE), "{rate}"]));

test("the program sees four variables and an empty folder of its own, which goes afterwards", async () => {
  const seen = join(folder, "seen.json");
  const look = `fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ env: process.env, cwd: process.cwd(), files: fs.readdirSync(".") }));`;
  process.env.SECRET_OF_THE_TEST = "sk-secret";
  await engineOf(program("look", look + TONE)).speak(request());
  const { env, cwd, files } = JSON.parse(readFileSync(seen, "utf8"));
  assert.deepEqual(
    Object.keys(env)
      .filter((name) => name !== "__CF_USER_TEXT_ENCODING")
      .sort(),
    ["HOME", "LANG", "PATH", "TMPDIR"],
  );
  assert.deepEqual(files, ["input.txt"]);
  assert.ok(!existsSync(cwd));
});

test("no shell reads the text or the arguments", async () => {
  const trap = join(folder, "trap");
  await engineOf([...program("tone", TONE), `$(touch ${trap})`, `; touch ${trap}`]).speak(
    request(`$(touch ${trap}); \`touch ${trap}\` said he`),
  );
  assert.ok(!existsSync(trap));
});

test("a program that fails, writes nothing or writes no sound is a broken answer", async () => {
  for (const body of ["process.exit(3);", "", 'fs.writeFileSync(output, "<html>no sound</html>");']) {
    await assert.rejects(speakPcm(engineOf(program("bad", body)), request()), (error) => {
      assert.ok(error instanceof EngineError && error.kind === "broken_answer", String(error));
      assert.doesNotMatch(error.message, /boats|cjs/);
      return true;
    });
  }
  const missing = engineOf(["/no/such/program", "{input}", "{output}"]);
  assert.equal((await missing.describe(new AbortController().signal)).status, "unconfigured");
  await assert.rejects(
    missing.speak(request()),
    (error) => error instanceof EngineError && error.kind === "unavailable",
  );
});

test("what the program started is killed with it", { skip: process.platform === "win32" }, async () => {
  const alive = join(folder, "alive");
  const child = `require("node:child_process").spawn(process.execPath, ["-e", 'setInterval(() => require("node:fs").writeFileSync(${JSON.stringify(JSON.stringify(alive)).slice(1, -1)}, String(Date.now())), 20)'], { stdio: "ignore" });`;
  const controller = new AbortController();
  const call = engineOf(program("forks", `${child} setInterval(() => {}, 1000);`)).speak(request(), controller.signal);
  while (!existsSync(alive)) await new Promise((resolve) => setTimeout(resolve, 20));
  controller.abort(new Error("enough"));
  await assert.rejects(call, /enough/);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const last = readFileSync(alive, "utf8");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(readFileSync(alive, "utf8"), last);
});
