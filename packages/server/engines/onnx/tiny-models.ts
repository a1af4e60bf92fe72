// Models for tests and benches with the inputs and outputs of Piper and Kokoro, and no voice: each symbol becomes a tone whose
// length follows the symbol. No trained model is part of the project.

import { type OnnxConstant, type OnnxGraph, type OnnxNode, type OnnxValue, onnxModel } from "./write-onnx.ts";

const scalar = (name: string, value: number): OnnxConstant => ({ name, shape: [], values: Float32Array.of(value) });
const node = (operator: string, inputs: string[], output: string, attributes?: OnnxNode["attributes"]): OnnxNode =>
  attributes === undefined
    ? { operator, inputs, outputs: [output] }
    : { operator, inputs, outputs: [output], attributes };

export interface TinyPiper {
  readonly speakers?: number;
  /** Without it the graph has no `Ceil`, so that nothing states the durations. */
  readonly timed?: boolean;
  /** The output is not finite. */
  readonly broken?: boolean;
  /** The graph has an operator that onnxruntime does not know. */
  readonly unknown?: boolean;
}

/** Samples of one frame. */
const HOP = 64;

/** Inputs input, input_lengths, scales and, with several speakers, sid; output `output`. */
export function tinyPiper({ speakers = 1, timed = true, broken = false, unknown = false }: TinyPiper = {}): Uint8Array {
  const pitch: OnnxNode[] =
    speakers > 1
      ? [
          node("Cast", ["sid"], "sidf", { to: 1 }),
          node("Squeeze", ["sidf"], "who"),
          node("Mul", ["who", "step"], "up"),
          node("Add", ["base", "up"], "omega"),
        ]
      : [node("Identity", ["base"], "omega")];
  const graph: OnnxGraph = {
    inputs: [
      { name: "input", type: "int64", shape: ["batch", "symbols"] },
      { name: "input_lengths", type: "int64", shape: ["batch"] },
      { name: "scales", type: "float", shape: [3] },
      ...(speakers > 1 ? [{ name: "sid", type: "int64", shape: ["batch"] } as OnnxValue] : []),
    ],
    outputs: [{ name: "output", type: "float", shape: ["batch", 1, 1, "time"] }],
    constants: [
      scalar("weight", 0.03),
      scalar("least", 6),
      scalar("hop", HOP),
      scalar("zero", 0),
      scalar("one", 1),
      scalar("base", 0.06),
      scalar("step", 0.02),
      scalar("loud", broken ? Number.NaN : 0.4),
      { name: "second", shape: [], values: BigInt64Array.of(1n) },
      { name: "shape", shape: [4], values: BigInt64Array.of(1n, 1n, 1n, -1n) },
    ],
    nodes: [
      node("Cast", ["input"], "symbols", { to: 1 }),
      node("Mul", ["symbols", "weight"], "weighted"),
      node("Add", ["weighted", "least"], "long"),
      node("Gather", ["scales", "second"], "length_scale"),
      node("Mul", ["long", "length_scale"], "scaled"),
      node(timed ? "Ceil" : "Round", ["scaled"], "frames"),
      node("ReduceSum", ["frames"], "total", { keepdims: 0 }),
      node("Mul", ["total", "hop"], "count"),
      node("Range", ["zero", "count", "one"], "time"),
      ...pitch,
      node("Mul", ["time", "omega"], "phase"),
      node(unknown ? "NoSuchOperator" : "Sin", ["phase"], "sine"),
      node("Mul", ["sine", "loud"], "tone"),
      node("Reshape", ["tone", "shape"], "output"),
    ],
  };
  return onnxModel(graph);
}

/** Inputs input_ids, style, speed; outputs waveform and durations (frames of 600 samples). */
export function tinyKokoro(): Uint8Array {
  return onnxModel({
    inputs: [
      { name: "input_ids", type: "int64", shape: [1, "symbols"] },
      { name: "style", type: "float", shape: [1, 256] },
      { name: "speed", type: "float", shape: [1] },
    ],
    outputs: [
      { name: "waveform", type: "float", shape: [1, "time"] },
      { name: "durations", type: "int64", shape: ["symbols"] },
    ],
    constants: [
      scalar("weight", 0.02),
      scalar("least", 1.5),
      scalar("hop", 600),
      scalar("zero", 0),
      scalar("one", 1),
      scalar("base", 0.05),
      scalar("loud", 0.4),
      { name: "flat", shape: [1], values: BigInt64Array.of(-1n) },
      { name: "shape", shape: [2], values: BigInt64Array.of(1n, -1n) },
    ],
    nodes: [
      node("Cast", ["input_ids"], "ids", { to: 1 }),
      node("Mul", ["ids", "weight"], "weighted"),
      node("Add", ["weighted", "least"], "long"),
      node("Div", ["long", "speed"], "scaled"),
      node("Ceil", ["scaled"], "frames"),
      node("Reshape", ["frames", "flat"], "frames_flat"),
      node("Cast", ["frames_flat"], "durations", { to: 7 }),
      node("ReduceSum", ["frames"], "total", { keepdims: 0 }),
      node("Mul", ["total", "hop"], "count"),
      node("Range", ["zero", "count", "one"], "time"),
      node("ReduceMean", ["style"], "manner", { keepdims: 0 }),
      node("Add", ["base", "manner"], "omega"),
      node("Mul", ["time", "omega"], "phase"),
      node("Sin", ["phase"], "sine"),
      node("Mul", ["sine", "loud"], "tone"),
      node("Reshape", ["tone", "shape"], "waveform"),
    ],
  });
}

const SYMBOLS = [
  ..."_^$ !'(),-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœɐɑɒɔɕəɚɛɜɟɡɢɣɤɥɦɨɪɫɬɭɯɰɱɲɳɴɵɸɹɻɽɾʀʁʂʃʈʉʊʋʌʍʎʏʐʑʒʔʕʝʲˈˌːˑβθχᵻ",
];

/** NAME.onnx.json for tinyPiper. */
export function tinyPiperConfig(speakers = 1): string {
  return JSON.stringify({
    audio: { sample_rate: 22_050, quality: "medium" },
    espeak: { voice: "en-us" },
    language: { code: "en_US" },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    phoneme_type: "espeak",
    phoneme_id_map: Object.fromEntries(SYMBOLS.map((symbol, id) => [symbol, [id]])),
    num_speakers: speakers,
    speaker_id_map: speakers > 1 ? Object.fromEntries(Array.from({ length: speakers }, (_, i) => [`p${i}`, i])) : {},
  });
}

/** tokenizer.json for tinyKokoro. */
export const tinyKokoroTokenizer = (): string =>
  JSON.stringify({
    model: {
      vocab: Object.fromEntries(
        [..."$;:,.!? AIOQWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːᵻ"].map(
          (symbol, id) => [symbol, id],
        ),
      ),
    },
  });

/** A pack of 510 rows of one value. */
export const tinyPack = (value: number): Uint8Array => new Uint8Array(new Float32Array(510 * 256).fill(value).buffer);
