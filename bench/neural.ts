// Piper's path against bare onnxruntime: the same model, the same sounds, one processor each. The model has the size of a real
// voice and random weights, so it shows the cost and no voice.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEUTRAL_DELIVERY } from "../packages/core/direction/direction.ts";
import { parseEngines } from "../packages/server/engines/brought/engines-file.ts";
import type { SpeakRequest } from "../packages/server/engines/engine.ts";
import { fullSizePiper } from "../packages/server/engines/onnx/full-size-model.ts";
import { ceilOutputs, withOutputs } from "../packages/server/engines/onnx/graph.ts";
import { createPhonemizer } from "../packages/server/engines/onnx/phonemes.ts";
import { installRuntime, RuntimeError, runtimeFolder } from "../packages/server/engines/onnx/runtime.ts";
import { sentencesOf } from "../packages/server/engines/onnx/sentence.ts";
import { tinyPiperConfig } from "../packages/server/engines/onnx/tiny-models.ts";
import { readPiperConfig } from "../packages/server/engines/piper/config.ts";
import { encodePiper } from "../packages/server/engines/piper/encode.ts";
import { createPiperEngine } from "../packages/server/engines/piper/piper.ts";
import { speakPcm } from "../packages/server/engines/record.ts";
import { type BenchOptions, type Measurement, measured, median, Skip } from "./measurement.ts";

export const describe = "Piper: a model of real size with random weights through our path against bare onnxruntime";

const NAME = "en_US-bench-medium";
const LINES = 24;
const BATCH = 4;
/** Clock ticks a second in /proc, the same on every Linux machine. */
const TICKS = 100;

interface Onnx {
  readonly Tensor: new (type: string, data: BigInt64Array | Float32Array, shape: readonly number[]) => object;
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: object,
    ): Promise<{ run(feeds: object): Promise<Record<string, { readonly data: Float32Array }>> }>;
  };
}

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  if (process.platform !== "linux") throw new Skip("reads the processor time of a child from /proc");
  const home = mkdtempSync(join(tmpdir(), "fullcast-bench-neural-"));
  try {
    try {
      await installRuntime(home, process.env.FULLCAST_ONNX_ARCHIVES ?? null);
    } catch (error) {
      if (error instanceof RuntimeError) throw new Skip(error.message);
      throw error;
    }
    return await compare(home, runs);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function compare(home: string, runs: number): Promise<readonly Measurement[]> {
  const folder = join(home, "voices", "piper");
  mkdirSync(folder, { recursive: true });
  const model = fullSizePiper();
  writeFileSync(join(folder, `${NAME}.onnx`), model);
  writeFileSync(join(folder, `${NAME}.onnx.json`), tinyPiperConfig());
  const read = readPiperConfig(tinyPiperConfig());
  const [entry] = parseEngines('{ "engines": [{ "provider": "piper", "type": "piper" }] }');
  if ("fault" in read || entry?.type !== "piper") throw new Error("The bench has a faulty configuration.");
  const { config } = read;

  const text = readFileSync(join(import.meta.dirname, "..", "examples", "chapter.txt"), "utf8");
  const lines = text
    .split(/\n\s*\n/)
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line.length > 60 && line.length < 400)
    .slice(0, LINES);
  const requests = lines.map(
    (line): SpeakRequest => ({
      model: "piper",
      voice: NAME,
      text: line,
      delivery: NEUTRAL_DELIVERY,
      emphasis: [],
      pronunciations: [],
      silences: [],
      options: {},
    }),
  );

  const ort = createRequire(join(runtimeFolder(home), "package.json"))("onnxruntime-node") as Onnx;
  const session = await ort.InferenceSession.create(withOutputs(model, ceilOutputs(model)), {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
  });
  const phonemizer = await createPhonemizer();
  const encoded = requests.map((request) =>
    sentencesOf(request.text, "en-US").map(
      ({ from, to }) => encodePiper(phonemizer.read(request, from, to, "en-us").symbols, config.phoneme_id_map).ids,
    ),
  );
  const { noise_scale, length_scale, noise_w } = config.inference;
  const bare = async (line: (typeof encoded)[number]): Promise<number> => {
    let samples = 0;
    for (const ids of line) {
      const answer = await session.run({
        input: new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
        input_lengths: new ort.Tensor("int64", BigInt64Array.of(BigInt(ids.length)), [1]),
        scales: new ort.Tensor("float32", Float32Array.of(noise_scale, length_scale, noise_w), [3]),
      });
      samples += answer.output!.data.length;
    }
    return samples / config.audio.sample_rate;
  };

  await using engine = createPiperEngine(entry, home);
  await bare(encoded[0]!);
  await speakPcm(engine, requests[0]!);
  const child = modelProcess();
  const [bareCpu, pathCpu, ratios]: [number[], number[], number[]] = [[], [], []];
  let audio = 0;
  for (let index = 0; index < runs; index++) {
    let [bareSum, pathSum] = [0, 0];
    audio = 0;
    // In turns of a few lines, so that other load on the machine affects both equally.
    for (let from = 0; from < requests.length; from += BATCH) {
      let before = ownSeconds();
      for (const line of encoded.slice(from, from + BATCH)) audio += await bare(line);
      bareSum += ownSeconds() - before;
      before = ownSeconds() + secondsOf(child);
      for (const request of requests.slice(from, from + BATCH)) await speakPcm(engine, request);
      pathSum += ownSeconds() + secondsOf(child) - before;
    }
    bareCpu.push(bareSum);
    pathCpu.push(pathSum);
    ratios.push(bareSum / pathSum);
  }
  return [
    measured("model with random weights", model.length / 1e6, "MB"),
    measured("lines", requests.length, ""),
    measured("bare onnxruntime", audio / median(bareCpu), "audio s / CPU s"),
    measured("through the engine, phonemes and both processes included", audio / median(pathCpu), "audio s / CPU s"),
    measured("the engine compared with bare onnxruntime", median(ratios), "", { bound: "at least", value: 0.9 }),
  ];
}

/** Processor time of this process, seconds. */
function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Fields after the command's name, which may hold spaces: state, parent, … */
const statOf = (id: number | string): readonly string[] => {
  const stat = readFileSync(`/proc/${id}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};
const secondsOf = (id: number): number => (Number(statOf(id)[11]) + Number(statOf(id)[12])) / TICKS;

/** The child that runs the model: the descendant of this process with that program. */
function modelProcess(): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = ids.find((id) => {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, "utf8").includes("model-child")) return false;
      for (let at = Number(id); at > 1; at = Number(statOf(at)[1])) if (at === process.pid) return true;
      return false;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error("The model process was not found.");
  return Number(found);
}
