// Messages on a byte stream between two processes: a length of 4 bytes (little-endian), then the value as V8 serialises it.

import type { Writable } from "node:stream";
import { deserialize, serialize } from "node:v8";

const LENGTH_BYTES = 4;

/** @param done Called when the write succeeded or failed. */
export function writeFrame(stream: Writable, value: unknown, done?: () => void): void {
  const body = serialize(value);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(body.length);
  stream.write(length);
  stream.write(body, done);
}

/** Returns a function that takes the next bytes and returns the completed values. It throws for damaged bytes. */
export function frameReader<Value>(): (chunk: Buffer) => Value[] {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = LENGTH_BYTES;
  let inBody = false;
  return (chunk) => {
    const values: Value[] = [];
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      // The chunks are joined once for each message, so that the cost of a long message is linear.
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held);
      const part = all.subarray(0, wanted);
      const rest = all.subarray(wanted);
      chunks = rest.length > 0 ? [rest] : [];
      held = rest.length;
      if (inBody) values.push(deserialize(part) as Value);
      wanted = inBody ? LENGTH_BYTES : part.readUInt32LE();
      inBody = !inBody;
    }
    return values;
  };
}
