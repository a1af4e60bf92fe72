// Checks uploaded images and redraws them. It checks the structure of the bytes first, then decodes them in a limited child
// process. File names and headers are not trusted.

import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createFairQueue, type ProcessLimits, runLimited } from "../compute/compute.ts";
import type { Files } from "../files/files.ts";

export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

export interface ImageJob {
  /** FFmpeg's name of the only accepted format. */
  readonly reader: string;
  readonly most_pixels: number;
  /** The largest width and height of the JPEG copy, pixels. Null: no copy. */
  readonly copy_edge: number | null;
}

export interface ImageAnswer {
  /** The fault of the image in a few words. Null: none. */
  readonly fault: string | null;
}

const MOST_PIXELS = 64_000_000;
/** An image of 64 million pixels takes 0.5 GB while it is redrawn. */
const LIMITS: ProcessLimits = {
  memoryKib: 1_536 * 1024,
  heapMib: 128,
  cpuSeconds: 20,
  wallSeconds: 30,
  fileBytes: 10 * 1024 * 1024,
  answerBytes: 64 * 1024,
};
const PROGRAM = fileURLToPath(new URL("./image-file-process.ts", import.meta.url));

interface Format {
  /** FFmpeg's name of its reader. */
  readonly reader: string;
  /** The fault in the beginning or the end of the bytes. Null: they are those of a complete file. */
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
      return latin(bytes, 12, 16) === "VP8X" && (bytes[20]! & 2) !== 0 ? "animated WebP is not supported" : null;
    },
  },
};

/** The size of the shortest file of these formats that holds an image. */
const FEWEST_BYTES = 26;

/** The owner of an image. Images of one account are decoded one at a time, and accounts take turns. */
type Owner = { readonly accountId: string };

/** @returns the fault in a few words, or null for a complete image of this type. */
export async function checkImage(
  files: Pick<Files, "temporary">,
  { accountId }: Owner,
  bytes: Buffer,
  type: ImageType,
): Promise<string | null> {
  return outlineFault(bytes, type) ?? turns.run(accountId, () => decode(files, bytes, type, null));
}

/** The type of an image, from its bytes. Null: another format. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const types = Object.keys(FORMATS) as ImageType[];
  return types.find((type) => bytes.length >= FEWEST_BYTES && FORMATS[type].outlineFault(bytes) !== OTHER) ?? null;
}

/**
 * Redraws an image as a JPEG without metadata. A larger image is scaled down. Transparent parts become white.
 *
 * @returns the JPEG, or the fault in a few words.
 */
export async function redrawImage(
  files: Pick<Files, "temporary">,
  { accountId }: Owner,
  bytes: Buffer,
  type: ImageType,
  mostEdge: number,
): Promise<{ readonly jpeg: Buffer } | { readonly fault: string }> {
  const outline = outlineFault(bytes, type);
  if (outline !== null) return { fault: outline };
  const path = files.temporary(".jpg");
  try {
    const fault = await turns.run(accountId, () => decode(files, bytes, type, { path, edge: mostEdge }));
    return fault === null ? { jpeg: await readFile(path) } : { fault };
  } finally {
    await rm(path, { force: true });
  }
}

const outlineFault = (bytes: Buffer, type: ImageType) =>
  bytes.length < FEWEST_BYTES ? OTHER : FORMATS[type].outlineFault(bytes);

/** Each decoding may take 1.5 GB and a processor for 20 s. */
const turns = createFairQueue({ atOnce: 2 });

async function decode(
  files: Pick<Files, "temporary">,
  bytes: Buffer,
  type: ImageType,
  copy: { readonly path: string; readonly edge: number } | null,
): Promise<string | null> {
  const input = files.temporary(".image");
  await writeFile(input, bytes, { mode: 0o600 });
  try {
    const job: ImageJob = { reader: FORMATS[type].reader, most_pixels: MOST_PIXELS, copy_edge: copy?.edge ?? null };
    const end = await runLimited<ImageAnswer>(PROGRAM, job, { limits: LIMITS, input, output: copy?.path });
    return end.kind === "answered" ? end.answer.fault : UNDECODABLE;
  } finally {
    await rm(input, { force: true });
  }
}
