// The child process that draws one SVG as PNG; see draw-svg.ts.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { answerParent } from "../compute/child-side.ts";
import type { SvgAnswer, SvgJob } from "./draw-svg.ts";
import { opaquePng } from "./opaque-png.ts";

const require = createRequire(import.meta.url);

async function answer(job: SvgJob): Promise<SvgAnswer> {
  try {
    await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
    const options = {
      font: { fontBuffers: job.fonts.map((path) => readFileSync(path)), loadSystemFonts: false },
      shapeRendering: 2,
    } as const;
    const svg = Buffer.from(job.svg).toString("utf8");
    const measured = new Resvg(svg, options);
    const { width, height } = measured;
    const edge = Math.max(width, height);
    if (!(edge > 0)) return { fault: "it has no size" };
    const mode = width >= height ? "width" : "height";
    const value = Math.round(Math.min(edge, job.most_edge));
    const image = (value === edge ? measured : new Resvg(svg, { ...options, fitTo: { mode, value } })).render();
    return { png: opaquePng(image.width, image.height, image.pixels) ?? image.asPng() };
  } catch {
    return { fault: "it is no SVG that can be drawn" };
  }
}

answerParent<SvgJob, SvgAnswer>({ answer });
