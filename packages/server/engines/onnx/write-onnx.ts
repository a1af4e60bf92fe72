// Writes ONNX files for tests and benches: small graphs of any nodes. Numbers of fields are those of onnx.proto.

import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

export type OnnxType = "float" | "int64";
const TYPE: Readonly<Record<OnnxType, number>> = { float: 1, int64: 7 };

export interface OnnxValue {
  readonly name: string;
  readonly type: OnnxType;
  /** A text names an open dimension. */
  readonly shape: readonly (number | string)[];
}
export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Whole numbers and lists of them. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}
export interface OnnxConstant {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | BigInt64Array;
}
export interface OnnxGraph {
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
}

/** A model of ONNX opset 17. */
export function onnxModel(graph: OnnxGraph): Uint8Array {
  const opset = message((w) => w.tag(2, WireType.Varint).int64(17));
  const body = message((w) => {
    for (const node of graph.nodes) field(w, 1, nodeOf(node));
    text(w, 2, "graph");
    for (const constant of graph.constants) field(w, 5, constantOf(constant));
    for (const value of graph.inputs) field(w, 11, valueInfo(value));
    for (const value of graph.outputs) field(w, 12, valueInfo(value));
  });
  return message((w) => {
    w.tag(1, WireType.Varint).int64(8);
    field(w, 7, body);
    field(w, 8, opset);
  });
}

/** The names of the outputs of a model's graph. */
export function graphOutputs(model: Uint8Array): readonly string[] {
  return fieldsOf(model, 7).flatMap((graph) =>
    fieldsOf(graph, 12).map((value) => new TextDecoder().decode(fieldsOf(value, 1)[0])),
  );
}

function fieldsOf(bytes: Uint8Array, wanted: number): Uint8Array[] {
  const reader = new BinaryReader(bytes);
  const found: Uint8Array[] = [];
  while (reader.pos < bytes.length) {
    const [number, type] = reader.tag();
    if (number === wanted && type === WireType.LengthDelimited) found.push(reader.bytes());
    else reader.skip(type, number);
  }
  return found;
}

function message(write: (writer: BinaryWriter) => void): Uint8Array {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}
const field = (w: BinaryWriter, number: number, bytes: Uint8Array) => {
  w.tag(number, WireType.LengthDelimited).bytes(bytes);
};
const text = (w: BinaryWriter, number: number, value: string) => {
  w.tag(number, WireType.LengthDelimited).string(value);
};

const nodeOf = ({ operator, inputs, outputs, attributes = {} }: OnnxNode) =>
  message((w) => {
    for (const name of inputs) text(w, 1, name);
    for (const name of outputs) text(w, 2, name);
    text(w, 4, operator);
    for (const [name, value] of Object.entries(attributes)) {
      const attribute = message((a) => {
        text(a, 1, name);
        // AttributeProto: i = 3, ints = 8, type = 20 (INT 2, INTS 7).
        if (typeof value === "number") a.tag(3, WireType.Varint).int64(value).tag(20, WireType.Varint).int32(2);
        else {
          for (const one of value) a.tag(8, WireType.Varint).int64(one);
          a.tag(20, WireType.Varint).int32(7);
        }
      });
      field(w, 5, attribute);
    }
  });

const constantOf = ({ name, shape, values }: OnnxConstant) =>
  message((w) => {
    for (const length of shape) w.tag(1, WireType.Varint).int64(length);
    w.tag(2, WireType.Varint).int32(values instanceof Float32Array ? TYPE.float : TYPE.int64);
    text(w, 8, name);
    field(w, 9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  });

const valueInfo = ({ name, type, shape }: OnnxValue) => {
  const dimensions = message((w) => {
    for (const size of shape) {
      const dimension = message((d) => {
        if (typeof size === "number") d.tag(1, WireType.Varint).int64(size);
        else text(d, 2, size);
      });
      field(w, 1, dimension);
    }
  });
  const tensor = message((w) => {
    w.tag(1, WireType.Varint).int32(TYPE[type]);
    field(w, 2, dimensions);
  });
  return message((w) => {
    text(w, 1, name);
    field(
      w,
      2,
      message((t) => field(t, 1, tensor)),
    );
  });
};
