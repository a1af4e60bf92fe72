// A model with the size and the work of a Piper voice of medium quality, and no voice: its weights are random. For benches.
// Layers after VITS (Kim and others, 2021) as Piper exports it: text encoder, flow, HiFi-GAN decoder; each symbol lasts six
// frames of 256 samples.

import { type OnnxConstant, type OnnxNode, onnxModel } from "./write-onnx.ts";

const WIDTH = 192;
const SYMBOLS = 256;
const FRAMES = 6;

/** About 13 million weights; 50 MB. Inputs and outputs are those of Piper. */
export function fullSizePiper(): Uint8Array {
  const constants: OnnxConstant[] = [
    { name: "frames_each", shape: [1], values: Float32Array.of(FRAMES - 0.5) },
    { name: "zero", shape: [1], values: Float32Array.of(0) },
    { name: "wave_shape", shape: [4], values: BigInt64Array.of(1n, 1n, 1n, -1n) },
  ];
  const nodes: OnnxNode[] = [];
  let state = 1;
  // Park and Miller's generator: the same file on every machine.
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const weights = (shape: readonly number[], inputs: number): string => {
    const name = `w${constants.length}`;
    const scale = 2 * Math.sqrt(3 / inputs);
    const values = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => random() * scale);
    constants.push({ name, shape, values });
    return name;
  };
  const add = (operator: string, inputs: readonly string[], attributes: OnnxNode["attributes"] = {}): string => {
    const output = `v${nodes.length}`;
    nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  };
  const conv = (from: string, inputs: number, outputs: number, kernel: number, dilation = 1): string => {
    const pad = ((kernel - 1) * dilation) / 2;
    return add("Conv", [from, weights([outputs, inputs, kernel], inputs * kernel)], {
      kernel_shape: [kernel],
      dilations: [dilation],
      pads: [pad, pad],
    });
  };
  const widen = (from: string, inputs: number, outputs: number, kernel: number, stride: number): string => {
    const pad = (kernel - stride) / 2;
    return add("ConvTranspose", [from, weights([inputs, outputs, kernel], (inputs * kernel) / stride)], {
      kernel_shape: [kernel],
      strides: [stride],
      pads: [pad, pad],
    });
  };

  // Text encoder: six layers at the rate of symbols.
  const embedded = add("Gather", [weights([SYMBOLS, WIDTH], 1), "input"]);
  let x = add("Transpose", [embedded], { perm: [0, 2, 1] });
  for (let layer = 0; layer < 6; layer++) {
    const inner = add("Relu", [conv(x, WIDTH, 4 * WIDTH, 3)]);
    x = add("Tanh", [add("Add", [x, conv(inner, 4 * WIDTH, WIDTH, 3)])]);
  }
  // Durations: the same for each symbol, so that the sound has a known length.
  const asFloat = add("Cast", ["input"], { to: 1 });
  const frames = add("Add", [add("Mul", [asFloat, "zero"]), "frames_each"]);
  nodes.push({ operator: "Ceil", inputs: [frames], outputs: ["durations"] });
  x = widen(x, WIDTH, WIDTH, FRAMES, FRAMES);
  // Flow: sixteen gated layers at the rate of frames.
  for (let layer = 0; layer < 16; layer++) {
    const gate = add("Sigmoid", [conv(x, WIDTH, WIDTH, 5)]);
    x = add("Tanh", [add("Add", [x, add("Mul", [gate, add("Tanh", [conv(x, WIDTH, WIDTH, 5)])])])]);
  }
  // Decoder: 8 × 8 × 4 samples for each frame, three kernels side by side at each rate.
  let channels = 256;
  x = conv(x, WIDTH, channels, 7);
  for (const [stride, kernel] of [
    [8, 16],
    [8, 16],
    [4, 8],
  ] as const) {
    x = widen(add("LeakyRelu", [x]), channels, channels / 2, kernel, stride);
    channels /= 2;
    const branches = [3, 5, 7].map((size) => {
      let branch = x;
      for (const dilation of [1, 3]) {
        branch = add("Add", [branch, conv(add("LeakyRelu", [branch]), channels, channels, size, dilation)]);
      }
      return branch;
    });
    x = add("Tanh", [add("Sum", branches)]);
  }
  const wave = add("Tanh", [conv(x, channels, 1, 7)]);
  nodes.push({ operator: "Reshape", inputs: [wave, "wave_shape"], outputs: ["output"] });
  return onnxModel({
    inputs: [
      { name: "input", type: "int64", shape: ["batch", "symbols"] },
      { name: "input_lengths", type: "int64", shape: ["batch"] },
      { name: "scales", type: "float", shape: [3] },
    ],
    outputs: [{ name: "output", type: "float", shape: ["batch", 1, 1, "time"] }],
    nodes,
    constants,
  });
}
