// What is read of an ONNX file before it is loaded, and one addition to it. An ONNX file is a protobuf message (onnx.proto of
// ONNX 1.17: ModelProto.graph = 7; GraphProto.node = 1, .output = 12; NodeProto.output = 2, .op_type = 4; ValueInfoProto.name = 1).

import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

const GRAPH = 7;
const NODE = 1;
const GRAPH_OUTPUT = 12;
/** More are no durations of one voice. */
const MOST = 16;

/** The outputs of the graph's `Ceil` nodes: in VITS one of them holds the frames of each phoneme. @throws for damaged bytes */
export function ceilOutputs(model: Uint8Array): readonly string[] {
  const found: string[] = [];
  const graph = (reader: BinaryReader, end: number) =>
    eachField(reader, end, NODE, (node, nodeEnd) => {
      const outputs: string[] = [];
      let operator = "";
      while (node.pos < nodeEnd) {
        const [field, type] = node.tag();
        if (field === 2 && type === WireType.LengthDelimited) outputs.push(node.string());
        else if (field === 4 && type === WireType.LengthDelimited) operator = node.string();
        else node.skip(type, field);
      }
      if (operator === "Ceil" && outputs[0] !== undefined && found.length < MOST) found.push(outputs[0]);
    });
  const reader = new BinaryReader(model);
  eachField(reader, model.length, GRAPH, graph);
  return found;
}

/**
 * The model with further outputs of its graph. Parsers of protobuf merge a message that occurs twice, so the outputs are
 * appended as a second, small graph; the file before it stays as it is.
 */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array {
  const graph = new BinaryWriter();
  for (const name of names) {
    graph.tag(GRAPH_OUTPUT, WireType.LengthDelimited).fork();
    graph.tag(1, WireType.LengthDelimited).string(name);
    // TypeProto.tensor_type = 1, its elem_type = 1: FLOAT = 1. The shape stays open.
    graph.tag(2, WireType.LengthDelimited).fork();
    graph.tag(1, WireType.LengthDelimited).fork().tag(1, WireType.Varint).int32(1).join();
    graph.join().join();
  }
  const addition = new BinaryWriter().tag(GRAPH, WireType.LengthDelimited).bytes(graph.finish()).finish();
  const whole = new Uint8Array(model.length + addition.length);
  whole.set(model);
  whole.set(addition, model.length);
  return whole;
}

function eachField(
  reader: BinaryReader,
  end: number,
  wanted: number,
  read: (reader: BinaryReader, end: number) => void,
): void {
  while (reader.pos < end) {
    const [field, type] = reader.tag();
    if (field === wanted && type === WireType.LengthDelimited) {
      const length = reader.uint32();
      const stop = reader.pos + length;
      if (stop > end) throw new RangeError("The file ends within a message.");
      read(reader, stop);
      reader.pos = stop;
    } else reader.skip(type, field);
  }
  if (reader.pos !== end) throw new RangeError("A message ends outside of its parent.");
}
