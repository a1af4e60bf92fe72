// Whether bytes are a whole image of the type they came as, and a copy of it that can be shown: by their own structure
// first, then by decoding them in a limited process. Names and headers prove nothing.

import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Files } from "../files/files.ts";
import { type ProcessLimits, runLimited } from "./limited-process.ts";

export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

/** What the process is told. */
export interface ImageJob {
  readonly path: string;
  /** FFmpeg's name of the only format that is tried. */
  readonly reader: string;
  readonly most_pixels: number;
  /** Where a JPEG copy is written, no wider and no higher than `most_edge` pixels; null only checks. */
  readonly copy: { readonly path: string; readonly most_edge: number } | null;
}

export interface ImageAnswer {
  /** What is wrong with it in a few words; null when it is whole. */
  readonly fault: string | null;
}

const MOST_PIXELS = 64_000_000;
/** Pictures of 64 million pixels take 0.5 GB while they are drawn anew. */
const LIMITS: ProcessLimits = {
  memoryKib: 1_536 * 1024,
  heapMib: 128,
  cpuSeconds: 20,
  wallSeconds: 30,
  fileBytes: 10 * 1024 * 1024,
};
const PROGRAM = fileURLToPath(new URL("./image-file-process.ts", import.meta.url));

interface Format {
  /** FFmpeg's name of its reader. */
  readonly reader: string;
  /** Null when the outline of the bytes is that of a whole file. */
  readonly outlineFault: (bytes: Buffer) => string | null;
}

const latin = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);
const OTHER = "it is another kind of file";
const CUT = "its end is missing";
const UNDECODABLE = "it cannot be decoded";

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

/** The shortest of these formats that holds a picture. */
const FEWEST_BYTES = 26;

/** What is wrong with it in a few words; null when it is a whole image of this type. */
export async function checkImage(
  files: Pick<Files, "temporary">,
  bytes: Buffer,
  type: ImageType,
): Promise<string | null> {
  return outlineFault(bytes, type) ?? inTurn(() => decode(files, bytes, type, null));
}

/** The type that the bytes themselves tell; null for none of these. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const types = Object.keys(FORMATS) as ImageType[];
  return types.find((type) => bytes.length >= FEWEST_BYTES && FORMATS[type].outlineFault(bytes) !== OTHER) ?? null;
}

/**
 * The picture drawn anew as a JPEG, with nothing of the file that it came in; a larger one is made smaller, and what was
 * see-through is white.
 *
 * @returns The JPEG, or what is wrong in a few words.
 */
export async function redrawImage(
  files: Pick<Files, "temporary">,
  bytes: Buffer,
  type: ImageType,
  mostEdge: number,
): Promise<{ readonly jpeg: Buffer } | { readonly fault: string }> {
  const outline = outlineFault(bytes, type);
  if (outline !== null) return { fault: outline };
  const copy = { path: files.temporary(".jpg"), most_edge: mostEdge };
  try {
    const fault = await inTurn(() => decode(files, bytes, type, copy));
    return fault === null ? { jpeg: await readFile(copy.path) } : { fault };
  } finally {
    await rm(copy.path, { force: true });
  }
}

const outlineFault = (bytes: Buffer, type: ImageType) =>
  bytes.length < FEWEST_BYTES ? OTHER : FORMATS[type].outlineFault(bytes);

let last: Promise<unknown> = Promise.resolve();

/** One process at a time: many uploads at once shall not take the machine. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

async function decode(
  files: Pick<Files, "temporary">,
  bytes: Buffer,
  type: ImageType,
  copy: ImageJob["copy"],
): Promise<string | null> {
  const path = files.temporary(".image");
  await writeFile(path, bytes, { mode: 0o600 });
  try {
    const job: ImageJob = { path, reader: FORMATS[type].reader, most_pixels: MOST_PIXELS, copy };
    const end = await runLimited<ImageAnswer>(PROGRAM, job, LIMITS);
    return end.kind === "answered" ? end.answer.fault : UNDECODABLE;
  } finally {
    await rm(path, { force: true });
  }
}
