// Whether bytes are a whole image of the type they came as: by their own structure first, then by decoding them in a
// process of its own. Names and headers prove nothing.

import { fork } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import type { FeedbackAttachment } from "@fullcast/contract";
import type { Files } from "../files/files.ts";

export type ImageType = FeedbackAttachment["content_type"];

const MOST_PIXELS = 64_000_000;
const DECODE_MS = 20_000;

interface Format {
  /** FFmpeg's name of its reader. */
  readonly reader: string;
  /** Null when the outline of the bytes is that of a whole file. */
  readonly outlineFault: (bytes: Buffer) => string | null;
}

const latin = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);
const OTHER = "it is another kind of file";
const CUT = "its end is missing";

const FORMATS: Readonly<Record<ImageType, Format>> = {
  "image/png": {
    reader: "png_pipe",
    outlineFault: (bytes) => {
      if (latin(bytes, 0, 8) !== "\x89PNG\r\n\x1a\n" || latin(bytes, 12, 16) !== "IHDR") return OTHER;
      return bytes.includes("IEND\xae\x42\x60\x82", 8, "latin1") ? null : CUT;
    },
  },
  "image/jpeg": {
    reader: "jpeg_pipe",
    outlineFault: (bytes) => {
      if (latin(bytes, 0, 3) !== "\xff\xd8\xff") return OTHER;
      return bytes.includes("\xff\xd9", 3, "latin1") ? null : CUT;
    },
  },
  "image/gif": {
    reader: "gif",
    outlineFault: (bytes) => {
      if (!["GIF87a", "GIF89a"].includes(latin(bytes, 0, 6))) return OTHER;
      return bytes.at(-1) === 0x3b ? null : CUT;
    },
  },
  "image/webp": {
    reader: "webp_pipe",
    outlineFault: (bytes) => {
      if (latin(bytes, 0, 4) !== "RIFF" || latin(bytes, 8, 12) !== "WEBP") return OTHER;
      if (bytes.readUInt32LE(4) + 8 > bytes.length) return CUT;
      return latin(bytes, 12, 16) === "VP8X" && (bytes[20]! & 2) !== 0 ? "animated WebP is not taken" : null;
    },
  },
};

/** What is wrong with it in a few words; null when it is a whole image of this type. */
export async function checkImage(
  files: Pick<Files, "temporary">,
  bytes: Buffer,
  type: ImageType,
): Promise<string | null> {
  const { reader, outlineFault } = FORMATS[type];
  const fault = bytes.length < 26 ? OTHER : outlineFault(bytes);
  return fault ?? inTurn(() => decodeFault(files, bytes, reader));
}

let last: Promise<unknown> = Promise.resolve();

/** One process at a time: many uploads at once shall not take the machine. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

async function decodeFault(files: Pick<Files, "temporary">, bytes: Buffer, reader: string): Promise<string | null> {
  const path = files.temporary(".image");
  await writeFile(path, bytes, { mode: 0o600 });
  try {
    return await runDecoder(path, reader);
  } finally {
    await rm(path, { force: true });
  }
}

function runDecoder(path: string, reader: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = fork(new URL("./decode-image-process.ts", import.meta.url), [path, reader, String(MOST_PIXELS)], {
      // Windows cannot load libraries without its SystemRoot; nothing else is passed on.
      env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
      execArgv: ["--max-old-space-size=128"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let fault: string | null = "it cannot be decoded";
    const timer = setTimeout(() => child.kill("SIGKILL"), DECODE_MS);
    child.on("message", (answer: { readonly fault: string | null }) => {
      fault = answer.fault;
    });
    child.on("error", () => undefined);
    child.on("close", () => {
      clearTimeout(timer);
      resolve(fault);
    });
  });
}
