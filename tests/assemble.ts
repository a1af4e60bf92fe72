// The WebAssembly text of core becomes the module that is kept beside it, so that neither a build nor an assembler is needed
// to run.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import loadWabt from "wabt";

const ROOM = join(dirname(import.meta.dirname), "packages", "core", "sound");
const TEXT = join(ROOM, "clip-levels.wat");
export const CLIP_LEVELS_MODULE = join(ROOM, "clip-levels-wasm.ts");

/** What `CLIP_LEVELS_MODULE` has to hold. */
export async function assembledClipLevels(): Promise<string> {
  const wabt = await loadWabt();
  const module = wabt.parseWat("clip-levels.wat", readFileSync(TEXT, "utf8"), { simd: true });
  const bytes = module.toBinary({}).buffer;
  module.destroy();
  return [
    "// Assembled from clip-levels.wat: npm run build:wasm.",
    "",
    `/** The module's bytes in hexadecimal. */`,
    "export const CLIP_LEVELS_WASM =",
    `  "${Buffer.from(bytes).toString("hex")}";`,
    "",
  ].join("\n");
}
