// Measures the sound of a finished file, in a limited child process.

import { fileURLToPath } from "node:url";
import type { FileMeasures } from "@fullcast/core/sound";
import { type ProcessLimits, runLimited } from "../compute/compute.ts";
import type { MeasureAnswer } from "./measure-file-process.ts";
import { RenderError } from "./render-error.ts";

const PROGRAM = fileURLToPath(new URL("./measure-file-process.ts", import.meta.url));
/** An hour of MP3 takes about 20 s of a slow processor; a book may have 40 hours. */
const LIMITS: ProcessLimits = {
  memoryKib: 2 * 1024 * 1024,
  heapMib: 512,
  cpuSeconds: 3_600,
  wallSeconds: 2 * 3_600,
  fileBytes: 0,
};

/** @throws RenderError `input` when the file cannot be decoded, `killed` when the process ended before it answered. */
export async function measureFile(path: string): Promise<FileMeasures> {
  const end = await runLimited<MeasureAnswer>(PROGRAM, null, { limits: LIMITS, input: path, trusted: true });
  if (end.kind === "unstarted") throw new RenderError("internal", "The measuring process could not be started.");
  if (end.kind !== "answered") throw new RenderError("killed", "The measuring process ended before it was done.");
  if ("error" in end.answer) throw new RenderError("input", end.answer.error);
  return end.answer.measures;
}
