// Draws SVG as PNG with resvg in a limited child process. resvg resolves no address outside the document, so an SVG in a
// book cannot load anything.

import { fileURLToPath } from "node:url";
import { createFairQueue, type ProcessLimits, runLimited } from "../compute/compute.ts";

export interface SvgJob {
  readonly svg: Uint8Array;
  /** Paths of WOFF2 files. */
  readonly fonts: readonly string[];
  /** The largest width and height of the image, pixels; a larger one is made smaller. */
  readonly most_edge: number;
}

export type SvgAnswer = { readonly png: Uint8Array } | { readonly fault: string };

/** 16 million pixels take 64 MB; filters take several copies. */
const LIMITS: ProcessLimits = {
  memoryKib: 1_536 * 1024,
  heapMib: 256,
  cpuSeconds: 20,
  wallSeconds: 30,
  fileBytes: 0,
  answerBytes: 80 * 1024 * 1024,
};
const PROGRAM = fileURLToPath(new URL("./draw-svg-process.ts", import.meta.url));

/** Images of one account are drawn one at a time, and accounts take turns. */
const turns = createFairQueue({ atOnce: 2 });

/**
 * @param options.fonts The fonts for text. Without fonts text is invisible.
 * @param options.isOurs Whether Fullcast wrote the SVG. It does not come from a user.
 * @returns the PNG, or the fault in a few words.
 */
export async function drawSvg(
  { accountId }: { readonly accountId: string },
  svg: Uint8Array,
  options: { readonly mostEdge: number; readonly fonts?: readonly string[]; readonly isOurs?: boolean },
): Promise<SvgAnswer> {
  const job: SvgJob = { svg, fonts: options.fonts ?? [], most_edge: options.mostEdge };
  // A drawn cover takes 0.4 s of processor time in all, and 0.65 s with the optimising compiler.
  const run = { limits: LIMITS, trusted: options.isOurs, brief: options.isOurs };
  const end = await turns.run(accountId, () => runLimited<SvgAnswer>(PROGRAM, job, run));
  if (end.kind === "answered") return end.answer;
  return { fault: end.kind === "limits" ? "it takes too long or too much memory" : "it cannot be drawn" };
}
