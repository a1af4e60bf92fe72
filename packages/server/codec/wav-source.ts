// Reads any range of the PCM in a WAV file. The file may be damaged or hostile: every size is checked against the file before
// it is used, and allocations never exceed the size of the file.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { RenderError } from "./render-error.ts";

export interface WavSource extends Disposable {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Samples of one channel. */
  readonly length: number;
  /** Fills `into` with interleaved 16-bit samples of all channels from sample `from` on. */
  read(into: Buffer, from: number): void;
}

const HEAD_BYTES = 512;
const MOST_CHUNKS = 256;
const PCM = 1;
const EXTENSIBLE = 0xfffe;

/** @throws RenderError `input` when the file is not mono or stereo 16-bit PCM in WAV at 8 to 192 kHz. */
export function openWav(path: string, assetId: string): WavSource {
  const refuse = (why: string): never => {
    throw new RenderError("input", `The audio of an asset ${why}.`, assetId);
  };
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return refuse("is missing");
  }
  try {
    const size = fstatSync(fd).size;
    const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
    readFully(fd, head, 0, refuse);
    if (head.length < 12 || head.toString("latin1", 0, 4) !== "RIFF" || head.toString("latin1", 8, 12) !== "WAVE") {
      refuse("is not a WAV file");
    }
    const at = (position: number, bytes: number): Buffer => {
      if (position + bytes <= head.length) return head.subarray(position, position + bytes);
      if (position + bytes > size) refuse("ends too early");
      const part = Buffer.alloc(bytes);
      readFully(fd, part, position, refuse);
      return part;
    };
    let format: { sampleRate: number; channels: 1 | 2 } | null = null;
    for (let position = 12, chunks = 0; chunks < MOST_CHUNKS; chunks++) {
      const chunk = at(position, 8);
      const id = chunk.toString("latin1", 0, 4);
      const bytes = chunk.readUInt32LE(4);
      const body = position + 8;
      if (id === "fmt ") format = pcmFormat(at(body, Math.min(bytes, 40))) ?? refuse("is not 16-bit PCM");
      if (id === "data") {
        if (format === null) return refuse("has no format");
        if (body + bytes > size) refuse("ends too early");
        const frameBytes = format.channels * 2;
        return {
          ...format,
          length: Math.floor(bytes / frameBytes),
          read: (into, from) => readFully(fd, into, body + from * frameBytes, refuse),
          [Symbol.dispose]: () => closeSync(fd),
        };
      }
      position = body + bytes + (bytes % 2);
    }
    return refuse("has no samples");
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function pcmFormat(body: Buffer): { sampleRate: number; channels: 1 | 2 } | null {
  if (body.length < 16) return null;
  const tag = body.readUInt16LE(0);
  const isPcm = tag === PCM || (tag === EXTENSIBLE && body.length >= 26 && body.readUInt16LE(24) === PCM);
  const channels = body.readUInt16LE(2);
  const sampleRate = body.readUInt32LE(4);
  if (!isPcm || (channels !== 1 && channels !== 2) || body.readUInt16LE(14) !== 16) return null;
  return sampleRate >= 8_000 && sampleRate <= 192_000 ? { sampleRate, channels } : null;
}

function readFully(fd: number, into: Buffer, position: number, refuse: (why: string) => never): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(fd, into, done, into.length - done, position + done);
    if (count === 0) refuse("ends too early");
    done += count;
  }
}
