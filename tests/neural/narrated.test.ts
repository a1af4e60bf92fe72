// A complete use of models: voices and onnxruntime are installed into a fresh data folder, then a story is narrated. The model
// process is killed in the middle of the run.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createClient } from "@fullcast/contract";
import { parseFile } from "music-metadata";
import { tinyPiper, tinyPiperConfig } from "../../packages/server/engines/onnx/tiny-models.ts";
import { runCli, startCli, temporaryFolder } from "../cli/run-cli.ts";

const folder = temporaryFolder();
const stick = join(folder.path, "stick");
const dataDir = join(folder.path, "data");
const env = { FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0" };
const fullcast = async (...args: string[]) => {
  const run = await runCli(args, { cwd: folder.path, env });
  assert.equal(run.code, 0, `${args.join(" ")}: ${run.stderr}`);
  return run;
};
after(() => folder[Symbol.dispose]());

before(async () => {
  mkdirSync(stick);
  for (const [name, speakers] of [
    ["en_US-tone-low", 1],
    ["en_US-many-low", 3],
  ] as const) {
    writeFileSync(join(stick, `${name}.onnx`), tinyPiper({ speakers }));
    writeFileSync(join(stick, `${name}.onnx.json`), tinyPiperConfig(speakers));
  }
  const archives = process.env.FULLCAST_ONNX_ARCHIVES;
  await fullcast("voices", "install", "piper/en_US-tone-low", "piper/en_US-many-low", "--from", "stick");
  await fullcast("engines", "add", "piper", ...(archives === undefined ? [] : ["--from", archives]));
});

/** The ids of the model processes that a process started, itself or through others. */
function modelProcessesOf(ancestor: number): readonly number[] {
  const parents = new Map<number, number>();
  const models: number[] = [];
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
      if (readFileSync(`/proc/${entry}/cmdline`, "utf8").includes("model-child")) models.push(Number(entry));
    } catch {
      // The process has ended meanwhile.
    }
  }
  return models.filter((id) => {
    for (let at: number | undefined = id; at !== undefined && at > 1; at = parents.get(at))
      if (at === ancestor) return true;
    return false;
  });
}

describe("a fresh data folder with installed voices", { skip: process.platform !== "linux" && "reads /proc" }, () => {
  test("narrates a story with them; a model process that is killed in mid-line costs nothing but time", async () => {
    const server = startCli(["serve"], { env });
    try {
      const [, address = ""] = await server.printed(/listening on (http\S+)/);
      const apiKey = readFileSync(join(dataDir, "owner-key"), "utf8").trim();
      const client = createClient({ baseUrl: `${address}/v1`, apiKey });
      const state = async () => (await client.call("listEngines")).engines.find(({ provider }) => provider === "piper");
      for (const until = Date.now() + 60_000; (await state())?.status !== "available"; ) assert.ok(Date.now() < until);
      assert.match(
        (await state())?.notice ?? "",
        /^Models run on the processor\. A model needs up to \d+ MB of memory\./,
      );
      const { voices } = await client.call("listVoices", { query: { provider: "piper" } });
      assert.equal(voices.length, 4);
      const lines = Array.from({ length: 12 }, (_, i) => `This is the quiet sentence number ${i + 1} of the story.`);
      writeFileSync(join(folder.path, "story.txt"), `${lines.join("\n\n")}\n`);
      // The narrator's voice is chosen in the cast; then the story is made again with it.
      await fullcast("narrate", "story.txt", "--out", "first.srt", "--narrator-only", "--quiet");
      const tone = voices.find(({ name }) => name === "Tone");
      assert.ok(tone !== undefined);
      // The folder states no licence.
      assert.deepEqual([tone.license, tone.publishable], ["Unknown", null]);
      await fullcast("cast", "story", "--set", `Narrator=${tone.voice_id}`);
      const narrating = startCli(["narrate", "story.txt", "--out", "story.m4b", "--narrator-only", "--json"], {
        cwd: folder.path,
        env,
      });
      let killed: number | undefined;
      for (const until = Date.now() + 120_000; killed === undefined && Date.now() < until; await turn()) {
        // A model process starts for a line, so that one is under way.
        [killed] = modelProcessesOf(server.process.pid!);
      }
      assert.ok(killed !== undefined, "a model process was seen");
      process.kill(killed, "SIGKILL");
      const run = await narrating.ended;
      assert.equal(run.code, 0, run.stderr);
      assert.ok(modelProcessesOf(server.process.pid!).every((id) => id !== killed));
      const { format } = await parseFile(join(folder.path, "story.m4b"));
      assert.ok((format.duration ?? 0) > 10, `${format.duration} s`);
      const { stdout } = await fullcast("cast", "story", "--csv");
      assert.match(stdout, /Tone/);
    } finally {
      server.process.kill("SIGTERM");
      await server.ended;
    }
  });
});
