// The inputs and outputs of an ONNX file, read without loading it: only the heads of its fields are read, in small blocks.
// A file that is cut off, or no ONNX model at all, is found before a line needs it. Numbers of fields: graph.ts.

import { type FileHandle, open } from "node:fs/promises";
import type { ModelFile } from "./model-jobs.ts";

export interface ModelShape {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** What an engine needs of a model. */
const NEEDED = {
  piper: { inputs: ["input", "input_lengths", "scales"], outputs: [["output"]] },
  kokoro: { inputs: ["input_ids", "style", "speed"], outputs: [["waveform", "audio"]] },
} as const;
const TITLE = { piper: "Piper", kokoro: "Kokoro" } as const;

/** Why a model is of another kind; null when it fits. @param several whether it has several speakers */
export function lackOf(family: "piper" | "kokoro", { inputs, outputs }: ModelShape, several: boolean): string | null {
  const needed = NEEDED[family];
  const input = [...needed.inputs, ...(several ? ["sid"] : [])].find((name) => !inputs.includes(name));
  const output = needed.outputs.find((names) => !names.some((name) => outputs.includes(name)));
  const what = input !== undefined ? `the input ${input}` : output !== undefined ? `the output ${output[0]}` : null;
  return what === null ? null : `it is no ${TITLE[family]} model; it lacks ${what}`;
}

const faults = new Map<string, string | null>();

/** A sentence that states why a file cannot be used; null when its heads fit. Read again when the file changed. */
export async function shapeFault(
  model: ModelFile,
  family: "piper" | "kokoro",
  several: boolean,
): Promise<string | null> {
  const key = `${model.path}\n${model.stamp}\n${family} ${several}`;
  const known = faults.get(key);
  if (known !== undefined) return known;
  const lack = await readShape(model.path).then(
    (shape) => lackOf(family, shape, several),
    (error: unknown) => {
      if (error instanceof RangeError) return "the file is damaged or no ONNX model";
      return "its file cannot be read";
    },
  );
  const fault = lack === null ? null : `${model.name} cannot be used: ${lack}.`;
  if (faults.size > 1_000) faults.clear();
  faults.set(key, fault);
  return fault;
}

const BLOCK = 64 * 1024;
/** More fields are no model of a voice. */
const MOST_FIELDS = 200_000;
/** Bytes of the description of an input or output. */
const MOST_VALUE_BYTES = 64 * 1024;

/** @throws RangeError for a file that is damaged, cut off, or no ONNX model */
export async function readShape(path: string): Promise<ModelShape> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const bytes = blocksOf(file);
  const inputs: string[] = [];
  const outputs: string[] = [];
  let fields = 0;
  let graphs = 0;

  async function varint(at: number): Promise<readonly [value: number, next: number]> {
    let value = 0;
    for (let i = 0; i < 10; i++) {
      const byte = await bytes(at + i);
      if (byte === undefined) throw new RangeError("The file ends within a number.");
      // The numbers that matter here are lengths and field numbers; those of ten bytes are skipped values.
      if (i < 7) value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return [value, at + i + 1];
    }
    throw new RangeError("A number is too long.");
  }

  /** Calls `found` for each field with bytes; the other fields are skipped. */
  async function walk(from: number, to: number, found: (field: number, from: number, to: number) => Promise<void>) {
    let at = from;
    while (at < to) {
      if (++fields > MOST_FIELDS) throw new RangeError("The file has too many fields.");
      const [tag, next] = await varint(at);
      const [field, type] = [Math.floor(tag / 8), tag % 8];
      if (field === 0) throw new RangeError("A field has no number.");
      if (type === 0) at = (await varint(next))[1];
      else if (type === 1) at = next + 8;
      else if (type === 5) at = next + 4;
      else if (type === 2) {
        const [length, start] = await varint(next);
        at = start + length;
        if (at > to) throw new RangeError("The file ends within a field.");
        await found(field, start, at);
      } else throw new RangeError("A field has an unknown type.");
    }
    if (at !== to) throw new RangeError("A field ends outside of its message.");
  }

  const nameOf = async (from: number, to: number): Promise<string> => {
    if (to - from > MOST_VALUE_BYTES) throw new RangeError("A name is too long.");
    let name = "";
    await walk(from, to, async (field, start, end) => {
      if (field !== 1) return;
      const text = Buffer.alloc(end - start);
      for (let i = start; i < end; i++) text[i - start] = (await bytes(i))!;
      name = text.toString("utf8");
    });
    return name;
  };

  await walk(0, size, async (field, from, to) => {
    if (field !== 7) return;
    graphs++;
    await walk(from, to, async (part, start, end) => {
      if (part === 11) inputs.push(await nameOf(start, end));
      else if (part === 12) outputs.push(await nameOf(start, end));
    });
  });
  if (graphs === 0) throw new RangeError("The file has no graph.");
  return { inputs, outputs };
}

/** A reader of single bytes that keeps one block. */
function blocksOf(file: FileHandle): (at: number) => Promise<number | undefined> | number | undefined {
  const block = Buffer.alloc(BLOCK);
  let from = 0;
  let length = 0;
  return (at) => {
    if (at >= from && at < from + length) return block[at - from];
    return file.read(block, 0, BLOCK, at).then(({ bytesRead }) => {
      [from, length] = [at, bytesRead];
      return bytesRead > 0 ? block[0] : undefined;
    });
  };
}
